#include "app/window/dialogs/comparison_dialog.h"

#include <algorithm>
#include <thread>
#include <utility>

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QSplitter>
#include <QVBoxLayout>

#include "app/session/external_choice.h"
#include "app/session/no_room.h"
#include "app/session/offered_planners.h"
#include "app/session/session.h"
#include "app/window/dialogs/options_dialog.h"
#include "core/analysis/explain/core_use.h"
#include "core/base/error/out_of_memory.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/compared_runs.h"
#include "core/planner/registry.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/plots/planner_comparison/layout_gallery.h"
#include "widgets/plots/planner_comparison/quality_plot.h"
#include "widgets/plots/planner_comparison/standing_table.h"

namespace arenascope {

ComparisonDialog::ComparisonDialog(Session& session, QWidget* parent)
    : QDialog(parent),
      session_(session),
      title_(new QLabel),
      state_(new QLabel),
      table_(new StandingTable(model_)),
      plot_(new QualityPlot),
      gallery_(new LayoutGallery),
      options_(new OptionsDialog(this, tr("Apply"))),
      add_dialog_(new OptionsDialog(this, tr("Add"))),
      time_limit_(new QDoubleSpinBox),
      threads_(new QSpinBox),
      one_at_a_time_(new QCheckBox(tr("One at a time"))),
      with_external_(new QCheckBox(tr("With external planners"))),
      all_(new QPushButton(tr("All"))),
      none_(new QPushButton(tr("None"))),
      change_(new QPushButton(tr("Options…"))),
      add_(new QPushButton(tr("Add…"))),
      remove_(new QPushButton(tr("Remove"))),
      run_(new QPushButton(tr("Compare"))),
      cancel_(new QPushButton(tr("Cancel All"))),
      adopt_(new QPushButton(tr("Adopt"))) {
    setWindowTitle(tr("Compare Planners"));
    model_.set_planners(described_planners());
    list_runs();
    results_.resize(model_.attempts().size());
    build();
    connect_contest();
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &ComparisonDialog::show_problem);
    connect(&session_.plan(), &OpenPlan::closed, this, &ComparisonDialog::show_problem);
    show_problem();
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*state_, theme, TextTone::dim);
        plot_->set_theme(theme);
        gallery_->set_theme(theme);
    });
}

ComparisonDialog::~ComparisonDialog() = default;

/// Lists the runs of `plan --planner all`, each behind its planner. Those of `many-core` need cores: elsewhere its
/// methods and criteria would be nine rows that say the same.
void ComparisonDialog::list_runs() {
    const bool has_cores = problem_ && arenascope::has_cores(*problem_);
    for (const ComparedRun& run : compared_runs({})) {
        const std::string_view planner = run.planner->description.name;
        if (run.name == planner) {
            continue;  // the planner's own row
        }
        const auto& attempts = model_.attempts();
        const auto found = std::ranges::find(attempts, run.name, &Attempt::listed);
        const bool is_wanted = has_cores || planner != "many-core";
        if (is_wanted && found == attempts.end()) {
            model_.add(planner, run.settings, 0, run.name);
        } else if (!is_wanted && found != attempts.end()) {
            model_.remove(static_cast<std::size_t>(found - attempts.begin()));
        }
    }
}

