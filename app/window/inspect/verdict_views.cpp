#include "app/window/inspect/verdict_views.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "app/session/capacity_change.h"
#include "app/window/frame/window_settings.h"
#include "core/model/memory/allocator_history.h"
#include "qt/words/shown_names.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/panels/verdict_bar/verdict_bar.h"

namespace arenascope {
namespace {

/// Who steps or drags does not ask for help at each step.
constexpr std::chrono::milliseconds rest_before_help{800};

/// An amount that means exactly these bytes, in this unit or in a smaller one.
QString whole_amount(std::int64_t bytes, Unit unit) {
    for (const Unit each : {unit, Unit::kibibytes}) {
        if (parse_bytes(amount_text(bytes, each)) == bytes) {
            return amount_words(bytes, each);
        }
    }
    return amount_words(bytes, Unit::bytes);
}

std::vector<CapacityChoice> capacities_of(const Problem& problem, const Verdict& verdict) {
    // Segments of a recorded allocator are as large as they were.
    if (has_segment_regions(problem)) {
        return {};
    }
    std::vector<CapacityChoice> choices;
    const auto add = [&](RegionIndex region) {
        const Region& memory = problem.regions[region];
        const QString name = problem.regions.size() > 1 ? visible_text(memory.name) : QString();
        choices.push_back(
            {region, name, memory.capacity ? whole_amount(memory.capacity->value(), verdict.unit) : QString()});
    };
    // The memory that the verdict speaks of comes first.
    if (verdict.region) {
        add(*verdict.region);
    }
    for (std::size_t i = 0; i < problem.regions.size() && choices.size() < most_capacities; ++i) {
        if (RegionIndex(i) != verdict.region) {
            add(RegionIndex(i));
        }
    }
    return choices;
}

}  // namespace

VerdictViews::VerdictViews(const WindowFrame& frame, VerdictBar& bar) : WindowPart(frame), bar_(bar) {
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &VerdictViews::judge);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &VerdictViews::judge);
    connect(&session_.plan(), &OpenPlan::closed, this, &VerdictViews::judge);
    connect(&session_.judgement(), &Judgement::report_changed, this, &VerdictViews::judge);
    connect(session_.tuning().run(), &PlanRun::finished, this, &VerdictViews::judge);
    connect(&bar_, &VerdictBar::capacity_entered, this, &VerdictViews::enter);
    connect(&bar_, &VerdictBar::left, this, [this] { view_.setFocus(); });
    connect(actions_.capacity, &QAction::triggered, &bar_, &VerdictBar::edit_capacity);
    connect(&help_, &RemedySearch::changed, this, [this] {
        judge();
        show_help();
    });
    connect(&bar_, &VerdictBar::help_chosen, this, [this](std::size_t choice) {
        if (choice < help_.found().size()) {
            const Remedy& remedy = help_.found()[choice];
            emit remedy_chosen(visible_text(remedy.label), remedy);
        }
    });
    delay_.setSingleShot(true);
    delay_.setInterval(rest_before_help);
    connect(&delay_, &QTimer::timeout, this, &VerdictViews::look_for_help);
    judge();
}

void VerdictViews::judge() {
    const ShownPlan& plan = *session_.shown();
    verdict_.reset();
    if (!session_.has_plan()) {
        show_tone(VerdictTone::plain);
        view_.setAccessibleDescription({});
        bar_.hide();
        bar_.show_verdict({}, {});
        bar_.show_help({}, false, {});
        return;
    }
    step_ = shown_step(session_);
    verdict_ = shown_verdict(plan, session_.state(), step_, plan.report(), lowest_help());
    QStringList meaning{visible_text(busiest_text(*verdict_, *plan.problem))};
    for (const std::string& note : verdict_->notes) {
        meaning << visible_text(note);
    }
    meaning.removeAll(QString());
    // The amounts stand in the drawer.
    const QString outlook = verdict_->outlook.empty() ? busiest_words() : visible_text(verdict_->outlook);
    show_tone(verdict_->tone);
    bar_.show();
    bar_.show_verdict({verdict_->tone, visible_text(verdict_->headline), outlook, meaning.join(QLatin1Char('\n'))},
                      capacities_of(*plan.problem, *verdict_));
    view_.setAccessibleDescription(visible_text(verdict_->text()));
    if (!wants_help()) {
        delay_.stop();
        help_.drop();
        helped_problem_.reset();
        helped_layout_.reset();
        bar_.show_help({}, false, {});
    } else if (plan.problem != helped_problem_ || plan.layout != helped_layout_) {
        help_.drop();
        bar_.show_help({}, false, {});
        delay_.start();
    }
}

