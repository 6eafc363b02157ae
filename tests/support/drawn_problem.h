#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope::test {

/// What a drawn problem may hold besides plain buffers.
struct DrawnShape {
    std::size_t fewest_buffers = 3;
    std::size_t most_buffers = 6;
    std::size_t most_steps = 8;
    std::size_t largest_size = 64;
    bool with_windows = false;  ///< then sizes and alignments stay small
    bool with_pins = true;
    bool with_extremes = false;  ///< see add_extremes()
};

/// Draws the gaps of a buffer: at an end of its lifetime, at both, or over all of it in one gap or in several.
template <class Below>
std::vector<Gap> drawn_gaps(Below&& below, const Buffer& buffer, bool with_windows) {
    const auto drawn_window = [&]() -> std::optional<Window> {
        if (!with_windows || below(3) == 0) {
            return std::nullopt;
        }
        const auto size = static_cast<std::size_t>(buffer.size.value());
        const std::size_t from = below(size);
        return Window{Bytes(static_cast<std::int64_t>(from)),
                      Bytes(static_cast<std::int64_t>(from + 1 + below(size - from)))};
    };
    const auto [begin, end] = buffer.lifetime;
    const auto steps = static_cast<std::size_t>(length(buffer.lifetime).value());
    const Step middle = begin + Duration(static_cast<std::int64_t>(below(steps)));
    const Step later =
        middle + Duration(static_cast<std::int64_t>(below(static_cast<std::size_t>((end - middle).value()) + 1)));
    std::vector<Gap> gaps;
    switch (below(6)) {
        case 0:
            gaps = {{{begin, middle}, drawn_window()}};
            break;
        case 1:
            gaps = {{{middle, end}, drawn_window()}};
            break;
        case 2:
            gaps = {{{begin, middle}, drawn_window()}, {{later, end}, drawn_window()}};
            break;
        case 3:
            gaps = {{{begin, middle}, drawn_window()}, {{middle, end}, drawn_window()}};
            break;
        case 4:
            gaps = {{{begin, end}, drawn_window()}};
            break;
        default:
            gaps = {{{begin, end}, std::nullopt}};
            break;
    }
    std::erase_if(gaps, [](const Gap& gap) { return gap.steps.begin >= gap.steps.end; });
    return gaps;
}

/// Changes a problem to what is drawn rarely otherwise: gaps at the ends of lifetimes and over all of them, buffers
/// alike, scratch of no bytes, empty regions, capacities, steps at both ends of their range and below 0. Without
/// windows also sizes up to 2^62, so that the sums of some problems do not fit in 64 bits.
template <class Below>
void add_extremes(Below&& below, Problem& problem, const DrawnShape& shape) {
    const auto is_drawn = [&](std::size_t one_in) { return below(one_in) == 0; };
    for (std::size_t more = is_drawn(3) ? 1 + below(2) : 0; more > 0; --more) {
        problem.regions.push_back({.name = "empty" + std::to_string(more)});
    }
    if (is_drawn(3)) {
        for (Region& region : problem.regions) {
            region.capacity = Bytes(static_cast<std::int64_t>(below(4 * shape.largest_size)));
        }
    }
    const std::size_t gaps_one_in = 1 + below(4);
    for (Buffer& buffer : problem.buffers) {
        if (is_drawn(gaps_one_in)) {
            buffer.set_gaps(drawn_gaps(below, buffer, shape.with_windows));
        }
        if (shape.with_windows && !buffer.pin && is_drawn(6)) {
            buffer.alignment = Bytes(3);
        }
        if (is_drawn(16)) {
            buffer.kind = BufferKind::scratch;
            buffer.size = Bytes(0);
            buffer.set_gaps({});
        }
    }
    if (problem.buffers.size() > 1 && is_drawn(3)) {
        const Name name = problem.buffers.back().name;
        problem.buffers.back() = problem.buffers[below(problem.buffers.size() - 1)];
        problem.buffers.back().name = name;
    }
    if (!shape.with_windows && is_drawn(4)) {
        const std::size_t bits = below(59);
        for (Buffer& buffer : problem.buffers) {
            if (is_drawn(2) && buffer.size > Bytes(0)) {
                buffer.size = buffer.size + Bytes(static_cast<std::int64_t>(1 + below(16)) << bits);
            }
        }
    }
    constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
    const Lifetime span = time_span(problem);
    const std::array<std::int64_t, 4> shifts{0, -3, lowest - std::min<std::int64_t>(span.begin.value(), 0),
                                             std::numeric_limits<std::int64_t>::max() - span.end.value()};
    const Duration shift(shifts[below(shifts.size())]);
    const auto shifted = [shift](Lifetime steps) { return Lifetime{steps.begin + shift, steps.end + shift}; };
    for (Buffer& buffer : problem.buffers) {
        buffer.lifetime = shifted(buffer.lifetime);
        std::vector<Gap> gaps = buffer.gaps();
        for (Gap& gap : gaps) {
            gap.steps = shifted(gap.steps);
        }
        buffer.set_gaps(std::move(gaps));
    }
}

