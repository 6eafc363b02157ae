#include "core/analysis/compare/live_difference.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace arenascope {
namespace {

/// A change of the difference from a step on.
struct DifferenceEdge {
    Step step;
    std::int64_t change;
};

/// Appends where a live size changes, times `sign`.
void append_edges(std::vector<DifferenceEdge>& edges, const LiveProfile& profile, std::int64_t sign) {
    Bytes before;
    for (std::size_t i = 0; i < profile.steps.size(); ++i) {
        edges.push_back({profile.steps[i], sign * (profile.live[i] - before).value()});
        before = profile.live[i];
    }
}

/// Makes a difference step by step, from the left to the right.
class DifferenceWriter {
public:
    /// `span`: all steps of the plan over whose steps it is made.
    explicit DifferenceWriter(Lifetime span) : span_(span), next_(span.begin) {}

    void add(Step step, Bytes bytes) {
        leave_out_up_to(step);
        set(step, bytes);
        next_ = step + Duration(1);
    }

    [[nodiscard]] LiveDifference finished() && {
        leave_out_up_to(span_.end);
        set(next_, Bytes(0));
        return std::move(difference_);
    }

private:
    void leave_out_up_to(Step step) {
        if (next_ < step) {
            set(next_, Bytes(0));
            difference_.unmatched.push_back({next_, step});
            next_ = step;
        }
    }
    void set(Step step, Bytes bytes) {
        const Bytes before = difference_.bytes.empty() ? Bytes(0) : difference_.bytes.back();
        if (bytes != before) {
            difference_.steps.push_back(step);
            difference_.bytes.push_back(bytes);
            difference_.most = std::max(difference_.most, bytes);
            difference_.least = std::min(difference_.least, bytes);
        }
    }

    Lifetime span_;
    Step next_;
    LiveDifference difference_;
};

}  // namespace

LiveDifference live_difference(const LiveProfile& first, const LiveProfile& second) {
    std::vector<DifferenceEdge> edges;
    append_edges(edges, first, -1);
    append_edges(edges, second, 1);
    std::ranges::sort(edges, {}, &DifferenceEdge::step);
    LiveDifference difference;
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < edges.size();) {
        const Step step = edges[i].step;
        const std::int64_t before = bytes;
        for (; i < edges.size() && edges[i].step == step; ++i) {
            bytes += edges[i].change;
        }
        if (bytes != before) {
            difference.steps.push_back(step);
            difference.bytes.emplace_back(bytes);
            difference.most = std::max(difference.most, Bytes(bytes));
            difference.least = std::min(difference.least, Bytes(bytes));
        }
    }
    return difference;
}

LiveDifferences live_differences(const LiveProfile& first, const LiveProfile& second, const StepMatching& matching) {
    if (matching.by == StepsMatchedBy::number) {
        const LiveDifference both = live_difference(first, second);
        return {both, both};
    }
    const auto at = [&](const StepPair& pair) { return live_at(second, pair.second) - live_at(first, pair.first); };
    DifferenceWriter at_first(matching.first_span);
    for (const StepPair& pair : matching.by_first) {
        at_first.add(pair.first, at(pair));
    }
    DifferenceWriter at_second(matching.second_span);
    for (const StepPair& pair : matching.by_second) {
        at_second.add(pair.second, at(pair));
    }
    return {std::move(at_first).finished(), std::move(at_second).finished()};
}

std::optional<Bytes> difference_at(const LiveDifference& difference, Step step) {
    const auto gap = std::ranges::upper_bound(difference.unmatched, step, {}, &Lifetime::begin);
    if (gap != difference.unmatched.begin() && contains(*std::prev(gap), step)) {
        return std::nullopt;
    }
    const auto after = std::ranges::upper_bound(difference.steps, step);
    return after == difference.steps.begin()
               ? Bytes(0)
               : difference.bytes[static_cast<std::size_t>(after - difference.steps.begin()) - 1];
}

}  // namespace arenascope
