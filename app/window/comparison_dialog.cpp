#include "app/window/comparison_dialog.h"

#include <algorithm>
#include <utility>

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QVBoxLayout>

#include "app/session/session.h"
#include "core/memory/live_profile.h"
#include "core/planner/registry.h"
#include "core/planner/tuner/rectangle_classifier.h"
#include "widgets/planner_comparison/layout_gallery.h"
#include "widgets/planner_comparison/quality_plot.h"
#include "widgets/planner_comparison/standing_table.h"
#include "widgets/style/table_look.h"
#include "widgets/style/wording.h"

namespace arenascope {

ComparisonDialog::ComparisonDialog(Session& session, QWidget* parent)
    : QDialog(parent),
      session_(session),
      title_(new QLabel),
      state_(new QLabel),
      table_(new StandingTable(model_)),
      plot_(new QualityPlot),
      gallery_(new LayoutGallery),
      all_(new QPushButton(tr("All"))),
      none_(new QPushButton(tr("None"))),
      run_(new QPushButton(tr("Compare"))),
      cancel_(new QPushButton(tr("Cancel All"))),
      adopt_(new QPushButton(tr("Adopt"))) {
    setWindowTitle(tr("Compare Planners"));
    std::vector<PlannerDescription> descriptions;
    for (const Planner& planner : planners()) {
        descriptions.push_back(planner.description);
    }
    model_.set_planners(descriptions);
    build();
    connect_contest();
    connect(&session_, &Session::plan_changed, this, &ComparisonDialog::show_problem);
    connect(&session_, &Session::closed, this, &ComparisonDialog::show_problem);
    show_problem();
}

ComparisonDialog::~ComparisonDialog() = default;

void ComparisonDialog::build() {
    auto* choice = new QHBoxLayout;
    choice->addWidget(title_, 1);
    choice->addWidget(all_);
    choice->addWidget(none_);
    auto* upper = new QSplitter(Qt::Horizontal);
    upper->addWidget(table_);
    upper->addWidget(plot_);
    upper->setStretchFactor(0, 2);
    upper->setStretchFactor(1, 1);
    upper->setSizes({2000, 1000});
    upper->setChildrenCollapsible(false);
    auto* scroll = new QScrollArea;
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
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(state_, 1);
    auto* close = new QPushButton(tr("Close"));
    for (QPushButton* button : {run_, cancel_, adopt_, close}) {
        buttons->addWidget(button);
    }
    for (QPushButton* button : {all_, none_, cancel_, adopt_, close}) {
        button->setAutoDefault(false);
    }
    run_->setDefault(true);
    adopt_->setToolTip(tr("Make the selected layout the plan that is open; undoable"));
    title_->setTextFormat(Qt::PlainText);
    state_->setTextFormat(Qt::PlainText);
    auto* column = new QVBoxLayout(this);
    column->addLayout(choice);
    column->addWidget(halves, 1);
    column->addLayout(buttons);
    resize(1240, 680);

    connect(run_, &QPushButton::clicked, this, &ComparisonDialog::run);
    connect(cancel_, &QPushButton::clicked, &contest_, &PlannerContest::cancel_all);
    connect(adopt_, &QPushButton::clicked, this, [this] {
        if (selected_) {
            adopt(*selected_);
        }
    });
    connect(close, &QPushButton::clicked, this, &QDialog::close);
    connect(all_, &QPushButton::clicked, this, [this] { choose_all(true); });
    connect(none_, &QPushButton::clicked, this, [this] { choose_all(false); });
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
    connect(
        &contest_, &PlannerContest::finished, this,
        [this](std::size_t entry, std::shared_ptr<Expected<Plan>> plan) { take(entries_[entry], std::move(plan)); });
    connect(&contest_, &PlannerContest::ended, this, &ComparisonDialog::show_state);
}

void ComparisonDialog::set_unit(Unit unit) {
    unit_ = unit;
    model_.set_unit(unit);
    show_problem();
    show_results();
}

void ComparisonDialog::set_theme(Theme theme) {
    apply_panel_look(*this, theme);
    apply_text_tone(*state_, theme, TextTone::dim);
    table_->set_theme(theme);
    plot_->set_theme(theme);
    gallery_->set_theme(theme);
}

void ComparisonDialog::run() {
    if (!session_.has_plan() || contest_.is_running()) {
        return;
    }
    model_.clear_results();
    plans_.assign(model_.attempts().size(), nullptr);
    risks_.assign(model_.attempts().size(), nullptr);
    select(std::nullopt);
    before_ = std::make_shared<const Layout>(session_.layout());
    entries_.clear();
    std::vector<PlanOrder> orders;
    for (std::size_t entry = 0; entry < model_.attempts().size(); ++entry) {
        if (model_.attempts()[entry].chosen) {
            entries_.push_back(entry);
            orders.push_back({.planner = std::string(model_.attempts()[entry].planner.name)});
            model_.set_state(entry, AttemptState::waiting);
        }
    }
    show_results();
    contest_.start(problem_, before_, std::move(orders));
    show_state();
}

void ComparisonDialog::take(std::size_t entry, std::shared_ptr<Expected<Plan>> plan) {
    if (!*plan) {
        model_.set_state(entry, AttemptState::failed, QString::fromStdString(to_string(plan->error())));
    } else if (!is_complete((*plan)->result.layout)) {
        model_.set_state(entry, AttemptState::cancelled);
    } else {
        plans_[entry] = std::shared_ptr<const Plan>(plan, &**plan);
        risks_[entry] = std::make_shared<const std::vector<Risk>>(classify((*plan)->problem, (*plan)->result.layout));
        model_.set_state(entry, AttemptState::done);
        model_.set_standing(entry, standing_of(**plan, *before_));
        show_results();
    }
    show_state();
}

void ComparisonDialog::show_problem() {
    const bool is_other = session_.problem() != problem_;
    if (is_other) {
        contest_.abandon();
        problem_ = session_.problem();
        model_.clear_results();
        plans_.assign(model_.attempts().size(), nullptr);
        risks_.assign(model_.attempts().size(), nullptr);
        select(std::nullopt);
        show_results();
    }
    title_->setText(problem_ ? tr("%1 · %2 · threshold %3")
                                   .arg(QFileInfo(session_.path()).fileName(),
                                        counted(static_cast<std::int64_t>(problem_->buffers.size()), tr("1 buffer"),
                                                tr("%1 buffers")),
                                        QString::fromStdString(amount_text(threshold(*problem_).value(), unit_)))
                             : tr("Nothing is open"));
    show_state();
}

void ComparisonDialog::show_results() {
    std::vector<QualityPlot::Entry> points;
    for (std::size_t entry = 0; entry < plans_.size(); ++entry) {
        if (const auto& standing = model_.attempts()[entry].standing; standing && plans_[entry]) {
            points.push_back({entry, *standing});
        }
    }
    std::vector<LayoutGallery::Card> cards;
    for (const QualityPlot::Entry& point : points) {
        const auto& plan = plans_[point.entry];
        cards.push_back({point.entry, QString::fromStdString(point.standing.planner),
                         tr("%1 (%2)").arg(QString::fromStdString(amount_text(point.standing.peak.value(), unit_)),
                                           QString::fromStdString(percent_text(fragmentation(point.standing), true))),
                         std::shared_ptr<const Problem>(plan, &plan->problem),
                         std::shared_ptr<const Layout>(plan, &plan->result.layout), risks_[point.entry]});
    }
    // The best first; equals in the order in which planners are listed.
    std::stable_sort(cards.begin(), cards.end(), [this](const auto& a, const auto& b) {
        return model_.attempts()[a.entry].standing->peak < model_.attempts()[b.entry].standing->peak;
    });
    plot_->set_entries(std::move(points));
    gallery_->set_cards(std::move(cards));
}

void ComparisonDialog::show_state() {
    const auto& attempts = model_.attempts();
    const auto count = [&](auto holds) { return std::count_if(attempts.begin(), attempts.end(), holds); };
    const auto chosen = count([](const Attempt& each) { return each.chosen; });
    const bool is_running = contest_.is_running();
    run_->setEnabled(problem_ && !is_running && chosen > 0);
    cancel_->setEnabled(is_running);
    all_->setEnabled(!is_running);
    none_->setEnabled(!is_running);
    adopt_->setEnabled(selected_ && plans_[*selected_]);
    std::vector<PlannerStanding> standings;
    for (const Attempt& attempt : attempts) {
        if (attempt.standing) {
            standings.push_back(*attempt.standing);
        }
    }
    if (is_running) {
        const auto open = count([](const Attempt& each) {
            return each.state == AttemptState::waiting || each.state == AttemptState::running;
        });
        state_->setText(tr("%1 of %2 done").arg(static_cast<qint64>(entries_.size()) - open).arg(entries_.size()));
    } else if (const auto best = best_of(standings)) {
        const PlannerStanding& lowest = standings[*best];
        const auto equal = std::count_if(standings.begin(), standings.end(),
                                         [&](const PlannerStanding& each) { return each.peak == lowest.peak; });
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
    if (const auto& plan = plans_[entry]) {
        session_.adopt(*plan, tr("Adopt %1").arg(QString::fromStdString(plan->provenance.planner)));
    }
}

void ComparisonDialog::choose_all(bool chosen) {
    for (std::size_t entry = 0; entry < model_.attempts().size(); ++entry) {
        model_.set_chosen(entry, chosen);
    }
}

}  // namespace arenascope
