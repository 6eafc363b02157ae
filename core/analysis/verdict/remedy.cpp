#include "core/analysis/verdict/remedy.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "core/analysis/improvement/layout_improvement.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/shell_word.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/operator_work.h"
#include "core/model/network/lever.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"

namespace arenascope {
namespace {

/// A planner to try, and what it costs beside others.
struct Trial {
    RemedyKind kind = RemedyKind::planner;
    const PlannerDescription* planner = nullptr;
};

constexpr std::string_view greedy_planner_name = "offsets-greedy-by-size";
constexpr std::string_view lever_planner_name = "portfolio";

/// Limit of the extra work for splitting, in per cent.
constexpr double most_extra_work = 100;

/// The planners that may help, the cheapest first: a greedy one, those that search, the exact one, sharing.
std::vector<Trial> trials_of(const Problem& problem) {
    std::vector<Trial> trials;
    for (const Planner& planner : planners()) {
        const PlannerDescription& description = planner.description;
        if (description.family == PlannerFamily::searching || description.name == greedy_planner_name) {
            trials.push_back({RemedyKind::planner, &description});
        } else if (description.family == PlannerFamily::operator_sharing && problem.graph &&
                   !problem.graph->operators.empty()) {
            trials.push_back({RemedyKind::sharing, &description});
        }
    }
    const auto cost = [](const Trial& trial) {
        return std::tuple(trial.kind, trial.planner->name != greedy_planner_name,
                          trial.planner->kind == PlannerKind::exact, trial.planner->kind != PlannerKind::tuner);
    };
    std::ranges::stable_sort(trials, {}, cost);
    return trials;
}

void add_settings(std::vector<std::string>& words, std::span<const KeyValue> settings) {
    for (const auto& [key, value] : settings) {
        words.insert(words.end(), {"--set", key + "=" + value});
    }
}

std::string move_label(const Improvement& improvement, const Problem& problem) {
    const std::size_t moves = improvement.moves.size();
    return "Move " + in_quotes(problem.buffers[improvement.buffer].name) +
           (moves > 1 ? " and " + std::to_string(moves - 1) + " more" : "");
}

class RemedySearch {
public:
    explicit RemedySearch(const RemedyOrder& order) : order_(order), problem_(*order.problem) {
        if (order_.capacity) {
            set_capacity(problem_, order_.capacity);
        }
        if (is_complete(*order_.today) && is_sound(problem_, *order_.today)) {
            today_ = lowest_ = peak(problem_, *order_.today);
            today_fits_ = is_fitting_ = fits(problem_, *order_.today);
        }
        const std::vector<Bytes> thresholds = region_thresholds(problem_, Layout());
        for (std::size_t i = 0; i < thresholds.size(); ++i) {
            const auto& capacity = problem_.regions[i].capacity;
            threshold_ = counts_in_peak(problem_, RegionIndex(i)) ? std::max(threshold_, thresholds[i]) : threshold_;
            can_fit_ = can_fit_ && (!capacity || thresholds[i] <= *capacity);
        }
    }

    std::vector<Remedy> run() {
        if (has_segment_regions(problem_) || problem_.buffers.empty() ||
            problem_.buffers.size() > most_buffers_of_remedies) {
            return {};
        }
        if (order_.with_moves && can_fit_) {
            try_moves();
        }
        for (const Trial& trial : trials_of(problem_)) {
            if (is_stopped()) {
                break;
            }
            if (is_worth_trying(trial)) {
                try_planner(trial);
            }
        }
        if (order_.import && order_.problem->graph && !order_.problem->graph->operators.empty()) {
            try_order();
            try_split();
        }
        std::ranges::stable_sort(found_, {},
                                 [](const Remedy& one) { return std::tuple(!one.fits, one.peak, one.kind); });
        return std::move(found_);
    }

private:
    [[nodiscard]] bool is_stopped() const { return order_.stop && order_.stop(); }

