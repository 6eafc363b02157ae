#include "core/analysis/advice/advice.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "core/analysis/verdict/remedy.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/saved_moves.h"
#include "core/model/network/spill/second_traffic.h"
#include "core/planner/planning.h"

namespace arenascope {
namespace {

constexpr std::string_view sharing_planner = "operator-sharing";
constexpr std::string_view plain_planner = "portfolio";

/// Limits of extra work to try, in per cent; the highest allowed one comes besides.
constexpr std::array<double, 8> split_limits = {0, 1, 2, 5, 10, 20, 50, 100};

/// What is tried: levers, the limit of extra work of each that has one, and that of the first memory beside a second.
struct Trial {
    std::vector<Lever> levers;
    std::optional<double> limit;
    std::optional<Bytes> first_memory = {};  ///< empty: the lowest that the second one gives
    ActivationType types = ActivationType::as_in_file;
};

bool has(const std::vector<Lever>& levers, Lever lever) {
    return std::ranges::find(levers, lever) != levers.end();
}

/// Whether a plan fits; empty: nothing limits it. `capacity`: of each memory; empty: that of the problem.
std::optional<bool> fit(Problem problem, const Layout& layout, std::optional<Bytes> capacity) {
    if (capacity) {
        set_capacity(problem, capacity);
    }
    const bool is_limited =
        std::ranges::any_of(problem.regions, [](const Region& region) { return region.capacity && !region.second; });
    return is_limited ? std::optional(fits(problem, layout)) : std::nullopt;
}

std::string names_in(const std::vector<Lever>& levers, ActivationType types) {
    const std::string narrower =
        types == ActivationType::as_in_file ? "" : " (" + std::string(name_of(types)) + ", which changes the results)";
    return names_of(levers) + narrower;  // types is the last lever
}

class Adviser {
public:
    explicit Adviser(const AdviceOrder& order) : order_(order) {}

    Expected<Advice> run() {
        if (auto begun = begin(); !begun) {
            return tl::unexpected(begun.error());
        }
        for (const Trial& trial : trials()) {
            if (is_stopped() || (order_.is_over && order_.is_over())) {
                advice_.is_complete = false;
                break;
            }
            if (std::ranges::any_of(
                    refused_, [&](const auto& refused) { return std::ranges::includes(trial.levers, refused); })) {
                continue;
            }
            announce("trying " + names_in(trial.levers, trial.types) +
                     (trial.limit ? " up to " + percent_word(*trial.limit) + " more work" : ""));
            if (auto option = tried(trial)) {
                // Two levers, each within the limit, may be beyond it together.
                constexpr double rounding = 1e-9;
                if (option->extra_work <= order_.most_extra_work + rounding) {
                    advice_.options.push_back(std::move(*option));
                }
            } else if (!is_stopped()) {
                refused_.push_back(trial.levers);
                add_note("with " + names_in(trial.levers, trial.types) + ": " + option.error().cause);
            }
        }
        keep_frontier();
        return std::move(advice_);
    }

private:
    [[nodiscard]] bool is_stopped() const { return order_.stop && order_.stop(); }

    void announce(std::string_view words) const {
        if (order_.trying) {
            order_.trying(words);
        }
    }

    void add_note(std::string note) {
        if (std::ranges::find(advice_.notes, note) == advice_.notes.end()) {
            advice_.notes.push_back(std::move(note));
        }
    }

    /// The network as it is, and the levers that have something to move.
    Expected<void> begin() {
        announce("planning the network as it is");
        const auto known = imported({});
        if (!known) {
            return tl::unexpected(known.error());
        }
        const ImportedPlan* const plain = *known;
        const bool has_network = plain->problem.graph && !plain->problem.graph->operators.empty();
        if (has_segment_regions(plain->problem)) {
            return failure("it records an allocator, whose network is not known",
                           "give the model itself, or arenascope explain");
        }
        auto option = planned(Trial{}, {}, *plain);
        if (!option) {
            return tl::unexpected(option.error());
        }
        advice_.options.push_back(std::move(*option));
        spill_ = order_.spill ? order_.spill : own_second_memory(plain->problem);
        if (!has_network && !spill_) {
            add_note("the file has no operators, so no lever applies");
            return {};
        }
        for (const Lever lever : all_levers) {
            const bool applies = has_network || lever == Lever::spill;
            if (applies && has(order_.allowed, lever) && is_free(lever) &&
                (lever != Lever::types || has_wider_types(plain->problem))) {
                levers_.push_back(lever);
            }
        }
        if (has(levers_, Lever::split)) {
            announce("looking for chains of operators to run in parts");
            const std::vector<KeyValue> search = {*import_switch(Lever::split, order_.most_extra_work)};
            if (const ImportedPlan* found = imported(search).value_or(nullptr)) {
                choices_ = found->parts_choices;
            }
        }
        return {};
    }

