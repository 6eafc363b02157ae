#include "arenascope/plan.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/format/writing.h"
#include "core/library/contents.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"

namespace arenascope::api {

std::vector<PlannerInfo> planners() {
    std::vector<PlannerInfo> list;
    for (const PlannerDescription& planner : described_planners()) {
        list.push_back({std::string(planner.name), std::string(planner.summary), {}});
        for (const OptionSpec& option : planner.options) {
            list.back().options.emplace_back(option.key);
        }
    }
    return list;
}

Result<Layout> Layout::make(const Problem& problem, const std::vector<std::optional<std::int64_t>>& offsets) {
    const arenascope::Problem& own = problem.content().document.problem;
    if (offsets.size() != own.buffers.size()) {
        return refused("there are " + std::to_string(offsets.size()) + " offsets for " +
                           std::to_string(own.buffers.size()) + " buffers",
                       "give one for each buffer");
    }
    LayoutContent content{problem, empty_layout(own)};
    for (std::size_t i = 0; i < offsets.size(); ++i) {
        const BufferIndex buffer(i);
        if (offsets[i]) {
            content.layout.placements[buffer] = Placement{Offset(*offsets[i]), own.buffers[buffer].region};
        }
    }
    return Layout(std::make_shared<const LayoutContent>(std::move(content)));
}

Layout Layout::of_file(const Problem& problem) {
    const Document& document = problem.content().document;
    return Layout(std::make_shared<const LayoutContent>(
        LayoutContent{problem, document.layout, document.provenance, document.trace}));
}

std::vector<std::optional<std::int64_t>> Layout::offsets() const {
    std::vector<std::optional<std::int64_t>> offsets;
    offsets.reserve(content_->layout.placements.size());
    for (const OptionalPlacement& placement : content_->layout.placements) {
        offsets.push_back(placement ? std::optional(placement->offset.value()) : std::nullopt);
    }
    return offsets;
}

bool Layout::is_complete() const {
    return arenascope::is_complete(content_->layout);
}

std::int64_t Layout::peak() const {
    return arenascope::peak(content_->problem.content().document.problem, content_->layout).value();
}

std::int64_t Layout::lower_bound() const {
    return content_->lower_bound;
}

bool Layout::is_optimal() const {
    return is_complete() && peak() <= lower_bound();
}

const Problem& Layout::problem() const {
    return content_->problem;
}

Result<void> Layout::save(const std::string& path) const {
    const auto written =
        write_document(path, content_->problem.content().document.problem, content_->layout, content_->provenance);
    return written ? Result<void>() : refused(written.error());
}

Result<void> Layout::save_trace(const std::string& path) const {
    if (!content_->trace) {
        return refused("the run was not recorded", "set PlanOptions::record");
    }
    const auto written =
        write_trace(path, content_->problem.content().document.problem, content_->layout, *content_->trace);
    return written ? Result<void>() : refused(written.error());
}

Result<Layout> plan(const Problem& problem, const PlanOptions& options) {
    const Document& document = problem.content().document;
    PlanOrder order;
    order.planner = options.planner;
    order.settings = options.settings;
    order.seed = options.seed;
    order.threads = std::max(options.threads, 1);
    order.capacity = options.capacity ? std::optional(Bytes(*options.capacity)) : std::nullopt;
    order.time_limit_seconds = options.time_limit_seconds;
    order.record = options.record;
    order.stop = options.stop;
    if (options.progress) {
        order.progress = [tell = options.progress](const arenascope::Progress& progress) {
            const std::int64_t best = progress.best_peak.value();
            tell({progress.work, progress.work_limit, best > 0 ? std::optional(best) : std::nullopt,
                  progress.lower_bound.value()});
        };
    }
    auto made = run_planner(document.problem, document.layout, order);
    if (!made) {
        return refused(made.error());
    }
    if (!arenascope::is_complete(made->result.layout)) {
        return made->result.misfits.empty()
                   ? refused(stopped_too_early())
                   : refused(std::to_string(made->result.misfits.size()) + " buffers do not fit below the capacity",
                             "raise the capacity, or use another planner");
    }
    Document planned = document;
    planned.problem = std::move(made->problem);
    planned.trace.reset();
    LayoutContent content{Problem(std::make_shared<const ProblemContent>(ProblemContent{std::move(planned)})),
                          std::move(made->result.layout), std::move(made->provenance), std::move(made->trace),
                          made->result.lower_bound.value()};
    return Layout(std::make_shared<const LayoutContent>(std::move(content)));
}

}  // namespace arenascope::api