    /// Without sharing, nothing is below the threshold. A second planner that reaches it says nothing new.
    [[nodiscard]] bool is_worth_trying(const Trial& trial) const {
        return trial.planner->name != order_.made_by &&
               (trial.kind == RemedyKind::sharing ||
                (can_fit_ && (!lowest_ || *lowest_ - Offset(0) > threshold_ || !is_fitting_)));
    }

    void announce(std::string_view label) const {
        if (order_.trying) {
            order_.trying(label);
        }
    }

    void try_moves() {
        announce("Move a buffer");
        const ImprovementReport report = find_improvements(
            problem_, *order_.today, {.buffers = {}, .most = 1, .work = order_.work, .stop = order_.stop});
        if (report.improvements.empty() || !today_) {
            return;
        }
        const Improvement& best = report.improvements.front();
        Remedy remedy;
        remedy.kind = RemedyKind::move;
        remedy.label = move_label(best, problem_);
        offer(std::move(remedy), problem_, improved_layout(*order_.today, best));
    }

    /// The options of a planner, with its budget cut to the limit.
    [[nodiscard]] std::vector<KeyValue> settings_of(const PlannerDescription& planner) const {
        std::vector<KeyValue> settings = order_.settings;
        for (const OptionSpec& spec : planner.options) {
            if (spec.key == "work" && std::stoull(std::string(spec.default_value)) > order_.work) {
                settings.emplace_back(spec.key, std::to_string(order_.work));
            }
        }
        return settings;
    }

    /// The network is changed only where nothing fits.
    [[nodiscard]] bool may_change_network() const { return !is_stopped() && !is_fitting_; }

    void try_order() {
        if (may_change_network()) {
            announce("Change the network: order");
            plan_changed(RemedyKind::order, *import_switch(Lever::order, 0));
        }
    }

    /// Tries the cheapest chains that may fit, then dearer ones. Where none may, the lowest.
    void try_split() {
        if (!may_change_network()) {
            return;
        }
        announce("Change the network: split");
        const std::vector<KeyValue> search = {*import_switch(Lever::split, most_extra_work)};
        const auto searched = order_.import(search);
        const std::size_t count = searched ? searched->parts_choices.size() : 0;
        const auto& capacity = problem_.regions[RegionIndex(0)].capacity;
        for (std::size_t i = 0; i < count && may_change_network(); ++i) {
            const PartsChoice& choice = searched->parts_choices[i];
            if (i + 1 == count || !capacity || choice.threshold <= *capacity) {
                plan_changed(RemedyKind::split, {"parts", choice.parts});
            }
        }
    }

    /// Plans the network that a switch of the import makes.
    void plan_changed(RemedyKind kind, const KeyValue& setting) {
        const std::vector<KeyValue> switches = {setting};
        const auto changed = order_.import(switches);
        if (!changed) {
            return;
        }
        Remedy remedy;
        remedy.kind = kind;
        remedy.planner = lever_planner_name;
        remedy.label = kind == RemedyKind::order
                           ? "Run the operators in another order"
                           : "Run chains of operators part by part, " +
                                 percent_text(extra_work(*order_.problem, changed->problem)) + " more multiplications";
        run_for(std::move(remedy), (*planner_named(lever_planner_name))->description, changed->problem, changed->layout,
                switches);
    }

    void try_planner(const Trial& trial) {
        const PlannerDescription& planner = *trial.planner;
        Remedy remedy;
        remedy.kind = trial.kind;
        remedy.planner = planner.name;
        remedy.label =
            trial.kind == RemedyKind::sharing ? "Let operators share memory" : "Plan by " + std::string(planner.name);
        announce(remedy.label);
        run_for(std::move(remedy), planner, *order_.problem, *order_.given, {});
    }