    /// Looks for types that lower the threshold.
    bool has_wider_types(const Problem& plain) {
        const Bytes whole = arenascope::threshold(plain);
        for (const ActivationType type : narrower_types) {
            const auto changed = imported({types_switch(type)});
            if (!changed) {
                add_note("types: " + changed.error().cause);
                return false;
            }
            if (arenascope::threshold((*changed)->problem) < whole) {
                types_.push_back(type);
            }
        }
        if (types_.empty()) {
            add_note("types: no activation at the peak has wider elements");
        }
        return !types_.empty();
    }

    /// An import, kept for other trials with the same switches.
    Expected<const ImportedPlan*> imported(const std::vector<KeyValue>& switches) {
        const auto known = imports_.find(switches);
        if (known != imports_.end()) {
            return &known->second;
        }
        return order_.import(switches).map([&](ImportedPlan plan) -> const ImportedPlan* {
            return &imports_.emplace(switches, std::move(plan)).first->second;
        });
    }

    /// The last choice of chains within a limit of extra work; null: there is none.
    [[nodiscard]] const PartsChoice* choice_within(double limit) const {
        const PartsChoice* last = nullptr;
        for (const PartsChoice& choice : choices_) {
            last = choice.extra_work <= limit ? &choice : last;
        }
        return last;
    }

    /// The limits of extra work for splitting that differ in the chains.
    [[nodiscard]] std::vector<double> limits() const {
        std::vector<double> limits;
        const PartsChoice* before = nullptr;
        for (const double limit : split_limits) {
            const PartsChoice* const choice = choice_within(limit);
            if (limit < order_.most_extra_work && choice != before) {
                limits.push_back(limit);
                before = choice;
            }
        }
        if (choices_.empty() || choice_within(order_.most_extra_work) != before) {
            limits.push_back(order_.most_extra_work);
        }
        return limits;
    }

    /// The switch of a lever. What a search found already is named, so that it is not searched again.
    [[nodiscard]] std::optional<KeyValue> switch_of(Lever lever, double limit) const {
        const PartsChoice* const choice = lever == Lever::split ? choice_within(limit) : nullptr;
        return choice != nullptr ? KeyValue("parts", choice->parts) : import_switch(lever, limit);
    }

    [[nodiscard]] static KeyValue types_switch(ActivationType type) { return {"types", std::string(name_of(type))}; }

    /// The region that the file marks as one.
    [[nodiscard]] static std::optional<SpillWish> own_second_memory(const Problem& problem) {
        const auto found = std::ranges::find(problem.regions, true, &Region::second);
        return found == problem.regions.end() || problem.regions.size() == 1
                   ? std::nullopt
                   : std::optional(SpillWish{.memory = found->name, .capacity = {}, .most = {}});
    }

    /// Whether the user's own switches leave a lever to be chosen.
    bool is_free(Lever lever) {
        if (lever == Lever::spill && !spill_) {
            add_note("spill: the file names no second memory; --set spill=NAME:BYTES gives one");
            return false;
        }
        const auto key = lever == Lever::spill   ? std::optional(KeyValue("spill", text_of(*spill_)))
                         : lever == Lever::types ? std::optional(types_switch(ActivationType::as_in_file))
                                                 : import_switch(lever, 0);
        const bool is_set =
            key && std::ranges::find(order_.switches, key->first, &KeyValue::first) != order_.switches.end();
        if (is_set) {
            add_note(std::string(name_of(lever)) + ": --set " + key->first + " decides it");
        }
        return !is_set;
    }