/// Draws a problem of any kind: mixed alignments, gaps, pins, several regions. `below(n)` gives a whole number in [0,
/// n), from a random generator or from a fuzzer's bytes. It is valid, except that with extremes its sums may not fit in
/// 64 bits. Pinned buffers of one region may overlap.
template <class Below>
Problem drawn_problem(Below&& below, const DrawnShape& shape = {}) {
    constexpr std::array<std::int64_t, 12> alignments{1, 1, 2, 4, 8, 16, 32, 64, 3, 5, 6, 12};
    // How many of these alignments are drawn from: one; powers of two; all.
    constexpr std::array<std::size_t, 4> kinds{1, 8, 8, 12};
    const auto number = [&](std::size_t bound) { return static_cast<std::int64_t>(below(bound)); };
    const std::size_t kind = kinds[below(kinds.size())];
    const std::size_t most_alignments = shape.with_windows ? std::min<std::size_t>(kind, 4) : kind;
    const bool has_gaps = shape.with_windows || below(3) == 0;
    const bool has_pins = shape.with_pins && below(4) == 0;
    Problem problem;
    for (std::size_t more = below(4) == 0 ? 1 + below(2) : 0; more > 0; --more) {
        problem.regions.push_back({.name = "r" + std::to_string(more)});
    }
    for (Region& region : problem.regions) {
        region.alignment = Bytes(below(3) == 0 ? alignments[below(most_alignments)] : 1);
    }
    const std::size_t steps = 2 + below(shape.most_steps - 1);
    const std::size_t count = shape.fewest_buffers + below(shape.most_buffers - shape.fewest_buffers + 1);
    for (std::size_t i = 0; i < count; ++i) {
        Buffer& buffer = problem.buffers.emplace_back();
        buffer.name = "b" + std::to_string(i);
        const std::int64_t begin = number(steps);
        const std::int64_t end = begin + 1 + number(steps - static_cast<std::size_t>(begin));
        buffer.lifetime = {Step(begin), Step(end)};
        buffer.size =
            Bytes(1 + number(below(3) == 0 ? std::min<std::size_t>(shape.largest_size, 8) : shape.largest_size));
        buffer.alignment = Bytes(alignments[below(most_alignments)]);
        buffer.region = RegionIndex(below(problem.regions.size()));
        if (has_gaps && end - begin >= 3 && below(2) == 0) {
            Gap gap{{Step(begin + 1), Step(end - 1 - number(static_cast<std::size_t>(end - begin - 2)))}, {}};
            if (shape.with_windows && below(3) != 0) {
                const std::int64_t from = number(static_cast<std::size_t>(buffer.size.value()));
                gap.window =
                    Window{Bytes(from), Bytes(from + 1 + number(static_cast<std::size_t>(buffer.size.value() - from)))};
            }
            buffer.add_gap(gap);
        }
        if (has_pins && below(3) == 0) {
            const std::int64_t alignment = alignment_of(problem, buffer).value();
            buffer.pin = Offset(alignment * number(2 + 2 * shape.largest_size / static_cast<std::size_t>(alignment)));
        }
    }
    if (shape.with_extremes) {
        add_extremes(below, problem, shape);
    }
    return problem;
}

}  // namespace arenascope::test
