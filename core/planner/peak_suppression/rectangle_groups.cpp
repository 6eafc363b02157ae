#include "core/planner/peak_suppression/rectangle_groups.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// The group of each of the given buffers, by its position among them.
using Labels = std::vector<std::uint32_t>;

/// The given buffers as intervals of time, with what the clusterings ask of them.
class Members {
public:
    Members(const Problem& problem, const std::vector<BufferIndex>& buffers) : problem_(problem), buffers_(buffers) {
        by_begin_.resize(buffers.size());
        std::iota(by_begin_.begin(), by_begin_.end(), std::size_t{0});
        std::ranges::stable_sort(by_begin_, {}, [this](std::size_t member) { return lifetime(member).begin; });
    }

    [[nodiscard]] Labels components() const {
        Labels labels(buffers_.size());
        Step end;
        std::uint32_t count = 0;
        for (const std::size_t member : by_begin_) {
            if (count == 0 || lifetime(member).begin >= end) {
                ++count;
                end = lifetime(member).end;
            }
            end = std::max(end, lifetime(member).end);
            labels[member] = count - 1;
        }
        return labels;
    }

    [[nodiscard]] Labels long_overlaps() const {
        Labels parent(buffers_.size());
        std::iota(parent.begin(), parent.end(), 0U);
        const auto root_of = [&parent](std::uint32_t member) {
            while (parent[member] != member) {
                member = parent[member] = parent[parent[member]];
            }
            return member;
        };
        std::vector<std::size_t> alive;
        for (const std::size_t member : by_begin_) {
            const Lifetime own = lifetime(member);
            std::erase_if(alive, [&](std::size_t other) { return lifetime(other).end <= own.begin; });
            for (const std::size_t other : alive) {
                const Lifetime its = lifetime(other);
                const std::int64_t longer = std::max(length_of(own), length_of(its));
                if (std::min(own.end, its.end).value() - own.begin.value() >= longer - longer / 2) {
                    parent[root_of(static_cast<std::uint32_t>(member))] = root_of(static_cast<std::uint32_t>(other));
                }
            }
            alive.push_back(member);
        }
        Labels labels(buffers_.size());
        for (std::uint32_t member = 0; member < labels.size(); ++member) {
            labels[member] = root_of(member);
        }
        return labels;
    }

    [[nodiscard]] Labels between_cuts() const {
        const std::vector<Step> cuts = cut_steps();
        Labels labels(buffers_.size());
        for (std::size_t member = 0; member < labels.size(); ++member) {
            labels[member] = side_of(lifetime(member), cuts);
        }
        return labels;
    }

private:
    [[nodiscard]] const Lifetime& lifetime(std::size_t member) const {
        return problem_.buffers[buffers_[member]].lifetime;
    }
    [[nodiscard]] std::int64_t size_of(std::size_t member) const {
        return problem_.buffers[buffers_[member]].size.value();
    }
    [[nodiscard]] static std::int64_t length_of(const Lifetime& lifetime) {
        return lifetime.end.value() - lifetime.begin.value();
    }

    /// Sweeps the steps at which a member begins. A valley becomes a cut as soon as the live size has been twice as
    /// high as what crosses it, before and after it.
    [[nodiscard]] std::vector<Step> cut_steps() const {
        std::vector<std::size_t> by_end = by_begin_;
        std::ranges::stable_sort(by_end, {}, [this](std::size_t member) { return lifetime(member).end; });
        std::vector<Step> cuts;
        constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
        std::int64_t live = 0;
        std::int64_t before = 0;       // highest live size since the last cut, up to the valley
        std::int64_t crossing = none;  // bytes that cross the valley
        std::int64_t after = 0;        // highest live size after the valley
        Step valley;
        std::size_t ended = 0;
        for (std::size_t i = 0; i < by_begin_.size();) {
            const Step step = lifetime(by_begin_[i]).begin;
            for (; ended < by_end.size() && lifetime(by_end[ended]).end <= step; ++ended) {
                live -= size_of(by_end[ended]);
            }
            if (live < crossing && live <= before / 2) {
                crossing = live;
                valley = step;
                after = 0;
            }
            for (; i < by_begin_.size() && lifetime(by_begin_[i]).begin == step; ++i) {
                live += size_of(by_begin_[i]);
            }
            if (crossing == none) {
                before = std::max(before, live);
                continue;
            }
            after = std::max(after, live);
            if (crossing <= after / 2) {
                cuts.push_back(valley);
                before = after;
                crossing = none;
            }
        }
        return cuts;
    }