    /// Every set of levers, the smallest first; splitting under each limit, but with recomputing only under the
    /// highest.
    [[nodiscard]] std::vector<Trial> trials() const {
        const std::vector<double> limits = this->limits();
        std::vector<Trial> trials;
        for (std::size_t set = 1; set < (std::size_t{1} << levers_.size()); ++set) {
            Trial trial;
            for (std::size_t i = 0; i < levers_.size(); ++i) {
                if ((set >> i & 1U) != 0) {
                    trial.levers.push_back(levers_[i]);
                }
            }
            if (trial.levers.size() > order_.most_levers) {
                continue;
            }
            // Under several limits only where splitting stands without another lever that has one.
            const bool is_under_highest = has(trial.levers, Lever::spill) || has(trial.levers, Lever::recompute);
            const bool splits = has(trial.levers, Lever::split);
            const auto memories =
                has(trial.levers, Lever::spill) ? targets() : std::vector<std::optional<Bytes>>{std::nullopt};
            const auto types = has(trial.levers, Lever::types) ? types_ : std::vector{ActivationType::as_in_file};
            for (std::size_t i = 0; i < memories.size() * types.size(); ++i) {
                trial.first_memory = memories[i / types.size()];
                trial.types = types[i % types.size()];
                if (is_under_highest && (splits || has(trial.levers, Lever::recompute))) {
                    trial.limit = order_.most_extra_work;
                    trials.push_back(trial);
                } else if (!splits) {
                    trials.push_back(trial);
                } else {
                    for (const double limit : limits) {
                        trial.limit = limit;
                        trials.push_back(trial);
                    }
                }
            }
        }
        std::ranges::stable_sort(trials, {}, [](const Trial& trial) { return trial.levers.size(); });
        return trials;
    }

    /// What the first memory may need beside a second one.
    [[nodiscard]] std::vector<std::optional<Bytes>> targets() const {
        if (order_.capacity) {
            return {order_.capacity};
        }
        const std::int64_t whole = advice_.options.front().threshold.value();
        return {std::nullopt, Bytes(whole / 4 * 3), Bytes(whole / 2)};
    }

    /// With a second memory, a limit that cannot be kept gives the lowest one. A plan that ends above its threshold,
    /// and so above the capacity, is tried once more with as much less.
    Expected<AdviceOption> tried(const Trial& trial) {
        auto option = tried_once(trial);
        if (!trial.first_memory) {
            return option;
        }
        Trial other = trial;
        if (!option) {
            other.first_memory = std::nullopt;
            return order_.capacity ? tried_once(other) : std::move(option);
        }
        const std::int64_t lost = (option->peak - Offset(0)).value() - option->threshold.value();
        if (order_.capacity && !option->fits.value_or(true) && lost > 0) {
            other.first_memory = *trial.first_memory - Bytes(lost);
            auto second = tried_once(other);
            return second && second->fits.value_or(false) ? std::move(second) : std::move(option);
        }
        return option;
    }

    Expected<AdviceOption> tried_once(const Trial& trial) {
        std::vector<KeyValue> switches;
        for (const Lever lever : trial.levers) {
            if (lever == Lever::spill) {
                SpillWish wish = *spill_;
                wish.most = trial.first_memory;
                switches.emplace_back("spill", text_of(wish));
            } else if (lever == Lever::types) {
                switches.push_back(types_switch(trial.types));
            } else if (auto setting = switch_of(lever, trial.limit.value_or(0))) {
                switches.push_back(std::move(*setting));
            }
        }
        const auto changed = imported(switches);
        if (!changed) {
            return tl::unexpected(changed.error());
        }
        return planned(trial, std::move(switches), **changed);
    }