void VerdictViews::show_tone(VerdictTone tone) {
    set_tone(view_.picture(), tone);
    docks_.summary->set_tone(tone);
}

std::optional<KnownLayout> VerdictViews::lowest_help() const {
    std::optional<KnownLayout> lowest;
    const ShownPlan& plan = *session_.shown();
    if (plan.problem == helped_problem_ && plan.layout == helped_layout_) {
        for (const Remedy& remedy : help_.found()) {
            if (keeps_problem(remedy.kind) && (!lowest || remedy.peak < lowest->peak)) {
                lowest = KnownLayout{remedy.peak, remedy.fits};
            }
        }
    }
    return lowest;
}

QString VerdictViews::busiest_words() const {
    const BusyStep& busiest = verdict_->busiest;
    if (busiest.largest.empty()) {
        return {};
    }
    ShownNames name;
    name.set_problem(session_.shown()->problem);
    QStringList names;
    for (const BufferIndex buffer : busiest.largest) {
        names << name(buffer);
    }
    const QString last = names.takeLast();
    return tr("Step %1 needs most: %2.")
        .arg(grouped_text(busiest.step.value()),
             names.isEmpty() ? last : tr("%1 and %2").arg(names.join(tr(", ")), last));
}

bool VerdictViews::wants_help() const {
    const ShownPlan& plan = *session_.shown();
    if (!session_.has_plan() || !step_.is_result || plan.is_under_way || session_.tuning().run()->is_running() ||
        plan.problem->buffers.size() > most_buffers_of_remedies || has_segment_regions(*plan.problem)) {
        return false;
    }
    return verdict_ && (verdict_->state == VerdictState::cannot_fit || verdict_->state == VerdictState::over_capacity ||
                        verdict_->state == VerdictState::improvable);
}

void VerdictViews::look_for_help() {
    if (!wants_help() || !window_settings::looks_for_help()) {
        return;
    }
    helped_problem_ = session_.shown()->problem;
    helped_layout_ = session_.shown()->layout;
    help_.begin(session_.state(), session_.shown()->layout, session_.path());
    show_help();
}

void VerdictViews::show_help() {
    if (!wants_help()) {
        return;
    }
    std::vector<HelpChoice> choices;
    for (const Remedy& remedy : help_.found()) {
        const QString peak = amount_words(remedy.peak.value(), verdict_->unit);
        const bool has_limit = verdict_->capacity.has_value();
        choices.push_back(
            {has_limit && remedy.fits ? tr("%1: %2, fits").arg(visible_text(remedy.label), peak)
                                      : tr("%1: %2").arg(visible_text(remedy.label), peak),
             remedy.command.empty()
                 ? tr("Shows this plan beside today's. It has been checked.")
                 : tr("Shows this plan beside today's. It has been checked.\n%1").arg(visible_text(remedy.command))});
    }
    bar_.show_help(choices, help_.is_looking(), tr("nothing that was tried needs less"));
}

void VerdictViews::enter(RegionIndex region, const QString& amount) {
    if (!session_.has_plan()) {
        return;
    }
    std::optional<Bytes> capacity;
    if (!amount.isEmpty()) {
        const auto bytes = parse_bytes(amount.toStdString());
        if (!bytes) {
            bar_.refuse_capacity(region, visible_text(bytes.error().cause));
            notices_.report(bytes.error());
            return;
        }
        capacity = Bytes(*bytes);
    }
    change_capacity(session_.plan(), region, capacity);
    view_.setFocus();
}

}  // namespace arenascope
