#include "core/planner/pins.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/check/overlap_checker.h"

namespace arenascope {
namespace {

/// Bytes of the region that one member of a block uses during some steps.
struct Use {
    std::size_t member;
    std::int64_t from;
    std::int64_t to;
    Lifetime steps;
};

/// All bytes that the members use, by the step from which on they do.
std::vector<Use> uses_of(const Problem& problem, const std::vector<BufferIndex>& members) {
    std::vector<Use> uses;
    for (std::size_t i = 0; i < members.size(); ++i) {
        const Buffer& buffer = problem.buffers[members[i]];
        const std::int64_t base = buffer.pin->value();
        for_each_piece(buffer, [&](const Piece& piece) {
            uses.push_back({i, base + piece.bytes.from.value(), base + piece.bytes.to.value(), piece.steps});
        });
    }
    std::ranges::sort(uses, {}, [](const Use& use) { return use.steps.begin; });
    return uses;
}

/// The members by the begin of their lifetimes.
std::vector<std::size_t> by_begin(const Problem& problem, const std::vector<BufferIndex>& members) {
    std::vector<std::size_t> order(members.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return problem.buffers[members[i]].lifetime.begin; });
    return order;
}

/// The members must belong to one block and one region.
void assign_shared_bytes(Problem& problem, const std::vector<BufferIndex>& members) {
    std::vector<std::vector<Gap>> gaps(members.size());
    const std::vector<Step> steps = steps_of_change(problem, members);
    const std::vector<Use> uses = uses_of(problem, members);
    const std::vector<std::size_t> order = by_begin(problem, members);
    const auto lifetime = [&](std::size_t i) { return problem.buffers[members[i]].lifetime; };
    std::vector<Use> in_use;         // by rising offset
    std::vector<std::size_t> alive;  // members
    std::vector<std::optional<Window>> windows(members.size());
    std::size_t next_use = 0;
    std::size_t next_member = 0;
    for (std::size_t s = 0; s + 1 < steps.size(); ++s) {
        const Lifetime span{steps[s], steps[s + 1]};
        std::erase_if(in_use, [&](const Use& use) { return use.steps.end <= span.begin; });
        std::erase_if(alive, [&](std::size_t i) { return lifetime(i).end <= span.begin; });
        for (; next_use < uses.size() && uses[next_use].steps.begin == span.begin; ++next_use) {
            in_use.push_back(uses[next_use]);
        }
        for (; next_member < order.size() && lifetime(order[next_member]).begin == span.begin; ++next_member) {
            alive.push_back(order[next_member]);
        }
        std::ranges::sort(in_use, {}, [](const Use& use) { return std::pair(use.from, use.member); });
        for (const std::size_t i : alive) {
            windows[i].reset();
        }
        std::int64_t reached = 0;  // no pin is negative
        for (const Use& use : in_use) {
            const std::int64_t from = std::max(use.from, reached);
            const std::int64_t base = problem.buffers[members[use.member]].pin->value();
            if (from < use.to) {
                windows[use.member] = Window{Bytes(from - base), Bytes(use.to - base)};
                reached = use.to;
            }
        }
        for (const std::size_t i : alive) {
            append_use(gaps[i], span, windows[i], problem.buffers[members[i]].size);
        }
    }
    for (std::size_t i = 0; i < members.size(); ++i) {
        problem.buffers[members[i]].set_gaps(std::move(gaps[i]));
    }
}

}  // namespace

std::vector<Step> steps_of_change(const Problem& problem, const std::vector<BufferIndex>& buffers) {
    std::vector<Step> steps;
    for (const BufferIndex index : buffers) {
        for_each_piece(problem.buffers[index], [&](const Piece& piece) {
            steps.push_back(piece.steps.begin);
            steps.push_back(piece.steps.end);
        });
        // A lifetime may hold steps without any use, and then it has no piece there.
        const Lifetime& lifetime = problem.buffers[index].lifetime;
        steps.push_back(lifetime.begin);
        steps.push_back(lifetime.end);
    }
    std::sort(steps.begin(), steps.end());
    steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
    return steps;
}

void append_use(std::vector<Gap>& gaps, Lifetime steps, const std::optional<Window>& used, Bytes size) {
    if (used == Window{Bytes(0), size}) {
        return;
    }
    if (!gaps.empty() && gaps.back().steps.end == steps.begin && gaps.back().window == used) {
        gaps.back().steps.end = steps.end;
    } else {
        gaps.push_back({steps, used});
    }
}

Layout layout_of_pins(const Problem& problem, const Layout& given) {
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (buffer.pin) {
            layout.placements[i] = Placement{*buffer.pin, buffer.region};
        }
    }
    const auto is_pinned = [&](BufferIndex member) { return problem.buffers[member].pin.has_value(); };
    append_groups_of_those(layout.sharing, given.sharing, is_pinned);
    if (!layout.sharing.empty()) {
        layout.removed = given.removed;
        reinstate_operators(layout, problem);
    }
    return layout;
}

Expected<void> check_pins(const Problem& problem, const Layout& pinned) {
    for (const Buffer& buffer : problem.buffers) {
        const std::int64_t alignment = alignment_of(problem, buffer).value();
        if (buffer.pin && buffer.pin->value() % alignment != 0) {
            return failure("buffer " + in_quotes(buffer.name) + " is pinned to offset " +
                               std::to_string(buffer.pin->value()) + ", which is not a multiple of its alignment of " +
                               std::to_string(alignment),
                           "pin it to a multiple, or lower the alignment of the buffer, the region or the option");
        }
    }
    const CheckReport report = check(problem, pinned, 1);
    if (report.overlaps.empty()) {
        return {};
    }
    const Overlap& found = report.overlaps.front();
    const auto name = [&](BufferIndex buffer) { return in_quotes(problem.buffers[buffer].name); };
    return failure("buffers " + name(found.a) + " and " + name(found.b) + " are pinned to the same bytes: [" +
                       std::to_string(found.bytes.from.value()) + ", " + std::to_string(found.bytes.to.value()) +
                       ") from step " + std::to_string(found.steps.begin.value()) + " to " +
                       std::to_string(found.steps.end.value()),
                   "pin one of them elsewhere, or declare that they share memory");
}

Problem without_shared_bytes(Problem problem, const Layout& pinned) {
    for (const std::vector<BufferIndex>& block : sharing_blocks(pinned)) {
        for (std::size_t region = 0; region < problem.regions.size(); ++region) {
            std::vector<BufferIndex> members;
            std::copy_if(block.begin(), block.end(), std::back_inserter(members),
                         [&](BufferIndex member) { return problem.buffers[member].region == RegionIndex(region); });
            if (members.size() > 1) {
                assign_shared_bytes(problem, members);
            }
        }
    }
    return problem;
}

}  // namespace arenascope
