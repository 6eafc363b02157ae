#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "core/memory/problem.h"

namespace arenascope::test {

/// What a drawn problem may hold besides plain buffers.
struct DrawnShape {
    std::size_t fewest_buffers = 3;
    std::size_t most_buffers = 6;
    std::size_t most_steps = 8;
    std::size_t largest_size = 64;
    bool with_windows = false;  ///< then sizes and alignments stay small
    bool with_pins = true;
};

/// Draws a valid problem of any kind: mixed alignments, gaps, pins, several regions. `below(n)` gives a whole number in
/// [0, n), from a random generator or from a fuzzer's bytes. Pinned buffers of one region may overlap.
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
    return problem;
}

}  // namespace arenascope::test
