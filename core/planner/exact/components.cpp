#include "core/planner/exact/components.h"

#include <algorithm>
#include <bitset>
#include <cstdlib>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// Buffers that are still to be split, with the base below them.
struct Part {
    std::vector<BufferIndex> buffers;
    std::vector<BufferIndex> base;
    std::int64_t base_size = 0;
};

bool keeps_window(const Buffer& buffer) {
    return std::ranges::any_of(buffer.gaps(), [](const Gap& gap) { return gap.window.has_value(); });
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
        std::ranges::sort(buffers, {}, [&](BufferIndex one) { return std::pair(buffer(one).lifetime.begin, one); });
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
        std::ranges::sort(events);
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

constexpr std::size_t most_buffers = 1024;
using Row = std::bitset<most_buffers>;

/// The intervals in which all bytes of a buffer are in use, in time order.
std::vector<Lifetime> whole_pieces(const Buffer& buffer) {
    std::vector<Lifetime> pieces;
    for_each_piece(buffer, [&](const Piece& piece) {
        if (piece.bytes.from == Bytes(0) && piece.bytes.to == buffer.size) {
            pieces.push_back(piece.steps);
        }
    });
    return pieces;
}

bool meet(const std::vector<Lifetime>& a, const std::vector<Lifetime>& b) {
    auto first = a.begin();
    auto second = b.begin();
    while (first != a.end() && second != b.end()) {
        if (first->begin < second->end && second->begin < first->end) {
            return true;
        }
        ++(first->end <= second->end ? first : second);
    }
    return false;
}

/// Branches on the heaviest vertices first. The bound of the rest is the sum of the heaviest vertices of all colours.
class CliqueSearch {
public:
    CliqueSearch(std::vector<std::int64_t> weights, std::vector<Row> neighbours)
        : weights_(std::move(weights)), neighbours_(std::move(neighbours)) {}

    std::int64_t run() {
        std::vector<std::size_t> all(weights_.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        extend(all, 0);
        return best_;
    }

private:
    void extend(const std::vector<std::size_t>& candidates, std::int64_t weight) {
        best_ = std::max(best_, weight);
        const std::vector<std::int64_t> bounds = colour_bounds(candidates);
        for (std::size_t i = candidates.size(); i-- > 0;) {
            if (weight + bounds[i] <= best_ || branches_ >= most_clique_branches) {
                return;
            }
            ++branches_;
            std::vector<std::size_t> rest;
            std::copy_if(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(i),
                         std::back_inserter(rest),
                         [&](std::size_t other) { return neighbours_[candidates[i]][other]; });
            extend(rest, weight + weights_[candidates[i]]);
        }
    }

    /// By position: upper bound of the candidates up to it. Vertices of the same colour are never in one clique
    /// together.
    [[nodiscard]] std::vector<std::int64_t> colour_bounds(const std::vector<std::size_t>& candidates) const {
        std::vector<std::pair<Row, std::int64_t>> colours;  ///< vertices of the colour, and the heaviest weight
        std::vector<std::int64_t> bounds;
        std::int64_t bound = 0;
        for (const std::size_t vertex : candidates) {
            auto colour = std::ranges::find_if(
                colours, [&](const auto& one) { return (one.first & neighbours_[vertex]).none(); });
            if (colour == colours.end()) {
                colours.emplace_back();
                colour = std::prev(colours.end());
            }
            colour->first.set(vertex);
            const std::int64_t heaviest = std::max(colour->second, weights_[vertex]);
            bound += heaviest - std::exchange(colour->second, heaviest);
            bounds.push_back(bound);
        }
        return bounds;
    }

    std::vector<std::int64_t> weights_;
    std::vector<Row> neighbours_;
    std::int64_t best_ = 0;
    std::uint64_t branches_ = 0;
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
    std::ranges::for_each(component.members, take);
    std::ranges::for_each(component.pinned, take);
    return std::max<std::int64_t>(grid, 1);
}

std::int64_t heaviest_conflict_clique(const Problem& problem, std::span<const BufferIndex> buffers,
                                      std::int64_t alignment) {
    if (buffers.size() > most_buffers) {
        return 0;
    }
    std::vector<BufferIndex> rising(buffers.begin(), buffers.end());
    std::ranges::sort(rising, {}, [&](BufferIndex one) { return std::pair(problem.buffers[one].size, one); });
    std::vector<std::vector<Lifetime>> pieces;
    std::vector<std::int64_t> weights;
    for (const BufferIndex index : rising) {
        const Buffer& buffer = problem.buffers[index];
        pieces.push_back(whole_pieces(buffer));
        weights.push_back(aligned_up(Offset(buffer.size.value()), Bytes(alignment)).value());
    }
    std::vector<Row> neighbours(rising.size());
    for (std::size_t i = 0; i < rising.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            neighbours[i][j] = neighbours[j][i] = meet(pieces[i], pieces[j]);
        }
    }
    // Any one of them may be the topmost buffer, which wastes less, but always less than the alignment.
    return std::max<std::int64_t>(CliqueSearch(std::move(weights), std::move(neighbours)).run() - (alignment - 1), 0);
}

}  // namespace arenascope
