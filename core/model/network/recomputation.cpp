#include "core/model/network/recomputation.h"

#include <utility>

#include "core/base/text/amount.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/network_problem.h"
#include "core/model/network/recompute/recomputed_network.h"

namespace arenascope {
namespace {

/// "step 3 (Relu 'relu3') runs again before step 9 (Add 'add9')".
std::string repeat_words(const SplitSteps& steps, const Repeat& repeat) {
    return (repeat.first < repeat.last
                ? "what " + steps.label_of(repeat.last) + " needs from step " + std::to_string(repeat.first) + " on"
                : steps.label_of(repeat.last)) +
           " runs again before " + steps.label_of(repeat.before);
}

std::string price_words(const RecomputePlan& plan, std::int64_t work) {
    return percent_text(work > 0 ? static_cast<double>(plan.extra_work) / static_cast<double>(work) : 0) +
           " more multiplications and " + grouped(plan.extra_traffic) + " bytes more that are read and written";
}

/// Why nothing, or nothing more, is gained.
std::string limit_words(const RecomputeSearch& search, const SplitSteps& steps) {
    if (!search.is_complete) {
        return "the search ended at its limit of work; there may be lower thresholds";
    }
    const auto step = static_cast<std::size_t>(search.peak_step.value());
    const std::string none =
        search.best.repeats.empty() ? "no set of operators that run again is lower" : "no other set is lower";
    if (search.is_limited) {
        return "within the limit of additional multiplications " + none;
    }
    return search.best.repeats.empty() && step < steps.size() ? none + ": the threshold is at " + steps.label_of(step)
                                                              : none;
}

}  // namespace

Expected<Recomputation> recomputed(const Network& network, const ImportOptions& options,
                                   const BodyPlannerMaker& planner, const std::string& source) {
    const SplitSteps steps(network, options.fold);
    const ImportNetwork import = [&](const Network& one) {
        return imported_model(one, options, planner(), source).map([](ImportedModel model) {
            return std::move(model.problem);
        });
    };
    Recomputation result;
    result.network = network;
    const RecomputeWish& wish = options.recompute;
    for (const Repeat& repeat : wish.repeats) {
        if (auto reason = reason_against(steps, repeat); !reason.empty()) {
            return failure(Error{source, 0, "recompute: " + text_of({repeat}) + " is not possible: " + reason,
                                 "choose other steps, or write recompute=least-peak"});
        }
    }
    const auto before = import(network);
    if (!before) {
        return failure(before.error());
    }
    result.threshold_before = threshold(*before);
    const RunPrice price = price_of_run(network, options.fold);
    if (wish.least_peak) {
        auto search = search_recompute(steps, import, options.fold, {.most_extra = wish.most_extra});
        if (!search) {
            return failure(search.error());
        }
        result.plan = search->best;
        result.search = std::move(*search);
    } else {
        result.plan.repeats = wish.repeats;
    }
    if (!result.plan.repeats.empty()) {
        Network changed = recomputed_network(steps, result.plan.repeats).network;
        const auto after = import(changed);
        if (!after) {
            return failure(after.error());
        }
        const RunPrice now = price_of_run(changed, options.fold);
        result.plan = {std::move(result.plan.repeats), threshold(*after), now.work - price.work,
                       now.traffic - price.traffic};
        result.network = std::move(changed);
        for (const Repeat& repeat : result.plan.repeats) {
            result.notes.push_back("recompute: " + repeat_words(steps, repeat));
        }
        result.notes.push_back("recompute=" + text_of(result.plan.repeats) + ": the threshold was " +
                               grouped(result.threshold_before.value()) + " bytes and is " +
                               grouped(result.plan.threshold.value()) + ", for " +
                               price_words(result.plan, price.work));
    } else {
        result.plan.threshold = result.threshold_before;
    }
    if (result.search) {
        result.notes.push_back("recompute: " + limit_words(*result.search, steps));
    }
    return result;
}

}  // namespace arenascope
