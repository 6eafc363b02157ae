#include "core/analysis/explain/learning_curve.h"

#include <algorithm>
#include <utility>

#include "core/model/memory/external_fragmentation.h"
#include "core/model/memory/layout.h"
#include "core/trace/trace_player.h"

namespace arenascope {
namespace {

bool is_of_learning(const Frame& frame) {
    const bool is_kind =
        frame.kind == FrameKind::improvement || frame.kind == FrameKind::generation || frame.kind == FrameKind::episode;
    return is_kind && frame.parent == FrameIndex::none();
}

LearningCurve::Figure figure_of(const Trace& trace) {
    const std::pair<std::string, std::string> criterion{"criterion", "fragmentation"};
    return std::ranges::find(trace.provenance.options, criterion) != trace.provenance.options.end()
               ? LearningCurve::Figure::fragmentation
               : LearningCurve::Figure::sum_of_peaks;
}

/// The figure of a layout that changes from frame to frame. Only regions with a moved buffer are measured again.
class FigureMeter {
public:
    FigureMeter(const Problem& problem, LearningCurve::Figure figure)
        : problem_(problem),
          figure_(figure),
          layout_(empty_layout(problem)),
          amounts_(problem.regions.size(), 0),
          is_changed_(problem.regions.size(), false) {}

    std::int64_t after(const std::vector<Move>& moves) {
        for (const Move& move : moves) {
            const RegionIndex region = problem_.buffers[move.buffer].region;
            layout_.placements[move.buffer] = {move.to, region};
            is_changed_[region] = true;
        }
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < amounts_.size(); ++i) {
            if (std::exchange(is_changed_[i], false)) {
                amounts_[i] = amount_in(RegionIndex(i));
            }
            sum += amounts_[i];
        }
        return sum;
    }

private:
    [[nodiscard]] std::int64_t amount_in(RegionIndex region) const {
        return figure_ == LearningCurve::Figure::sum_of_peaks ? peak(problem_, layout_, region).value()
                                                              : external_fragmentation(problem_, layout_, region).total;
    }

    const Problem& problem_;
    LearningCurve::Figure figure_;
    Layout layout_;
    IndexedVector<RegionIndex, std::int64_t> amounts_;  ///< by region
    IndexedVector<RegionIndex, char> is_changed_;       ///< by region
};

}  // namespace

LearningCurve learning_curve(const Trace& trace, const Problem& problem) {
    LearningCurve curve{figure_of(trace), {}};
    const auto first_other =
        std::ranges::find_if_not(trace.roots, [&trace](FrameIndex root) { return is_of_learning(trace.frames[root]); });
    const bool is_followed =
        first_other != trace.roots.end() && trace.frames[*first_other].kind == FrameKind::placement;
    if (problem.regions.size() < 2 || !is_followed) {
        return curve;
    }
    FigureMeter meter(problem, curve.figure);
    ChangeWalk walk(trace);
    for (auto root = trace.roots.begin(); root != first_other; ++root) {
        const Frame& frame = trace.frames[*root];
        LearningCurve::Point point{*root, meter.after(walk.changes_of(*root).moves)};
        if (frame.learning && curve.figure == LearningCurve::Figure::sum_of_peaks) {
            point.mean = point.amount + (frame.learning->mean - frame.learning->best).value();
        }
        curve.points.push_back(point);
    }
    return curve;
}

std::vector<std::optional<std::int64_t>> best_so_far(const Trace& trace, std::span<const FrameIndex> chief,
                                                     std::span<const std::size_t> begins,
                                                     const LearningCurve& learning) {
    std::vector<std::optional<std::int64_t>> best(chief.size());
    std::optional<std::int64_t> lowest;
    for (std::size_t i = 0; i < chief.size(); ++i) {
        if (std::ranges::binary_search(begins, i)) {
            lowest.reset();
        }
        const bool is_learned = i < learning.points.size();
        const Frame& frame = trace.frames[chief[i]];
        if (!is_learned && frame.kind == FrameKind::placement) {
            lowest.reset();
            continue;
        }
        const std::int64_t amount = is_learned ? learning.points[i].amount : frame.peak.value();
        lowest = std::min(lowest.value_or(amount), amount);
        best[i] = lowest;
    }
    return best;
}

}  // namespace arenascope
