#include "core/model/network/partial_execution.h"

#include <utility>

#include "core/base/text/amount.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/network_problem.h"
#include "core/model/network/parts/part_price.h"
#include "core/model/network/parts/split_network.h"

namespace arenascope {
namespace {

std::string words_of(const SplitSteps& steps, const Chain& chain) {
    const std::string of = chain.first == chain.last
                               ? steps.label_of(chain.first) + " runs"
                               : steps.label_of(chain.first) + " to " + steps.label_of(chain.last) + " run";
    return of + " in " + std::to_string(chain.parts) + " parts along the " + std::string(name_of(chain.axis));
}

/// A number of multiplications as a share of those of the whole network.
std::string share_of(std::int64_t extra, std::int64_t work) {
    return percent_text(work > 0 ? static_cast<double>(extra) / static_cast<double>(work) : 0);
}

class Execution {
public:
    Execution(const Network& network, const ImportOptions& options, const BodyPlannerMaker& planner,
              const std::string& source)
        : options_(options), planner_(planner), source_(source), steps_(network, options.fold) {
        result_.network = network;
    }

    Expected<PartialExecution> run() {
        const auto whole = problem_of(result_.network);
        if (!whole) {
            return failure(whole.error());
        }
        result_.threshold_before = result_.threshold = threshold(*whole);
        price_ = price_of_run(result_.network, options_.fold);
        result_.work = price_.work;
        const PartsWish& wish = options_.parts;
        if (wish.least_peak) {
            SplitLimits limits;
            limits.size_multiple = options_.size_multiple;
            limits.most_extra = wish.most_extra;
            limits.wants_frontier = true;
            result_.search = search_split(steps_, *whole, limits);
        }
        const auto& chains = wish.least_peak ? result_.search->best.chains : wish.chains;
        if (auto split = run_in_parts(chains); !split) {
            return failure(std::move(split.error()));
        }
        if (wish.least_peak) {
            add_choices();
            note_limit(*whole);
        }
        return std::move(result_);
    }

private:
    [[nodiscard]] Expected<Problem> problem_of(const Network& network) const {
        return imported_model(network, options_, planner_(), source_).map([](ImportedModel model) {
            return std::move(model.problem);
        });
    }

    Expected<void> run_in_parts(const std::vector<Chain>& chains) {
        for (const Chain& chain : chains) {
            if (auto reason = steps_.reason_against(chain); !reason.empty()) {
                return failure(Error{source_, 0, "parts: " + text_of({chain}) + " is not possible: " + reason,
                                     "choose other steps, or write parts=least-peak"});
            }
        }
        if (chains.empty()) {
            return {};
        }
        Network changed = split_network(steps_, chains);
        const auto problem = problem_of(changed);
        if (!problem) {
            return failure(problem.error());
        }
        const Bytes lower = threshold(*problem);
        if (options_.parts.least_peak && lower >= result_.threshold_before) {
            return {};
        }
        const RunPrice price = price_of_run(changed, options_.fold);
        result_.chains = chains;
        result_.threshold = lower;
        result_.extra_work = price.work - price_.work;
        result_.extra_traffic = price.traffic - price_.traffic;
        note_chains();
        result_.network = std::move(changed);
        return {};
    }

    void add_choices() {
        std::vector<SplitPlan> plans = result_.search->frontier;
        std::erase_if(plans, [&](const SplitPlan& plan) { return plan.extra > result_.search->best.extra; });
        plans.push_back(result_.search->best);
        for (const SplitPlan& plan : plans) {
            const double share =
                result_.work > 0 ? static_cast<double>(plan.extra) / static_cast<double>(result_.work) : 0;
            PartsChoice choice{share * 100, text_of(plan.chains), plan.threshold};
            if (!plan.chains.empty() && (result_.choices.empty() || choice != result_.choices.back())) {
                result_.choices.push_back(std::move(choice));
            }
        }
    }

    void note_chains() {
        for (const Chain& chain : result_.chains) {
            result_.notes.push_back("parts: " + words_of(steps_, chain));
        }
        result_.notes.push_back("parts=" + text_of(result_.chains) + ": the threshold was " +
                                grouped(result_.threshold_before.value()) + " bytes and is " +
                                grouped(result_.threshold.value()) + ", for " +
                                share_of(result_.extra_work, result_.work) + " more multiplications and " +
                                grouped(result_.extra_traffic) + " bytes more that are read and written");
    }

    /// Says what keeps the threshold from being lower.
    void note_limit(const Problem& whole) {
        const SplitSearch& search = *result_.search;
        if (result_.chains.empty()) {
            result_.notes.push_back(
                search.floor.threshold < result_.threshold_before
                    ? "parts: nothing is gained within the limit of additional multiplications; without it, parts=" +
                          text_of(search.floor.chains) + " has a threshold of " +
                          grouped(search.floor.threshold.value()) + " bytes for " +
                          share_of(search.floor.extra, result_.work) + " more"
                    : "parts: no chain of operators lowers the threshold");
        }
        if (!search.is_complete) {
            result_.notes.emplace_back("parts: the search ended at its limit of work; there may be lower thresholds");
            return;
        }
        if (whole.buffers.empty()) {
            return;
        }
        result_.notes.push_back("parts: however many parts and multiplications, the threshold stays at " +
                                grouped(search.floor.threshold.value()) + " bytes: " + reason_of_floor());
    }

    [[nodiscard]] std::string reason_of_floor() const {
        const std::size_t step = result_.search->floor_step;
        if (const auto& chain = result_.search->floor_chain) {
            return steps_.label_of(step) + " is lowest in the chain " + text_of({*chain}) + ", where " +
                   grouped(result_.search->floor_whole.value()) +
                   " bytes stay whole: what it reads and writes, and what is needed later";
        }
        if (steps_.form(step, SplitAxis::height) || steps_.form(step, SplitAxis::width)) {
            return "what a chain around " + steps_.label_of(step) +
                   " reads and writes, and what is needed later, stays whole";
        }
        return "step " + std::to_string(step) + " cannot run in parts: " + steps_.form(step, SplitAxis::height).error();
    }

    const ImportOptions& options_;
    const BodyPlannerMaker& planner_;
    const std::string& source_;
    SplitSteps steps_;
    RunPrice price_;
    PartialExecution result_;
};

}  // namespace

Expected<PartialExecution> partially_executed(const Network& network, const ImportOptions& options,
                                              const BodyPlannerMaker& planner, const std::string& source) {
    return Execution(network, options, planner, source).run();
}

}  // namespace arenascope