    Expected<AdviceOption> planned(const Trial& trial, std::vector<KeyValue> switches, const ImportedPlan& network) {
        const bool shares = has(trial.levers, Lever::sharing);
        PlanOrder run{.planner = std::string(shares ? sharing_planner : plain_planner),
                      .settings = order_.settings,
                      .seed = order_.seed,
                      .threads = order_.threads,
                      .stop = order_.stop};
        if (!shares) {
            run.settings.emplace_back("work", std::to_string(order_.work));
        }
        auto plan = run_planner(network.problem, network.layout, run);
        if (!plan) {
            return tl::unexpected(plan.error());
        }
        if (!plan->result.reproducible || !is_complete(plan->result.layout)) {
            return failure("it was stopped before its plan was complete", "give it more time");
        }
        if (!is_sound(plan->problem, plan->result.layout)) {
            return failure("the checker refused its plan", "report this as an error of the program");
        }
        AdviceOption option;
        option.levers = trial.levers;
        option.types = trial.types;
        option.threshold = shares ? plan->result.threshold : arenascope::threshold(network.problem);
        option.peak = peak(plan->problem, plan->result.layout);
        option.lower_bound = plan->result.lower_bound;
        option.extra_work =
            advice_.options.empty() ? 0 : extra_work(*advice_.options.front().problem, network.problem) * 100;
        option.traffic = network.extra_traffic -
                         (shares ? saved_moves(plan->problem, plan->result.layout).bytes.value() : 0) +
                         second_traffic(network.problem) -
                         (advice_.options.empty() ? second_traffic(network.problem)
                                                  : second_traffic(*advice_.options.front().problem));
        option.fits = fit(plan->problem, plan->result.layout, order_.capacity);
        switches.insert(switches.begin(), order_.switches.begin(), order_.switches.end());
        const bool is_lowest = option.peak - Offset(0) <= option.lower_bound;
        if (is_lowest && !shares) {
            run.settings.pop_back();  // with more work, it ends there, too
        }
        option.command = command_text(plan_command(order_.file, switches), run);
        option.switches = std::move(switches);
        option.problem = std::make_shared<const Problem>(std::move(plan->problem));
        option.layout = std::make_shared<const Layout>(std::move(plan->result.layout));
        return option;
    }

    /// Sorts, and drops what is not below everything that costs no more.
    void keep_frontier() {
        const auto cost = [](const AdviceOption& option) {
            return std::tuple(option.extra_work, option.traffic, option.levers.size());
        };
        const auto is_beaten_by = [&](const AdviceOption& one, const AdviceOption& other) {
            const bool costs_no_more = other.types <= one.types && other.extra_work <= one.extra_work &&
                                       other.traffic <= one.traffic && other.levers.size() <= one.levers.size();
            return costs_no_more && std::tuple(other.peak, cost(other)) < std::tuple(one.peak, cost(one));
        };
        std::vector<AdviceOption> kept;
        for (std::size_t i = 0; i < advice_.options.size(); ++i) {
            const AdviceOption& one = advice_.options[i];
            const bool is_same_as_before = std::ranges::any_of(kept, [&](const AdviceOption& other) {
                return std::tuple(other.peak, other.types, cost(other)) == std::tuple(one.peak, one.types, cost(one));
            });
            // A lever beside others is worth its place only where the peak comes down.
            const bool is_beaten = std::ranges::any_of(advice_.options, [&](const AdviceOption& other) {
                return is_beaten_by(one, other) ||
                       (other.types <= one.types && other.levers.size() < one.levers.size() &&
                        other.extra_work <= one.extra_work && other.peak <= one.peak &&
                        (other.traffic <= one.traffic || !has(one.levers, Lever::spill)));
            });
            if (i == 0 || (!is_beaten && !is_same_as_before)) {
                kept.push_back(one);
            }
        }
        std::stable_sort(kept.begin() + 1, kept.end(),
                         [&](const AdviceOption& one, const AdviceOption& other) { return cost(one) < cost(other); });
        advice_.options = std::move(kept);
    }

    const AdviceOrder& order_;
    Advice advice_;
    std::vector<Lever> levers_;
    std::vector<PartsChoice> choices_;  ///< chains for rising limits of extra work; empty: none lowers the threshold
    std::map<std::vector<KeyValue>, ImportedPlan> imports_;  ///< by their switches
    std::optional<SpillWish> spill_;                         ///< the second memory; empty: there is none
    std::vector<ActivationType> types_;                      ///< that lower the threshold
    std::vector<std::vector<Lever>> refused_;  ///< by the import or the planner, so no more levers join them
};

}  // namespace

std::string AdviceOption::name() const {
    return names_in(levers, types);
}

Advice with_capacity(Advice advice, std::optional<Bytes> capacity) {
    for (AdviceOption& option : advice.options) {
        option.fits = capacity ? fit(*option.problem, *option.layout, capacity) : std::nullopt;
    }
    return advice;
}

const AdviceOption* Advice::cheapest_that_fits() const {
    const AdviceOption* best = nullptr;
    for (const AdviceOption& option : options) {
        if (option.fits.value_or(false) && (best == nullptr || option.types < best->types)) {
            best = &option;
        }
    }
    return best;
}

const AdviceOption& Advice::lowest() const {
    return *std::ranges::min_element(options, {}, &AdviceOption::peak);
}

Expected<Advice> advise(const AdviceOrder& order) {
    return Adviser(order).run();
}

}  // namespace arenascope