    /// The number of the stretch between two cuts in which the lifetime is longest, the first if several are equal.
    [[nodiscard]] static std::uint32_t side_of(const Lifetime& lifetime, const std::vector<Step>& cuts) {
        const auto first = std::upper_bound(cuts.begin(), cuts.end(), lifetime.begin);
        auto side = first;
        std::int64_t longest = -1;
        Step begin = lifetime.begin;
        for (auto cut = first;; ++cut) {
            const bool is_last = cut == cuts.end() || *cut >= lifetime.end;
            const Step end = is_last ? lifetime.end : *cut;
            if (end.value() - begin.value() > longest) {
                longest = end.value() - begin.value();
                side = cut;
            }
            if (is_last) {
                return static_cast<std::uint32_t>(side - cuts.begin());
            }
            begin = end;
        }
    }

    const Problem& problem_;
    const std::vector<BufferIndex>& buffers_;
    std::vector<std::size_t> by_begin_;
};

Labels labels_of(const Problem& problem, const std::vector<BufferIndex>& buffers, Clustering clustering) {
    const Members members(problem, buffers);
    if (clustering == Clustering::overlap && can_be_grouped_by_overlap(problem, buffers)) {
        return members.long_overlaps();
    }
    return clustering == Clustering::cuts ? members.between_cuts() : members.components();
}

struct RankedGroup {
    Group members;
    Offset highest_tail;
    Step begin;
};

}  // namespace

std::optional<Clustering> clustering_named(std::string_view name, bool is_source) {
    if (name == "by-method") {
        return is_source ? Clustering::overlap : Clustering::components;
    }
    if (name == "components") {
        return Clustering::components;
    }
    if (name == "overlap") {
        return Clustering::overlap;
    }
    return name == "cuts" ? std::optional(Clustering::cuts) : std::nullopt;
}

bool can_be_grouped_by_overlap(const Problem& problem, const std::vector<BufferIndex>& buffers) {
    std::vector<Step> begins;
    std::vector<Step> ends;
    for (const BufferIndex index : buffers) {
        begins.push_back(problem.buffers[index].lifetime.begin);
        ends.push_back(problem.buffers[index].lifetime.end);
    }
    std::ranges::sort(begins);
    std::ranges::sort(ends);
    std::size_t pairs = 0;
    std::size_t ended = 0;
    for (std::size_t begun = 0; begun < begins.size() && pairs <= most_compared_pairs; ++begun) {
        while (ends[ended] <= begins[begun]) {
            ++ended;
        }
        pairs += begun - ended;
    }
    return pairs <= most_compared_pairs;
}

std::vector<Group> groups_by_shared_time(const Problem& problem, const Layout& layout,
                                         const std::vector<BufferIndex>& buffers, Clustering clustering) {
    const Labels labels = labels_of(problem, buffers, clustering);
    constexpr std::uint32_t unknown = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> position_of(
        labels.empty() ? 0 : std::size_t{1} + *std::max_element(labels.begin(), labels.end()), unknown);
    std::vector<RankedGroup> groups;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[buffers[i]];
        std::uint32_t& position = position_of[labels[i]];
        if (position == unknown) {
            position = static_cast<std::uint32_t>(groups.size());
            groups.push_back({{}, Offset(0), buffer.lifetime.begin});
        }
        RankedGroup& group = groups[position];
        group.members.push_back(buffers[i]);
        group.begin = std::min(group.begin, buffer.lifetime.begin);
        if (const auto& placement = layout.placements[buffers[i]]) {
            group.highest_tail = std::max(group.highest_tail, tail_of(buffer, placement->offset));
        }
    }
    std::stable_sort(groups.begin(), groups.end(), [](const RankedGroup& a, const RankedGroup& b) {
        return std::tie(b.highest_tail, a.begin) < std::tie(a.highest_tail, b.begin);
    });
    std::vector<Group> result;
    result.reserve(groups.size());
    for (RankedGroup& group : groups) {
        result.push_back(std::move(group.members));
    }
    return result;
}

}  // namespace arenascope
