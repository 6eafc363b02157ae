#include "python/native/plan_questions.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <pybind11/stl.h>

#include "core/analysis/advice/advice.h"
#include "core/analysis/compare/compared_plans.h"
#include "core/analysis/compare/region_growth.h"
#include "core/analysis/explain/peak_report.h"
#include "core/base/error/quotation.h"
#include "core/check/contradictions.h"
#include "core/check/overlap_checker.h"
#include "core/format/document.h"
#include "python/native/opened_problem.h"
#include "python/native/placed_layout.h"
#include "python/native/python_error.h"
#include "python/native/python_text.h"
#include "python/native/waited_run.h"

namespace arenascope {
namespace {

namespace py = pybind11;

using Placed = std::shared_ptr<PlacedLayout>;

py::str name_in(const Problem& problem, BufferIndex buffer) {
    return python_text(problem.buffers[buffer].name.view());
}

py::list names_in_order(const Problem& problem, const std::vector<BufferIndex>& buffers) {
    py::list names;
    for (const BufferIndex buffer : buffers) {
        names.append(name_in(problem, buffer));
    }
    return names;
}

py::list texts_of(const std::vector<std::string>& texts) {
    py::list list;
    for (const std::string& text : texts) {
        list.append(python_text(text));
    }
    return list;
}

template <class Work>
auto without_gil(const Work& work) {
    const py::gil_scoped_release released;
    return work();
}

py::dict checked(const PlacedLayout& placed, std::size_t limit) {
    const Problem& problem = *placed.problem;
    const CheckReport report = without_gil([&] { return check(problem, *placed.layout, limit); });
    py::list overlaps;
    for (const Overlap& one : report.overlaps) {
        overlaps.append(py::make_tuple(name_in(problem, one.a), name_in(problem, one.b), one.steps.begin.value(),
                                       one.steps.end.value(), one.bytes.from.value(), one.bytes.to.value()));
    }
    py::list contradictions;
    for (const Contradiction& one : report.contradictions) {
        contradictions.append(python_text(sentence_of(one, problem)));
    }
    py::dict answer;
    answer["ok"] = lacks_all_sizes(problem) ? py::object(py::none()) : py::object(py::bool_(is_clean(report)));
    answer["overlaps"] = overlaps;
    answer["overlap_count"] = report.overlap_count;
    answer["misaligned"] = names_in_order(problem, report.misaligned);
    answer["outside"] = names_in_order(problem, report.outside);
    answer["unplaced"] = names_in_order(problem, report.unplaced);
    answer["contradictions"] = contradictions;
    return answer;
}

std::optional<RegionIndex> region_named(const PlacedLayout& placed, const std::optional<std::string>& name) {
    if (!name) {
        return std::nullopt;
    }
    const auto& regions = placed.problem->regions;
    const auto found = std::ranges::find(regions, *name, &Region::name);
    if (found == regions.end()) {
        std::string list;
        for (const Region& region : regions) {
            list += (list.empty() ? "" : ", ") + in_quotes(region.name);
        }
        raise({placed.origin->name, 0, "there is no region " + in_quotes(*name), "the regions are: " + list});
    }
    return RegionIndex(static_cast<std::size_t>(found - regions.begin()));
}

py::dict explained(const PlacedLayout& placed, const std::optional<std::string>& region_name) {
    const Problem& problem = *placed.problem;
    const auto region = region_named(placed, region_name);
    const PeakReport report = without_gil([&] { return peak_report(problem, *placed.layout, region); });
    FactTable chain = chain_facts(problem, report.chain);
    std::ranges::reverse(chain.rows);
    py::list live;
    for (const LiveShare& share : report.live) {
        live.append(name_in(problem, share.buffer));
    }
    py::dict answer;
    answer["region"] = python_text(problem.regions[report.region].name);
    answer["peak"] = report.peak.value();
    answer["threshold"] = report.threshold.value();
    answer["peak_step"] = report.peak_step.value();
    answer["chain"] = python_rows(chain);
    answer["holes"] = python_rows(hole_facts(report.holes));
    answer["live_at_threshold"] = live;
    answer["unplaced"] = names_in_order(problem, report.unplaced);
    return answer;
}

ComparedSide side_of(const PlacedLayout& placed) {
    ComparedSide side;
    side.problem = placed.problem;
    side.layout = placed.layout;
    side.risks = std::make_shared<const IndexedVector<BufferIndex, Risk>>();
    side.profiles = std::make_shared<const PlanProfiles>(*placed.problem, *placed.layout);
    return side;
}

py::object offset_or_none(std::optional<Offset> offset) {
    return offset ? py::object(py::int_(offset->value())) : py::object(py::none());
}

py::dict compared(const PlacedLayout& first, const PlacedLayout& second) {
    const ComparedPlans plans = without_gil([&] { return compare_plans(side_of(first), side_of(second)); });
    const LayoutComparison changes = comparison_of(plans.a.comparand(), plans.b.comparand(), plans.changes);
    py::list renamed;
    for (const auto& [before, after] : changes.renamed) {
        renamed.append(py::make_tuple(python_text(before), python_text(after)));
    }
    py::dict answer;
    answer["added"] = texts_of(changes.added);
    answer["removed"] = texts_of(changes.removed);
    answer["renamed"] = renamed;
    answer["moved"] = texts_of(changes.moved);
    answer["resized"] = texts_of(changes.resized);
    answer["retimed"] = texts_of(changes.retimed);
    answer["peak"] =
        py::make_tuple(offset_or_none(plans.figures_of_a.height.peak), offset_or_none(plans.figures_of_b.height.peak));
    answer["threshold"] =
        py::make_tuple(plans.figures_of_a.height.threshold.value(), plans.figures_of_b.height.threshold.value());
    py::list regions;
    for (const RegionGrowth& region : region_growths(plans.a, plans.b)) {
        regions.append(
            py::make_tuple(python_text(region.name), offset_or_none(region.first), offset_or_none(region.second)));
    }
    answer["regions"] = regions;
    answer["ok"] = py::make_tuple(is_clean(check(*first.problem, *first.layout, 1)),
                                  is_clean(check(*second.problem, *second.layout, 1)));
    return answer;
}

/// What may be tried, as Python gives it.
struct AdviceWish {
    std::optional<std::int64_t> capacity;
    std::optional<std::vector<std::string>> allowed;
    double most_extra_work = 20;
    std::optional<double> time_limit;
    std::uint64_t seed = 0;
    int threads = 0;
};

std::vector<Lever> levers_of(const std::optional<std::vector<std::string>>& names) {
    if (!names) {
        return {exact_levers.begin(), exact_levers.end()};
    }
    std::vector<Lever> levers;
    for (const std::string& name : *names) {
        const auto lever = lever_named(name);
        if (!lever) {
            raise({{}, 0, "there is no lever " + in_quotes(name), "the levers are " + names_of(all_levers)});
        }
        levers.push_back(*lever);
    }
    return levers;
}

SwitchedImport import_of(const std::shared_ptr<OpenedProblem>& opened) {
    return [opened](std::span<const KeyValue> switches) -> Expected<ImportedPlan> {
        if (switches.empty()) {
            return ImportedPlan{opened->document.problem, opened->document.layout};
        }
        return opened->again ? opened->again(switches)
                             : failure(Error{opened->name, 0, "a problem made from lists has no switches of an import",
                                             "read a model"});
    };
}

Placed layout_of(const std::shared_ptr<OpenedProblem>& opened, const AdviceOption& option) {
    PlacedLayout placed;
    placed.origin = opened;
    placed.problem = option.problem;
    placed.layout = option.layout;
    placed.threshold = option.threshold;
    placed.lower_bound = option.lower_bound;
    return std::make_shared<PlacedLayout>(std::move(placed));
}

py::dict option_row(const std::shared_ptr<OpenedProblem>& opened, const AdviceOption& option) {
    py::list levers;
    for (const Lever lever : option.levers) {
        levers.append(python_text(name_of(lever)));
    }
    py::dict row;
    row["levers"] = levers;
    row["threshold"] = option.threshold.value();
    row["peak"] = option.peak.value();
    row["lower_bound"] = option.lower_bound.value();
    row["extra_work"] = option.extra_work;
    row["traffic"] = option.traffic;
    row["fits"] = option.fits ? py::object(py::bool_(*option.fits)) : py::object(py::none());
    row["changes_results"] = option.types != ActivationType::as_in_file;
    row["command"] = python_text(option.command);
    row["layout"] = layout_of(opened, option);
    return row;
}

py::dict advised(const std::shared_ptr<OpenedProblem>& opened, const AdviceWish& wish) {
    WaitedRun run({});
    AdviceOrder order;
    order.import = import_of(opened);
    order.file = opened->name;
    order.switches = opened->switches;
    order.allowed = levers_of(wish.allowed);
    order.most_extra_work = wish.most_extra_work;
    order.capacity = wish.capacity ? std::optional(Bytes(*wish.capacity)) : std::nullopt;
    order.seed = wish.seed;
    order.threads =
        wish.threads > 0 ? wish.threads : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    order.stop = run.stop();
    const auto begin = std::chrono::steady_clock::now();
    order.is_over = [&] {
        const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
        return order.stop() || (wish.time_limit && passed.count() >= *wish.time_limit);
    };
    auto advice = run.result_of([&] { return advise(order); });
    if (!advice) {
        raise(about(opened->name, advice.error()));
    }
    py::list options;
    for (const AdviceOption& option : advice->options) {
        options.append(option_row(opened, option));
    }
    py::dict answer;
    const bool has_capacity = advice->options.front().fits.has_value();
    answer["fits"] =
        has_capacity ? py::object(py::bool_(advice->cheapest_that_fits() != nullptr)) : py::object(py::none());
    answer["options"] = options;
    answer["notes"] = texts_of(advice->notes);
    answer["complete"] = advice->is_complete;
    return answer;
}

}  // namespace

void add_plan_questions(py::module_& module) {
    module.def("check", [](const Placed& placed, std::size_t limit) { return checked(*placed, limit); });
    module.def("explain", [](const Placed& placed, const std::optional<std::string>& region) {
        return explained(*placed, region);
    });
    module.def("compare", [](const Placed& first, const Placed& second) { return compared(*first, *second); });
    module.def("advise", [](const std::shared_ptr<OpenedProblem>& opened, std::optional<std::int64_t> capacity,
                            std::optional<std::vector<std::string>> allowed, double most_extra_work,
                            std::optional<double> time_limit, std::uint64_t seed, int threads) {
        return advised(opened, {capacity, std::move(allowed), most_extra_work, time_limit, seed, threads});
    });
}

}  // namespace arenascope
