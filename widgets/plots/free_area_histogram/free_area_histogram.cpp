#include "widgets/plots/free_area_histogram/free_area_histogram.h"

#include <utility>

#include "qt/tasks/plan_work.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/plots/free_area_histogram/bar_delegate.h"
#include "widgets/plots/free_area_histogram/free_area_model.h"

namespace arenascope {

FreeAreaHistogram::FreeAreaHistogram(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      layout_(std::make_shared<Layout>()),
      goes_on_(std::make_shared<std::atomic<bool>>(true)),
      header_(new SectionHeader({}, this)),
      words_(new QLabel(this)),
      facts_(new FactSheet(this)),
      model_(new FreeAreaModel(this)),
      view_(new QTableView(this)) {
    apply_paragraph_look(*words_);
    view_->setModel(model_);
    view_->setAccessibleName(tr("Free areas by size"));
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setTabKeyNavigation(false);
    auto* bars = new BarDelegate(view_);
    for (const int column : {FreeAreaModel::bytes, FreeAreaModel::of_plan}) {
        view_->setItemDelegateForColumn(column, bars);
    }
    new ColumnFit(*view_, {FreeAreaModel::bytes, FreeAreaModel::of_plan}, {FreeAreaModel::areas});
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(words_);
    column->addWidget(facts_);
    column->addWidget(view_, 1);
    setFocusProxy(view_);
    connect(facts_, &FactSheet::link_activated, this, [this] {
        if (over_time_) {
            emit step_chosen(over_time_->most_padding_at);
        }
    });
    connect(&task_, &BackgroundTask::ran_out_of_memory, this, [this] {
        has_failed_ = true;
        show_figures();
    });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*view_, theme);
        apply_text_tone(*words_, theme, TextTone::dim);
    });
    refresh();
}

FreeAreaHistogram::~FreeAreaHistogram() {
    *goes_on_ = false;
}

void FreeAreaHistogram::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                                 Step peak_step) {
    peak_step_ = peak_step;
    problem_ = std::move(problem);
    layout_ = std::move(layout);
    over_time_.reset();
    has_failed_ = false;
    task_.abandon();
    *goes_on_ = false;
    refresh();
    if (isVisible()) {
        compute();
    }
}

void FreeAreaHistogram::set_step(std::optional<Step> step) {
    if (step != step_) {
        step_ = step;
        refresh();
    }
}

void FreeAreaHistogram::set_unit(Unit unit) {
    unit_ = unit;
    show_figures();
}

void FreeAreaHistogram::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (!over_time_ && !has_failed_ && !task_.is_running()) {
        compute();
    }
}

void FreeAreaHistogram::compute() {
    goes_on_ = std::make_shared<std::atomic<bool>>(true);
    task_.start([problem = problem_, layout = layout_,
                 goes_on = goes_on_] { return free_memory(*problem, *layout, [&goes_on] { return goes_on->load(); }); },
                [this](FreeMemoryOverTime over) {
                    over_time_ = std::move(over);
                    show_figures();
                });
}

void FreeAreaHistogram::refresh() {
    at_step_.reset();
    const bool later = is_large(*problem_);
    if (later) {
        show_figures();
    }
    work_on_plan(
        step_task_, later,
        [problem = problem_, layout = layout_, step = shown_step()] {
            return AtStep{free_memory_at(*problem, *layout, step), has_placements(*layout)};
        },
        [this](AtStep found) {
            at_step_ = std::move(found);
            show_figures();
        });
}

void FreeAreaHistogram::show_figures() {
    header_->set_title(tr("Free areas at step %1").arg(grouped_text(shown_step().value())));
    header_->set_detail(at_step_ ? QString::fromStdString(amount_text(at_step_->memory.bytes, unit_)) : tr("…"));
    const bool is_empty = problem_->buffers.empty() || (at_step_ && !at_step_->is_placed);
    words_->setText(is_empty      ? tr("No buffer is placed, so nothing is free between buffers.")
                    : has_failed_ ? tr("There is not enough memory for the figures of the whole plan.")
                    : step_       ? QString()
                            : tr("There is no time cursor, so this is the first step with the highest live size."));
    words_->setVisible(!words_->text().isEmpty());
    const bool shows_figures = !is_empty && at_step_;
    facts_->setVisible(shows_figures);
    facts_->set_facts(shows_figures ? facts(at_step_->memory) : std::vector<Fact>());
    view_->setVisible(shows_figures);
    model_->set_memory(at_step_ ? at_step_->memory : FreeMemory(),
                       over_time_ ? std::optional(over_time_->total) : std::nullopt);
}

std::vector<Fact> FreeAreaHistogram::facts(const FreeMemory& at_step) const {
    const auto amount = [this](std::int64_t bytes) { return QString::fromStdString(amount_text(bytes, unit_)); };
    const QString meaning = tr("bytes that stay free only because the buffer above them is aligned");
    std::vector<Fact> all{
        {tr("Free"), amount(at_step.bytes), tr("%1 below the highest live tail").arg(exact_bytes(at_step.bytes))},
        {tr("Padding for alignment"), amount(at_step.padding),
         tr("%1: %2").arg(exact_bytes(at_step.padding), meaning)}};
    if (!over_time_) {
        return all;
    }
    const FreeMemory& total = over_time_->total;
    if (over_time_->most_padding > Bytes(0)) {
        Fact most{tr("Most padding"), tr("%1 at step %2")
                                          .arg(amount(over_time_->most_padding.value()),
                                               grouped_text(over_time_->most_padding_at.value()))};
        most.tooltip = exact_bytes(over_time_->most_padding.value());
        most.link = 0;
        all.push_back(std::move(most));
    }
    const double share = total.bytes > 0 ? static_cast<double>(total.padding) / static_cast<double>(total.bytes) : 0.0;
    all.push_back(
        {tr("Padding in the whole plan"), QString::fromStdString(percent_text(share)),
         tr("%1 of %2 bytes · steps that are free").arg(grouped_text(total.padding), grouped_text(total.bytes))});
    return all;
}

}  // namespace arenascope