    void run_for(Remedy remedy, const PlannerDescription& planner, const Problem& problem, const Layout& given,
                 const std::vector<KeyValue>& switches) {
        // On several threads, an exact search that its budget ends may find another layout each time.
        const bool is_alone = planner.kind == PlannerKind::exact;
        PlanOrder run{.planner = remedy.planner,
                      .settings = settings_of(planner),
                      .seed = order_.seed,
                      .threads = is_alone ? 1 : order_.threads,
                      .capacity = order_.capacity,
                      .stop = order_.stop};
        auto plan = run_planner(problem, given, run);
        if (!plan || !plan->result.reproducible || !is_complete(plan->result.layout)) {
            return;
        }
        std::vector<std::string> words = order_.command;
        add_settings(words, switches);
        remedy.command = command_text(std::move(words), run, is_alone);
        remedy.lower_bound = plan->result.lower_bound;
        remedy.provenance = std::move(plan->provenance);
        offer(std::move(remedy), std::move(plan->problem), std::move(plan->result.layout));
    }

    /// Takes a remedy that is lower than today's layout, or fits where that does not.
    void offer(Remedy remedy, Problem problem, Layout layout) {
        remedy.peak = peak(problem, layout);
        remedy.fits = fits(problem, layout);
        const bool helps = !today_ || remedy.peak < *today_ || (remedy.fits && !today_fits_);
        if (!helps || !is_sound(problem, layout)) {
            return;
        }
        remedy.problem = std::make_shared<const Problem>(std::move(problem));
        remedy.layout = std::make_shared<const Layout>(std::move(layout));
        is_fitting_ = is_fitting_ || remedy.fits;
        lowest_ = lowest_ ? std::min(*lowest_, remedy.peak) : remedy.peak;
        if (order_.found) {
            order_.found(remedy);
        }
        found_.push_back(std::move(remedy));
    }

    const RemedyOrder& order_;
    Problem problem_;  ///< with the capacity of the order
    Bytes threshold_;
    bool can_fit_ = true;          ///< without sharing
    std::optional<Offset> today_;  ///< peak of today's layout; empty: it is not complete, or not sound
    bool today_fits_ = false;
    std::optional<Offset> lowest_;  ///< peak of the lowest layout so far, today's or a remedy
    bool is_fitting_ = false;       ///< one of them fits
    std::vector<Remedy> found_;
};

}  // namespace

std::string_view name_of(RemedyKind kind) {
    constexpr std::array<std::string_view, 5> names = {"move", "planner", "order", "sharing", "split"};
    return names[static_cast<std::size_t>(kind)];
}

bool keeps_problem(RemedyKind kind) {
    return kind == RemedyKind::move || kind == RemedyKind::planner;
}

std::vector<std::string> plan_command(const std::string& file, std::span<const KeyValue> switches) {
    std::vector<std::string> words = {"arenascope", "plan", file.starts_with('-') ? "./" + file : file};
    for (const auto& [key, value] : switches) {
        if (key != "capacity") {
            words.insert(words.end(), {"--set", key + "=" + value});
        }
    }
    return words;
}

std::string command_text(std::vector<std::string> words, const PlanOrder& run, bool is_alone) {
    words.insert(words.end(), {"--planner", run.planner});
    add_settings(words, run.settings);
    if (run.seed != 0) {
        words.insert(words.end(), {"--seed", std::to_string(run.seed)});
    }
    if (is_alone) {
        words.insert(words.end(), {"--threads", "1"});
    }
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : " ") + shell_word(word);
    }
    return text;
}

bool is_sound(const Problem& problem, const Layout& layout) {
    const CheckReport report = check(problem, layout, 0);
    return report.overlap_count == 0 && report.misaligned.empty() && report.unplaced.empty() &&
           report.contradictions.empty();
}

double extra_work(const Problem& whole, const Problem& changed) {
    const auto before = static_cast<double>(work_of_all(whole).multiply_accumulates);
    const auto after = static_cast<double>(work_of_all(changed).multiply_accumulates);
    return before > 0 ? (after - before) / before : 0;
}

std::vector<Remedy> remedies(const RemedyOrder& order) {
    return RemedySearch(order).run();
}

}  // namespace arenascope
