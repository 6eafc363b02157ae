#include "core/planner/exact/components.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/model/memory/tail.h"
#include "core/planner/exact/conflict_clique.h"

namespace arenascope {
namespace {

/// Buffers that are still to be split, with the base below them.
struct Part {
    std::vector<BufferIndex> buffers;
    std::vector<BufferIndex> base;
    std::int64_t base_size = 0;
};

bool keeps_window(const Buffer& buffer) {
    return std::any_of(buffer.gaps().begin(), buffer.gaps().end(),
                       [](const Gap& gap) { return gap.window.has_value(); });
}

class Splitting {
public:
    explicit Splitting(const Problem& problem) : problem_(problem) {}

    std::vector<Component> run(std::vector<BufferIndex> buffers) {
        std::vector<Part> open;
        open.push_back({std::move(buffers), {}, 0});
        while (!open.empty()) {
            const Part part = std::move(open.back());
            open.pop_back();
            for (std::vector<BufferIndex>& together : connected(part.buffers)) {
                Part rest{{}, part.base, part.base_size};
                take_base(together, rest);
                if (rest.base.size() == part.base.size() || rest.buffers.empty()) {
                    close(rest.buffers.empty() ? std::move(rest.buffers) : std::move(together), rest);
                } else {
                    open.push_back(std::move(rest));
                }
            }
        }
        return std::move(done_);
    }

private:
    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index]; }

    /// The connected components of shared time, by rising begin.
    [[nodiscard]] std::vector<std::vector<BufferIndex>> connected(std::vector<BufferIndex> buffers) const {
        std::sort(buffers.begin(), buffers.end(), [&](BufferIndex a, BufferIndex b) {
            return std::pair(buffer(a).lifetime.begin, a) < std::pair(buffer(b).lifetime.begin, b);
        });
        std::vector<std::vector<BufferIndex>> groups;
        Step end;
        for (const BufferIndex index : buffers) {
            if (groups.empty() || buffer(index).lifetime.begin >= end) {
                groups.emplace_back();
                end = buffer(index).lifetime.end;
            }
            end = std::max(end, buffer(index).lifetime.end);
            groups.back().push_back(index);
        }
        return groups;
    }

    /// Moves buffers alive all the time to the base of `rest`, and the others to its buffers.
    void take_base(const std::vector<BufferIndex>& together, Part& rest) const {
        Lifetime span = buffer(together.front()).lifetime;
        std::int64_t alignment = 1;
        bool is_movable = true;
        for (const BufferIndex index : together) {
            const Buffer& one = buffer(index);
            span = {std::min(span.begin, one.lifetime.begin), std::max(span.end, one.lifetime.end)};
            const std::int64_t own = alignment_of(problem_, one).value();
            alignment = alignment % own == 0 ? alignment : own % alignment == 0 ? own : 0;
            is_movable = is_movable && !one.pin && alignment != 0 && !keeps_window(one);
            if (!is_movable) {
                break;
            }
        }
        for (const BufferIndex index : together) {
            const Buffer& one = buffer(index);
            if (is_movable && one.lifetime == span && one.gaps().empty() && one.size.value() % alignment == 0) {
                rest.base.push_back(index);
                rest.base_size += one.size.value();
            } else {
                rest.buffers.push_back(index);
            }
        }
    }

    void close(std::vector<BufferIndex> buffers, const Part& part) {
        Component& component = done_.emplace_back();
        component.base = part.base;
        component.base_size = part.base_size;
        component.lower_bound = part.base_size + live_bound(buffers);
        for (const BufferIndex index : buffers) {
            const Buffer& one = buffer(index);
            (one.pin ? component.pinned : component.members).push_back(index);
            component.lower_bound = std::max(component.lower_bound, tail_of(one, one.pin.value_or(Offset(0))).value());
        }
    }

    /// A lower bound of the tail of these buffers: the largest live size, or the heaviest clique of conflicts.
    [[nodiscard]] std::int64_t live_bound(const std::vector<BufferIndex>& buffers) const {
        std::int64_t alignment = 0;
        bool has_gaps = false;
        for (const BufferIndex index : buffers) {
            alignment = std::gcd(alignment, alignment_of(problem_, buffer(index)).value());
            has_gaps = has_gaps || !buffer(index).gaps().empty();
        }
        alignment = std::max<std::int64_t>(alignment, 1);
        const std::int64_t live = highest_live(buffers, alignment);
        return has_gaps ? std::max(live, heaviest_conflict_clique(problem_, buffers, alignment)) : live;
    }

    /// The largest live size. All offsets are multiples of the alignment. So every buffer in use with all its bytes at
    /// a step takes a multiple of the alignment, except the topmost one. A window may use the bytes wasted there.
    [[nodiscard]] std::int64_t highest_live(const std::vector<BufferIndex>& buffers, std::int64_t alignment) const {
        const auto waste = [alignment](std::int64_t size) { return (alignment - size % alignment) % alignment; };
        // At the same step ends sort before begins, because their amounts are negative.
        std::vector<std::tuple<Step, std::int64_t, bool>> events;
        for (const BufferIndex index : buffers) {
            for_each_piece(buffer(index), [&](const Piece& piece) {
                const std::int64_t size = (piece.bytes.to - piece.bytes.from).value();
                const bool is_whole = size == buffer(index).size.value();
                events.emplace_back(piece.steps.begin, size, is_whole);
                events.emplace_back(piece.steps.end, -size, is_whole);
            });
        }
        std::sort(events.begin(), events.end());
        std::map<std::int64_t, int> wastes;
        std::int64_t live = 0;
        std::int64_t live_in_multiples = 0;
        std::int64_t highest = 0;
        for (const auto& [step, amount, is_whole] : events) {
            live += amount;
            highest = std::max(highest, live);
            if (alignment == 1 || !is_whole) {
                continue;
            }
            const std::int64_t wasted = waste(std::abs(amount));
            live_in_multiples += amount > 0 ? amount + wasted : amount - wasted;
            if (amount > 0) {
                ++wastes[wasted];
            } else if (--wastes[wasted] == 0) {
                wastes.erase(wasted);
            }
            highest = std::max(highest, live_in_multiples - (wastes.empty() ? 0 : wastes.rbegin()->first));
        }
        return highest;
    }

    const Problem& problem_;
    std::vector<Component> done_;
};

}  // namespace

std::vector<Component> components(const Problem& problem, RegionIndex region) {
    std::vector<BufferIndex> buffers;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].region == region && takes_bytes(problem.buffers[i])) {
            buffers.emplace_back(i);
        }
    }
    return Splitting(problem).run(std::move(buffers));
}

std::int64_t tail_grid(const Problem& problem, const Component& component) {
    std::int64_t grid = component.base_size;
    const auto take = [&](BufferIndex index) {
        const Buffer& buffer = problem.buffers[index];
        const std::int64_t alignment = alignment_of(problem, buffer).value();
        grid = std::gcd(grid, buffer.size.value());
        grid = alignment > 1 ? std::gcd(grid, alignment) : grid;
        grid = buffer.pin ? std::gcd(grid, buffer.pin->value()) : grid;
        grid = keeps_window(buffer) ? 1 : grid;
    };
    std::for_each(component.members.begin(), component.members.end(), take);
    std::for_each(component.pinned.begin(), component.pinned.end(), take);
    return std::max<std::int64_t>(grid, 1);
}

}  // namespace arenascope
