#include "widgets/panels/plan_totals/plan_totals_view.h"

#include <tuple>
#include <utility>

#include <QHBoxLayout>
#include <QHeaderView>
#include <QToolButton>

#include "core/model/memory/allocator_history.h"
#include "qt/words/grouping_words.h"
#include "qt/words/meaning.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/section_header.h"
#include "widgets/base/steady_scroll_area.h"

namespace arenascope {
namespace {

constexpr int least_rows = 4;  ///< of the groups, with their titles; a lower dock scrolls

QString arrow(const QString& before, const QString& after) {
    return before == after ? before : PlanTotalsView::tr("%1 → %2").arg(before, after);
}

/// The change from one amount to another as a share of the first; empty if it tells nothing.
QString share_of_change(std::int64_t before, std::int64_t after) {
    return before <= 0 || before == after
               ? QString()
               : PlanTotalsView::tr(" (%1)").arg(percent_words(
                     (static_cast<double>(after) - static_cast<double>(before)) / static_cast<double>(before), true));
}

TextTone tone_of_change(std::int64_t before, std::int64_t after) {
    return after > before ? TextTone::risk : after < before ? TextTone::good : TextTone::plain;
}

std::int64_t growth(const GroupTotal& total) {
    return (total.second.at_peak - total.first.at_peak).value();
}

QString buffers_text(const GroupTotal& total) {
    const QString first = grouped_text(total.first.buffers);
    const QString second = grouped_text(total.second.buffers);
    return first == second ? first : PlanTotalsView::tr("%1 → %2").arg(first, second);
}

}  // namespace

PlanTotalsView::PlanTotalsView(QWidget* parent)
    : QWidget(parent),
      header_(new SectionHeader(tr("Totals"), this)),
      words_(new Paragraph(this)),
      facts_(new FactSheet(this)),
      grouping_(new GroupingRow(tr("Grouping of the totals"), GroupingRow::Nothing::left_out, this)),
      model_(new RowModel<GroupTotal>(this)),
      view_(new QTableView(this)),
      buttons_(new QWidget(this)) {
    add_columns();
    set_up_rows(*view_, *model_, tr("Totals of groups of buffers"));
    view_->setItemDelegateForColumn(TotalsColumn::name, new NameDelegate(view_));
    new ColumnFit(*view_, {TotalsColumn::name}, {TotalsColumn::buffers, TotalsColumn::change});
    new QHBoxLayout(buttons_);
    buttons_->layout()->setContentsMargins(field_margins);
    view_->setMinimumHeight(least_rows * view_->verticalHeader()->defaultSectionSize());
    auto* scrolled = new QWidget;
    fill_panel(*scrolled, {words_, facts_, buttons_, grouping_, view_});
    auto* area = new SteadyScrollArea(this);
    area->setWidget(scrolled);
    fill_panel(*this, {header_, area});
    connect(grouping_, &GroupingRow::grouping_changed, this, &PlanTotalsView::fill_totals);
    refresh();
}

void PlanTotalsView::add_columns() {
    const QString meaning =
        tr("bytes of the group at the plan's own step with the highest live size; bytes that buffers share count once");
    const auto sizes = [this](const GroupTotal& total) {
        return tr("%1\nall sizes in A: %2\nall sizes in B: %3")
            .arg(group_words(total.name, by_), exact_bytes(total.first.bytes.value()),
                 exact_bytes(total.second.bytes.value()));
    };
    model_->set_columns({
        {.title = grouping_words(by_),
         .is_figure = false,
         .text = [this](const GroupTotal& total) { return group_words(total.name, by_); },
         .tooltip = sizes},
        {.title = tr("buffers"), .text = buffers_text, .tooltip = sizes},
        {.title = tr("at peak A %1"),
         .meaning = meaning,
         .amount = [](const GroupTotal& total) { return total.first.at_peak.value(); }},
        {.title = tr("at peak B"),
         .meaning = meaning,
         .amount = [](const GroupTotal& total) { return total.second.at_peak.value(); }},
        {.title = tr("change"),
         .amount = growth,
         .counts_decimals = false,
         .text =
             [this](const GroupTotal& total) { return model_->signed_in_unit(growth(total), TotalsColumn::change); }},
    });
}

void PlanTotalsView::set_actions(const QList<QAction*>& actions) {
    auto* row = static_cast<QHBoxLayout*>(buttons_->layout());
    for (QAction* action : actions) {
        auto* button = new QToolButton(buttons_);
        button->setDefaultAction(action);
        row->addWidget(button);
    }
    row->addStretch(1);
}

void PlanTotalsView::set_plans(std::shared_ptr<const ComparedPlans> plans, const QString& words) {
    plans_ = std::move(plans);
    hint_ = words;
    offer_makers();
    refresh();
}

/// The buffers of two recorded allocators tell most by who made them, so that this is their first grouping.
void PlanTotalsView::offer_makers() {
    const bool has_makers = plans_ && plans_->a.problem->history && plans_->b.problem->history;
    if (plans_ == nullptr || has_makers == has_makers_) {
        return;  // while plans are compared anew, the choice stays
    }
    has_makers_ = has_makers;
    grouping_->set_has_makers(has_makers);
    if (has_makers) {
        grouping_->set_grouping(GroupBy::maker_line);
    }
}

void PlanTotalsView::set_unit(Unit unit) {
    unit_ = unit;
    model_->set_unit(unit);
    refresh();
}

void PlanTotalsView::set_grouping(GroupBy by) {
    grouping_->set_grouping(by);
}

void PlanTotalsView::refresh() {
    const bool has_plans = plans_ != nullptr;
    words_->setVisible(!has_plans);
    words_->setText(hint_);
    for (QWidget* each :
         {static_cast<QWidget*>(facts_), static_cast<QWidget*>(grouping_), static_cast<QWidget*>(view_), buttons_}) {
        each->setVisible(has_plans);
    }
    header_->set_detail(has_plans ? tr("A → B") : QString());
    if (has_plans) {
        facts_->set_facts(facts());
    }
    fill_totals();
}

void PlanTotalsView::fill_totals() {
    const GroupBy by = *grouping_->grouping();  // not to group is no choice
    if (!plans_) {
        task_.abandon();
        show_totals({}, by);
        return;
    }
    task_.run(
        std::max(plans_->a.problem->buffers.size(), plans_->b.problem->buffers.size()),
        [plans = plans_, by] {
            return group_totals(plans->a.comparand(), plans->figures_of_a.moment(), plans->b.comparand(),
                                plans->figures_of_b.moment(), by);
        },
        [this, by](std::vector<GroupTotal> totals) { show_totals(std::move(totals), by); });
}

void PlanTotalsView::show_totals(std::vector<GroupTotal> totals, GroupBy by) {
    by_ = by;
    model_->column(TotalsColumn::name).title = grouping_words(by);
    model_->set_rows(std::move(totals));
}

/// Where the peaks are, and what was reserved there and at the end.
void PlanTotalsView::add_recorded(std::vector<Fact>& facts) const {
    const AllocatorFigures& a = plans_->recorded->a;
    const AllocatorFigures& b = plans_->recorded->b;
    const auto amounts = [this](Bytes before, Bytes after) {
        return arrow(amount_words(before.value(), unit_), amount_words(after.value(), unit_)) +
               share_of_change(before.value(), after.value());
    };
    const auto exactly = [](Bytes before, Bytes after) {
        return tr("A: %1\nB: %2").arg(exact_bytes(before.value()), exact_bytes(after.value()));
    };
    facts.push_back({tr("First at event"),
                     arrow(grouped_text(a.highest_live_at.value()), grouped_text(b.highest_live_at.value())),
                     tr("The first event of each recording with its highest live size")});
    facts.push_back({tr("Reserved there"), amounts(a.reserved_at_highest_live, b.reserved_at_highest_live),
                     exactly(a.reserved_at_highest_live, b.reserved_at_highest_live)});
    facts.push_back(
        {tr("Live at the end"), amounts(a.live_at_end, b.live_at_end), exactly(a.live_at_end, b.live_at_end)});
    facts.push_back({tr("Reserved at the end"), amounts(a.reserved_at_end, b.reserved_at_end),
                     exactly(a.reserved_at_end, b.reserved_at_end)});
}

std::vector<Fact> PlanTotalsView::facts() const {
    const PlanFigures& a = plans_->figures_of_a;
    const PlanFigures& b = plans_->figures_of_b;
    const std::optional<Offset> peak_of_a = a.height.peak;
    const std::optional<Offset> peak_of_b = b.height.peak;
    // Nobody planned the addresses of recorded allocators: they have neither a peak nor a threshold of a plan.
    const bool is_a_recorded = has_segment_regions(*plans_->a.problem);
    const bool is_b_recorded = has_segment_regions(*plans_->b.problem);
    const bool are_recorded = is_a_recorded && is_b_recorded;
    // A recorded allocator and a plan of its allocations, either of which may be A.
    const auto label = [&](const QString& recorded, const QString& planned) {
        return is_a_recorded == is_b_recorded ? (are_recorded ? recorded : planned)
               : is_a_recorded                ? tr("%1 → %2").arg(recorded, planned.toLower())
                                              : tr("%1 → %2").arg(planned, recorded.toLower());
    };
    const auto amount = [this](std::int64_t bytes) { return amount_words(bytes, unit_); };
    const auto exactly = [](std::int64_t before, std::int64_t after) {
        return tr("A: %1\nB: %2").arg(exact_bytes(before), exact_bytes(after));
    };
    const auto peak_words = [&](std::optional<Offset> peak) { return peak ? amount(peak->value()) : tr("not placed"); };
    const auto count = [](std::size_t buffers) { return grouped_text(buffers); };
    std::vector<Fact> facts;
    const bool are_placed = peak_of_a && peak_of_b;
    facts.push_back({label(tr("Highest reserved"), tr("Peak")),
                     arrow(peak_words(peak_of_a), peak_words(peak_of_b)) +
                         (are_placed ? share_of_change(peak_of_a->value(), peak_of_b->value()) : QString()),
                     are_placed ? exactly(peak_of_a->value(), peak_of_b->value()) : QString(),
                     {},
                     are_placed ? tone_of_change(peak_of_a->value(), peak_of_b->value()) : TextTone::plain});
    const std::int64_t live_of_a = a.height.threshold.value();
    const std::int64_t live_of_b = b.height.threshold.value();
    facts.push_back({label(tr("Highest live"), tr("Threshold")),
                     arrow(amount(live_of_a), amount(live_of_b)) + share_of_change(live_of_a, live_of_b),
                     exactly(live_of_a, live_of_b),
                     {},
                     are_recorded ? tone_of_change(live_of_a, live_of_b) : TextTone::plain});
    if (plans_->recorded) {
        add_recorded(facts);
    } else if (!is_a_recorded && !is_b_recorded) {
        facts.push_back({tr("Over the threshold"),
                         tr("%1 buffers").arg(arrow(count(a.over), count(b.over))),
                         {},
                         {},
                         tone_of_change(static_cast<std::int64_t>(a.over), static_cast<std::int64_t>(b.over))});
    }
    if (!is_a_recorded && !is_b_recorded) {
        facts.push_back({tr("Highest free sum"), arrow(amount(a.largest_free.value()), amount(b.largest_free.value())),
                         tr("The most bytes that are free below the highest live tail at one step.\n%1")
                             .arg(exactly(a.largest_free.value(), b.largest_free.value()))});
    }
    facts.push_back({tr("Buffers"), arrow(count(a.buffers), count(b.buffers))});
    facts.push_back(
        {tr("All sizes"),
         arrow(amount(a.total.value()), amount(b.total.value())) + share_of_change(a.total.value(), b.total.value()),
         tr("The sum of all sizes; bytes that buffers share count once.\n%1")
             .arg(exactly(a.total.value(), b.total.value()))});
    const PlanChanges& changes = plans_->changes;
    const ChangedBytes& changed = plans_->changed;
    for (const auto& [name, buffers, bytes] :
         {std::tuple(tr("Moved"), changes.moved, changed.moved), std::tuple(tr("Added"), changes.added, changed.added),
          std::tuple(tr("Removed"), changes.removed, changed.removed)}) {
        if (buffers > 0) {
            facts.push_back(
                {name,
                 tr("%1, %2").arg(counted(static_cast<std::int64_t>(buffers), tr("1 buffer"), tr("%1 buffers")),
                                  amount(bytes.value())),
                 tr("%1; bytes that buffers share count once").arg(exact_bytes(bytes.value()))});
        }
    }
    const std::size_t matched = plans_->changes.paired_by_name + plans_->changes.renamed;
    facts.push_back({tr("Matched"), plans_->changes.renamed == 0
                                        ? tr("%1 of %2 by name").arg(count(matched), count(a.buffers))
                                        : tr("%1 of %2, %3 of them by shape of use")
                                              .arg(count(matched), count(a.buffers), count(plans_->changes.renamed))});
    if (const std::string steps = matching_words(plans_->steps); !steps.empty()) {
        facts.push_back({tr("Steps"), QString::fromStdString(steps)});
    }
    return facts;
}

}  // namespace arenascope