QLayout* ComparisonDialog::new_choice_row() {
    change_->setToolTip(tr("Options and seed of the selected row"));
    add_->setToolTip(tr("Add another run of a planner, with other options or another seed"));
    remove_->setToolTip(tr("Remove the selected row (only rows that you added)"));
    all_->setToolTip(tr("Tick all planners"));
    none_->setToolTip(tr("Tick none"));
    options_->setWindowTitle(tr("Options of a Planner"));
    add_dialog_->setWindowTitle(tr("Add a Planner"));
    options_->set_choosing(false);
    with_external_->setObjectName(QStringLiteral("with_external"));
    with_external_->setToolTip(
        tr("Runs the programs that you keep under Plan › External Planners, too. Their layouts are checked."));
    connect(with_external_, &QCheckBox::toggled, this, &ComparisonDialog::offer_externals);
    auto* row = new QHBoxLayout;
    row->addWidget(title_, 1);
    row->addWidget(with_external_);
    for (QPushButton* button : {change_, add_, remove_, all_, none_}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    connect(change_, &QPushButton::clicked, this, [this] { ask_for_options(false); });
    connect(add_, &QPushButton::clicked, this, [this] { ask_for_options(true); });
    connect(options_, &OptionsDialog::tune_requested, this, [this] { apply_options(false); });
    connect(add_dialog_, &OptionsDialog::tune_requested, this, [this] { apply_options(true); });
    connect(remove_, &QPushButton::clicked, this, &ComparisonDialog::remove_selected);
    connect(all_, &QPushButton::clicked, this, [this] { choose_all(true); });
    connect(none_, &QPushButton::clicked, this, [this] { choose_all(false); });
    return row;
}

QLayout* ComparisonDialog::new_run_row() {
    time_limit_->setSpecialValueText(tr("none"));
    time_limit_->setRange(0, 86'400);
    time_limit_->setDecimals(1);
    time_limit_->setSuffix(tr(" s"));
    time_limit_->setAccessibleName(tr("Time limit"));
    time_limit_->setToolTip(
        tr("Limit for each planner. It then stops with its best layout so far, and the result is not reproducible"));
    threads_->setRange(1, std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
    threads_->setAccessibleName(tr("Threads"));
    threads_->setToolTip(tr("Threads for each planner. With fewer threads, more planners run at the same time"));
    auto* close = new QPushButton(tr("Close"));
    auto* row = new QHBoxLayout;
    row->addWidget(state_, 1);
    const auto add_field = [row](const QString& name, QWidget* field) {
        auto* label = new QLabel(name);
        label->setBuddy(field);
        row->addWidget(label);
        row->addWidget(field);
    };
    add_field(tr("Time limit"), time_limit_);
    add_field(tr("Threads"), threads_);
    one_at_a_time_->setObjectName(QStringLiteral("one_at_a_time"));
    one_at_a_time_->setToolTip(
        tr("Runs beside each other share the processors and the memory, which makes each one slower. "
           "One at a time takes longer in total, and each time is that of a run alone"));
    row->addWidget(one_at_a_time_);
    row->addSpacing(12);
    for (QPushButton* button : {run_, cancel_, adopt_, close}) {
        button->setAutoDefault(false);
        row->addWidget(button);
    }
    run_->setDefault(true);
    adopt_->setToolTip(tr("Make the selected layout the open plan; can be undone"));
    connect(run_, &QPushButton::clicked, this, &ComparisonDialog::run);
    connect(cancel_, &QPushButton::clicked, &contest_, &PlannerContest::cancel_all);
    connect(adopt_, &QPushButton::clicked, this, [this] {
        if (selected_) {
            adopt(*selected_);
        }
    });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    return row;
}

void ComparisonDialog::build() {
    auto* upper = new QSplitter(Qt::Horizontal);
    upper->addWidget(table_);
    upper->addWidget(plot_);
    upper->setStretchFactor(0, 2);
    upper->setStretchFactor(1, 1);
    upper->setSizes({2400, 1000});
    upper->setChildrenCollapsible(false);
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(tr("Layouts of the planners"));
    scroll->setWidget(gallery_);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setMinimumHeight(160);
    auto* halves = new QSplitter(Qt::Vertical);
    halves->addWidget(upper);
    halves->addWidget(scroll);
    halves->setStretchFactor(0, 3);
    halves->setStretchFactor(1, 2);
    halves->setChildrenCollapsible(false);
    title_->setTextFormat(Qt::PlainText);
    state_->setTextFormat(Qt::PlainText);
    title_->setWordWrap(true);  // so that the dialog is not wider than a small screen
    state_->setWordWrap(true);
    auto* column = new QVBoxLayout(this);
    column->addLayout(new_choice_row());
    column->addWidget(halves, 1);
    column->addLayout(new_run_row());
    resize(1320, 860);

    connect(&model_, &StandingModel::choice_changed, this, &ComparisonDialog::show_state);
    connect(table_, &StandingTable::selection_changed, this, [this] { select(table_->selected()); });
    connect(table_, &StandingTable::adopt_requested, this, &ComparisonDialog::adopt);
    connect(table_, &StandingTable::cancel_requested, this, [this](std::size_t entry) {
        const auto found = std::find(entries_.begin(), entries_.end(), entry);
        if (found != entries_.end()) {
            contest_.cancel(static_cast<std::size_t>(found - entries_.begin()));
        }
    });
    connect(plot_, &QualityPlot::chosen, this, [this](std::size_t entry) { select(entry); });
    connect(gallery_, &LayoutGallery::chosen, this, [this](std::size_t entry) { select(entry); });
    connect(gallery_, &LayoutGallery::adopt_requested, this, &ComparisonDialog::adopt);
}

void ComparisonDialog::connect_contest() {
    connect(&contest_, &PlannerContest::started, this,
            [this](std::size_t entry) { model_.set_state(entries_[entry], AttemptState::running); });
    connect(&contest_, &PlannerContest::progressed, this,
            [this](std::size_t entry, std::uint64_t work, std::uint64_t work_limit) {
                model_.set_progress(entries_[entry], work, work_limit);
            });
    connect(&contest_, &PlannerContest::left_out, this,
            [this](std::size_t entry) { model_.set_state(entries_[entry], AttemptState::cancelled); });
    connect(&contest_, &PlannerContest::finished, this, &ComparisonDialog::receive);
    connect(&contest_, &PlannerContest::ended, this, &ComparisonDialog::show_state);
}

void ComparisonDialog::set_unit(Unit unit) {
    unit_ = unit;
    model_.set_unit(unit);
    show_problem();
    show_results();
    show_state();
}

void ComparisonDialog::offer_externals() {
    const std::vector<PlannerDescription> kept = offered_externals();
    has_externals_ = !kept.empty();
    const std::vector<PlannerDescription> wanted =
        with_external_->isChecked() ? kept : std::vector<PlannerDescription>();
    const auto is_external = [](const Attempt& each) { return !planner_named(std::string(each.planner.name)); };
    if (is_running() || (wanted.empty() && std::ranges::none_of(model_.attempts(), is_external))) {
        show_state();
        return;
    }
    select(std::nullopt);
    std::size_t entry = 0;  // results go with their rows
    std::erase_if(results_, [&](const auto& /*result*/) { return is_external(model_.attempts()[entry++]); });
    model_.set_externals(wanted);
    results_.resize(model_.attempts().size());
    show_results();
    show_state();
}

bool ComparisonDialog::is_running() const {
    return contest_.is_running() ||
           std::any_of(judging_.begin(), judging_.end(), [](const auto& task) { return task->is_running(); });
}

void ComparisonDialog::showEvent(QShowEvent* event) {
    show_problem();
    offer_externals();
    QDialog::showEvent(event);
}

void ComparisonDialog::run() {
    if (!session_.has_plan() || is_running()) {
        return;
    }
    if (session_.problem() != problem_) {
        adopted_.clear();  // earlier results belong to the problem before the adopted plan changed it
        show_problem();
    }
    select(std::nullopt);
    before_ = session_.shown()->layout;
    entries_.clear();
    judging_.clear();
    for (std::size_t entry = 0; entry < model_.attempts().size(); ++entry) {
        if (model_.attempts()[entry].chosen) {
            entries_.push_back(entry);
        }
    }
    // Planners that may search for long start last, so that first results come soon.
    std::stable_partition(entries_.begin(), entries_.end(),
                          [this](std::size_t entry) { return !model_.attempts()[entry].planner.improves; });
    std::vector<PlanOrder> orders;
    for (const std::size_t entry : entries_) {
        orders.push_back(order_of(model_.attempts()[entry]));
        (void)choose_kept_external(orders.back());  // what is kept no longer fails as an unknown planner
        judging_.push_back(std::make_unique<BackgroundTask>());
        connect(judging_.back().get(), &BackgroundTask::ran_out_of_memory, this, [this, entry] {
            const Error error =
                out_of_memory(tr("to judge the plan").toStdString(), tr("close other programs").toStdString());
            contest_.set_waiting(false);
            model_.set_state(entry, AttemptState::failed, QString::fromStdString(to_string(error)));
            show_state();
        });
        results_[entry].reset();
        model_.clear_result(entry);
        model_.set_state(entry, AttemptState::waiting);
    }
    show_results();
    contest_.set_guard(session_.run_guard());
    // All of them begin with the same layout.
    PlanOrder any;
    for (const PlanOrder& order : orders) {
        any.settings.insert(any.settings.end(), order.settings.begin(), order.settings.end());
    }
    contest_.start(problem_, layout_to_plan_from(session_.state(), before_, any), std::move(orders),
                   one_at_a_time_->isChecked());
    show_state();
}

PlanOrder ComparisonDialog::order_of(const Attempt& attempt) const {
    PlanOrder order;
    order.planner = attempt.planner.name;
    order.settings = attempt.settings;
    order.seed = attempt.seed;
    order.threads = threads_->value();
    if (time_limit_->value() > 0) {
        order.time_limit_seconds = time_limit_->value();
    }
    return order;
}

void ComparisonDialog::receive(std::size_t order, std::shared_ptr<Expected<Plan>> plan) {
    const std::size_t entry = entries_[order];
    if (!*plan) {
        model_.set_state(entry, AttemptState::failed, QString::fromStdString(to_string(plan->error())));
    } else if (!(*plan)->result.misfits.empty()) {
        model_.set_state(entry, AttemptState::failed, QString::fromStdString(to_string(no_room({}, **plan))));
    } else if (!is_complete((*plan)->result.layout)) {
        const bool is_out_of_time = time_limit_->value() > 0 && (*plan)->seconds >= time_limit_->value();
        model_.set_state(entry, is_out_of_time ? AttemptState::failed : AttemptState::cancelled,
                         QString::fromStdString(to_string(stopped_too_early())));
    } else {
        judge_plan(order, std::move(plan));
    }
    show_state();
}

void ComparisonDialog::judge_plan(std::size_t order, std::shared_ptr<Expected<Plan>> plan) {
    contest_.set_waiting(true);  // the judgement takes time from no run whose time is measured
    judging_[order]->start([plan = std::move(plan), problem = problem_,
                            before = before_] { return judge(std::move(**plan), problem, *before); },
                           [this, entry = entries_[order], beside = contest_.most_beside(order)](JudgedPlan judged) {
                               judged.standing.planner = model_.attempts()[entry].name;
                               judged.standing.beside = beside;
                               model_.set_state(entry, AttemptState::done);
                               model_.set_standing(entry, judged.standing);
                               results_[entry] = std::move(judged);
                               show_results();
                               contest_.set_waiting(false);
                               show_state();
                           });
}

void ComparisonDialog::forget_results() {
    contest_.abandon();
    judging_.clear();
    entries_.clear();
    adopted_.clear();
    model_.clear_results();
    results_.assign(model_.attempts().size(), std::nullopt);
    select(std::nullopt);
    show_results();
}

void ComparisonDialog::show_problem() {
    const auto open = session_.problem();
    if (is_adopting_) {
        adopted_.push_back(open);
    }
    if (open != problem_ && (!open || std::find(adopted_.begin(), adopted_.end(), open) == adopted_.end())) {
        problem_ = open;
        threshold_.reset();
        select(std::nullopt);
        list_runs();
        forget_results();
        table_->set_several_memories(problem_ && problem_->regions.size() > 1);
    }
    if (!isVisible()) {
        return;
    }
    if (!problem_) {
        title_->setText(tr("No plan is open"));
        return;
    }
    threshold_ = threshold_.value_or(threshold(*problem_));
    constexpr int longest_name = 320;
    const QString name = title_->fontMetrics().elidedText(visible_text(QFileInfo(session_.path()).fileName()),
                                                          Qt::ElideMiddle, longest_name);
    title_->setText(
        tr("%1 · %2 · threshold %3")
            .arg(name, counted(static_cast<std::int64_t>(problem_->buffers.size()), tr("1 buffer"), tr("%1 buffers")),
                 QString::fromStdString(amount_text(threshold_->value(), unit_))));
}

void ComparisonDialog::show_results() {
    std::vector<QualityPlot::Entry> points;
    std::vector<LayoutGallery::Card> cards;
    for (std::size_t entry = 0; entry < results_.size(); ++entry) {
        if (const auto& result = results_[entry]) {
            const PlannerStanding& standing = result->standing;
            points.push_back({entry, standing});
            cards.push_back({entry, QString::fromStdString(standing.planner),
                             tr("%1 (%2)").arg(QString::fromStdString(amount_text(standing.peak.value(), unit_)),
                                               QString::fromStdString(percent_text(fragmentation(standing), true))),
                             result->problem, std::shared_ptr<const Layout>(result->plan, &result->plan->result.layout),
                             result->risks, result->height});
        }
    }
    // The best first; equal ones keep the listed order.
    std::stable_sort(cards.begin(), cards.end(), [this](const auto& a, const auto& b) {
        return is_lower(*model_.attempts()[a.entry].standing, *model_.attempts()[b.entry].standing);
    });
    plot_->set_entries(std::move(points));
    gallery_->set_cards(std::move(cards));
}

void ComparisonDialog::show_state() {
    const auto& attempts = model_.attempts();
    const auto count = [&](auto holds) { return std::count_if(attempts.begin(), attempts.end(), holds); };
    const auto chosen = count([](const Attempt& each) { return each.chosen; });
    const bool is_running = this->is_running();
    run_->setEnabled(problem_ && !is_running && chosen > 0);
    cancel_->setEnabled(is_running);
    all_->setEnabled(!is_running);
    none_->setEnabled(!is_running);
    change_->setEnabled(!is_running && selected_ && planner_named(std::string(attempts[*selected_].planner.name)));
    add_->setEnabled(!is_running);
    remove_->setEnabled(!is_running && selected_ && attempts[*selected_].added);
    time_limit_->setEnabled(!is_running);
    threads_->setEnabled(!is_running);
    one_at_a_time_->setEnabled(!is_running);
    with_external_->setEnabled(!is_running && (has_externals_ || with_external_->isChecked()));
    adopt_->setEnabled(selected_ && results_[*selected_]);
    std::vector<PlannerStanding> standings;
    for (const Attempt& attempt : attempts) {
        if (attempt.standing) {
            standings.push_back(*attempt.standing);
        }
    }
    run_->setDefault(standings.empty());  // Enter must not throw away results that took minutes
    if (is_running) {
        const auto open = count([](const Attempt& each) {
            return each.state == AttemptState::waiting || each.state == AttemptState::running;
        });
        state_->setText(tr("%1 of %2 done").arg(static_cast<qint64>(entries_.size()) - open).arg(entries_.size()));
    } else if (selected_ && attempts[*selected_].state == AttemptState::failed) {
        constexpr int most = 640;
        state_->setText(state_->fontMetrics().elidedText(attempts[*selected_].error, Qt::ElideRight, most));
    } else if (const auto best = best_of(standings)) {
        const PlannerStanding& lowest = standings[*best];
        const auto equal = std::count_if(standings.begin(), standings.end(),
                                         [&](const PlannerStanding& each) { return !is_lower(lowest, each); });
        const QString peak = QString::fromStdString(amount_text(lowest.peak.value(), unit_));
        state_->setText(equal == 1 ? tr("lowest: %1, %2").arg(QString::fromStdString(lowest.planner), peak)
                                   : tr("lowest: %1, by %2 planners").arg(peak).arg(equal));
    } else {
        state_->setText(
            counted(static_cast<std::int64_t>(chosen), tr("1 planner is chosen"), tr("%1 planners are chosen")));
    }
}

void ComparisonDialog::select(std::optional<std::size_t> entry) {
    selected_ = entry;
    table_->select(entry);
    plot_->set_selected(entry);
    gallery_->set_selected(entry);
    show_state();
}

void ComparisonDialog::adopt(std::size_t entry) {
    if (!results_[entry]) {
        return;
    }
    const JudgedPlan result = *results_[entry];
    // Options such as an alignment change the problem, but the results stay comparable.
    is_adopting_ = true;
    session_.plan().adopt(whole_plan(result), tr("Adopt %1").arg(QString::fromStdString(result.standing.planner)));
    is_adopting_ = false;
    const QString words =
        has_segment_regions(*session_.problem()) ? tr("%1 is B in Compare now: %2") : tr("%1 is the open plan now: %2");
    state_->setText(words.arg(QString::fromStdString(result.standing.planner),
                              QString::fromStdString(amount_text(result.standing.peak.value(), unit_))));
    emit adopted(order_of(model_.attempts()[entry]));
}

void ComparisonDialog::ask_for_options(bool is_new_run) {
    OptionsDialog* dialog = is_new_run ? add_dialog_ : options_;
    if (selected_) {
        dialog->set_order(order_of(model_.attempts()[*selected_]));
    }
    dialog->open();
}

void ComparisonDialog::apply_options(bool is_new_run) {
    if (is_running()) {
        return;
    }
    if (is_new_run) {
        const PlanOrder order = add_dialog_->order();
        model_.add(order.planner, order.settings, order.seed);
        results_.emplace_back();
        add_dialog_->close();
        select(results_.size() - 1);
    } else if (selected_) {
        const PlanOrder order = options_->order();
        model_.configure(*selected_, order.settings, order.seed);
        results_[*selected_].reset();
        options_->close();
        select(selected_);
    }
    show_results();
}

void ComparisonDialog::remove_selected() {
    const std::size_t entry = *selected_;
    select(std::nullopt);
    results_.erase(results_.begin() + static_cast<std::ptrdiff_t>(entry));
    model_.remove(entry);
    show_results();
}

void ComparisonDialog::choose_all(bool chosen) {
    for (std::size_t entry = 0; entry < model_.attempts().size(); ++entry) {
        model_.set_chosen(entry, chosen);
    }
}

}  // namespace arenascope
