#include "widgets/plots/free_area_histogram/free_area_histogram.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "core/base/text/amount.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/theme_follower.h"
#include "widgets/plots/free_area_histogram/bar_delegate.h"

namespace arenascope {
namespace {

double part_of(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0.0;
}

std::int64_t most_bytes(const FreeMemory& memory) {
    std::int64_t most = 0;
    for (const FreeAreaClass& each : memory.classes) {
        most = std::max(most, each.bytes);
    }
    return most;
}

/// The bounds of a class.
QString class_words(const FreeAreaRow& row) {
    return FreeAreaHistogram::tr("areas of at least %1 and less than twice as much")
        .arg(exact_bytes(row.least.value()));
}

/// The largest areas come first. `of_plan` null: not known yet.
std::vector<FreeAreaRow> rows_of(const FreeMemory& at_step, const FreeMemory* of_plan) {
    std::vector<FreeAreaRow> rows;
    const auto row_of = [&rows](Bytes bound) -> FreeAreaRow& {
        auto found = std::ranges::find(rows, bound, &FreeAreaRow::least);
        if (found == rows.end()) {
            rows.push_back({bound, {bound}, {bound}});
            found = std::prev(rows.end());
        }
        return *found;
    };
    for (const FreeAreaClass& each : at_step.classes) {
        row_of(each.least).at_step = each;
    }
    for (const FreeAreaClass& each : of_plan ? of_plan->classes : std::vector<FreeAreaClass>()) {
        row_of(each.least).of_plan = each;
    }
    std::ranges::sort(rows, std::greater(), &FreeAreaRow::least);
    return rows;
}

}  // namespace

QString class_amount(Bytes bytes) {
    return amount_words(bytes.value(), unit_for(bytes));
}

FreeAreaHistogram::FreeAreaHistogram(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      layout_(std::make_shared<Layout>()),
      goes_on_(std::make_shared<std::atomic<bool>>(true)),
      header_(new SectionHeader({}, this)),
      words_(new Paragraph(this)),
      facts_(new FactSheet(this)),
      model_(new RowModel<FreeAreaRow>(this)),
      view_(new QTableView(this)) {
    add_columns();
    set_up_rows(*view_, *model_, tr("Free areas by size"));
    auto* bars = new BarDelegate(view_);
    for (const int column : {FreeAreaColumn::bytes, FreeAreaColumn::of_plan}) {
        view_->setItemDelegateForColumn(column, bars);
    }
    new ColumnFit(*view_, {FreeAreaColumn::bytes, FreeAreaColumn::of_plan}, {FreeAreaColumn::areas});
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(words_);
    column->addWidget(facts_);
    column->addWidget(view_, 1);
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
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
    refresh();
}

void FreeAreaHistogram::add_columns() {
    model_->set_columns({
        {.title = tr("size from"),
         .text = [](const FreeAreaRow& row) { return class_amount(row.least); },
         .tooltip = class_words},
        {.title = tr("areas"),
         .text = [](const FreeAreaRow& row) { return grouped_text(row.at_step.areas); },
         .tooltip = class_words},
        {.title = tr("bytes"),
         .text =
             [](const FreeAreaRow& row) {
                 return row.at_step.bytes == 0 ? QStringLiteral("0") : class_amount(Bytes(row.at_step.bytes));
             },
         .tooltip = [](const FreeAreaRow& row) { return exact_bytes(row.at_step.bytes); }},
        {.title = tr("of the plan"),
         .meaning = tr("part of all free bytes · steps of the plan"),
         .text = [this](const FreeAreaRow& row) { return share_text(row); },
         .tooltip = [this](const FreeAreaRow& row) { return share_words(row); }},
    });
    model_->set_roles([this](const FreeAreaRow& row, int column, int role) {
        return role == BarDelegate::bar_role ? QVariant(bar(row, column)) : QVariant();
    });
}

QString FreeAreaHistogram::share_text(const FreeAreaRow& row) const {
    return over_time_ ? percent_words(part_of(row.of_plan.bytes, over_time_->total.bytes)) : tr("…");
}

QString FreeAreaHistogram::share_words(const FreeAreaRow& row) const {
    return over_time_ ? tr("%1 bytes · steps of %2 that are free over the whole plan")
                            .arg(grouped_text(row.of_plan.bytes), grouped_text(over_time_->total.bytes))
                      : tr("being computed");
}

double FreeAreaHistogram::bar(const FreeAreaRow& row, int column) const {
    return column == FreeAreaColumn::bytes && at_step_       ? part_of(row.at_step.bytes, most_bytes(at_step_->memory))
           : column == FreeAreaColumn::of_plan && over_time_ ? part_of(row.of_plan.bytes, most_bytes(over_time_->total))
                                                             : 0.0;
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
    const bool is_found = step_task_.run(
        problem_->buffers.size(),
        [problem = problem_, layout = layout_, step = shown_step()] {
            return AtStep{free_memory_at(*problem, *layout, step), has_placements(*layout)};
        },
        [this](AtStep found) {
            at_step_ = std::move(found);
            show_figures();
        });
    if (!is_found) {
        show_figures();
    }
}

void FreeAreaHistogram::show_figures() {
    header_->set_title(tr("Free areas at step %1").arg(grouped_text(shown_step().value())));
    header_->set_detail(at_step_ ? amount_words(at_step_->memory.bytes, unit_) : tr("…"));
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
    model_->set_rows(rows_of(at_step_ ? at_step_->memory : FreeMemory(), over_time_ ? &over_time_->total : nullptr));
}

std::vector<Fact> FreeAreaHistogram::facts(const FreeMemory& at_step) const {
    const auto amount = [this](std::int64_t bytes) { return amount_words(bytes, unit_); };
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
        {tr("Padding in the whole plan"), percent_words(share),
         tr("%1 of %2 bytes · steps that are free").arg(grouped_text(total.padding), grouped_text(total.bytes))});
    return all;
}

}  // namespace arenascope
