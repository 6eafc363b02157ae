#include "widgets/tables/overlap_list/overlap_list.h"

#include <algorithm>
#include <utility>

#include "core/check/contradictions.h"
#include "core/picture/plan/overlap_marks.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/name_delegate.h"

namespace arenascope {
namespace {

using List = OverlapRow::List;

/// The lower end, unless it lies at or below 0.
std::int64_t positive_end(const AddressRange& range) {
    return range.from > Offset(0) ? range.from.value() : range.to.value();
}

int decimals_of_ends(const AddressRange& range, Unit unit) {
    return std::max(decimals_of(range.from.value(), unit), decimals_of(range.to.value(), unit));
}

}  // namespace

OverlapList::OverlapList(QWidget* parent)
    : QWidget(parent),
      report_(std::make_shared<const CheckReport>()),
      model_(new RowModel<OverlapRow>(this)),
      header_(new SectionHeader(tr("Overlap Check"), this)),
      state_(new Paragraph(this)),
      check_row_(new QWidget(this)),
      check_(new QPushButton(tr("&Check Overlaps"), check_row_)),
      view_(new EvenTable(this)) {
    state_->setAccessibleName(tr("Result of the overlap check"));
    add_columns();
    set_up_rows(*view_, *model_, tr("Findings of the overlap check"));
    columns_ = new ColumnFit(*view_, {OverlapColumn::first, OverlapColumn::second}, {});
    view_->setTextElideMode(Qt::ElideMiddle);
    auto* names = new NameDelegate(view_);
    view_->setItemDelegateForColumn(OverlapColumn::first, names);
    view_->setItemDelegateForColumn(OverlapColumn::second, names);
    choose_rows(*view_, [this](const QModelIndex& index) { choose(model_->row(index.row())); });
    check_row_->setLayout(new_button_row({check_}, {12, 0, 12, 8}));
    fill_panel(*this, {header_, state_, check_row_, view_});
    connect(check_, &QPushButton::clicked, this, &OverlapList::check_requested);
    show_state(State::not_checked);
}

void OverlapList::add_columns() {
    const auto why = [this](const OverlapRow& row) { return finding_of(row).why; };
    // What only pairs have.
    const auto of_pair = [this](const auto& words) {
        return [this, words](const OverlapRow& row) {
            const Overlap* pair = pair_of(row);
            return pair != nullptr ? words(*pair) : QString();
        };
    };
    const auto bytes_of_pair = [this](const auto& amount) {
        return [this, amount](const OverlapRow& row) {
            const Overlap* pair = pair_of(row);
            return pair != nullptr ? std::optional(amount(pair->bytes)) : std::nullopt;
        };
    };
    model_->set_columns({
        {.title = tr("finding"),
         .is_figure = false,
         .text = [this](const OverlapRow& row) { return numbered(row); },
         .tooltip = why},
        {.title = tr("buffer"),
         .is_figure = false,
         .text =
             [this](const OverlapRow& row) {
                 const Finding found = finding_of(row);
                 return found.buffer != BufferIndex::none() ? names_(found.buffer) : found.name;
             },
         .tooltip = why},
        {.title = tr("and"),
         .is_figure = false,
         .text = of_pair([this](const Overlap& pair) { return names_(pair.b); }),
         .tooltip = why},
        {.title = tr("shared steps"),
         .text = of_pair([](const Overlap& pair) { return lifetime_text(pair.steps); }),
         .tooltip = why},
        {.title = tr("shared bytes %1"),
         .amount = bytes_of_pair(positive_end),
         .decimals =
             [this](const OverlapRow& row, Unit unit) {
                 const Overlap* pair = pair_of(row);
                 return pair != nullptr ? decimals_of_ends(pair->bytes, unit) : 0;
             },
         .has_own_decimals = true,
         .text = of_pair([this](const Overlap& pair) {
             return QStringLiteral("[%1, %2)")
                 .arg(model_->in_unit(pair.bytes.from.value(), OverlapColumn::bytes),
                      model_->in_unit(pair.bytes.to.value(), OverlapColumn::bytes));
         }),
         .tooltip = why},
        {.title = tr("amount %1"),
         .amount = bytes_of_pair([](const AddressRange& range) { return arenascope::size(range).value(); }),
         .has_own_decimals = true,
         .tooltip = why},
    });
}

const Overlap* OverlapList::pair_of(const OverlapRow& row) const {
    return row.list == List::overlaps   ? &report_->overlaps[row.position]
           : row.list == List::inferred ? &report_->inferred[row.position]
                                        : nullptr;
}

QString OverlapList::numbered(const OverlapRow& row) const {
    const QString what = finding_of(row).what;
    return row.list == List::overlaps ? tr("%1 %2").arg(what).arg(row.position + 1) : what;
}

OverlapList::Finding OverlapList::finding_of(const OverlapRow& row) const {
    switch (row.list) {
        case List::overlaps: {
            const Overlap& pair = report_->overlaps[row.position];
            return {pair.a, tr("overlap"), pair_words(pair, tr("%1 and %2 share %3 at steps %4, bytes %5 to %6"))};
        }
        case List::inferred: {
            const Overlap& pair = report_->inferred[row.position];
            return {pair.a, tr("inferred"),
                    pair_words(pair, tr("%1 and %2 share %3 at steps %4, bytes %5 to %6. Nothing but the bytes says "
                                        "that they are meant to."))};
        }
        case List::contradictions:
            return contradiction_of(report_->contradictions[row.position]);
        case List::misaligned: {
            const BufferIndex buffer = report_->misaligned[row.position];
            return {buffer, tr("misaligned"),
                    tr("%1: its offset is not a multiple of its alignment").arg(names_.full(buffer))};
        }
        case List::outside: {
            const BufferIndex buffer = report_->outside[row.position];
            return {buffer, tr("outside its region"),
                    tr("%1: it is below 0, above the capacity, or in another region than its own")
                        .arg(names_.full(buffer))};
        }
        case List::unplaced:
            break;
    }
    const BufferIndex buffer = report_->unplaced[row.position];
    return {buffer, tr("not placed"), tr("%1: it has no offset").arg(names_.full(buffer))};
}

OverlapList::Finding OverlapList::contradiction_of(const Contradiction& one) const {
    const QString why = visible_text(sentence_of(one, *problem_));
    switch (one.kind) {
        case Contradiction::Kind::read_outside:
            return {one.buffer, tr("read while not alive"), why};
        case Contradiction::Kind::written_outside:
            return {one.buffer, tr("written while not alive"), why};
        case Contradiction::Kind::pin:
            return {one.buffer, tr("not where it is pinned"), why};
        case Contradiction::Kind::object:
            return {one.buffer, tr("outside its shared object"), why};
        case Contradiction::Kind::address:
            return {one.buffer, tr("wrong address"), why};
        case Contradiction::Kind::heap:
            return {one.buffer, tr("wrong end of a heap"), why, visible_text(problem_->regions[one.region].name)};
        case Contradiction::Kind::removed:
            break;
    }
    return {one.buffer, tr("must not be removed"), why, visible_text(problem_->graph->operators[one.node].name)};
}

QString OverlapList::pair_words(const Overlap& pair, const QString& pattern) const {
    return pattern.arg(names_.full(pair.a), names_.full(pair.b), exact_bytes(arenascope::size(pair.bytes).value()),
                       lifetime_text(pair.steps), grouped_text(pair.bytes.from.value()),
                       grouped_text(pair.bytes.to.value()));
}

void OverlapList::set_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const CheckReport> report) {
    const bool clean = is_clean(*report);
    // If all rows are pairs, the column of findings carries no information and may be left out first.
    const bool only_pairs = report->misaligned.empty() && report->outside.empty() && report->unplaced.empty() &&
                            report->contradictions.empty();
    columns_->set_dropped(only_pairs
                              ? std::vector<int>{OverlapColumn::finding, OverlapColumn::bytes, OverlapColumn::steps}
                              : std::vector<int>{OverlapColumn::bytes, OverlapColumn::steps, OverlapColumn::second});
    show_report(std::move(problem), std::move(report));
    show_state(clean ? State::clean : State::findings);
}

/// Pairs come first, then contradictions, then misaligned, outside and unplaced buffers. Pairs that share only by
/// inference come last, although they are no findings.
void OverlapList::show_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const CheckReport> report) {
    names_.set_problem(problem);
    problem_ = std::move(problem);
    report_ = std::move(report);
    position_ = -1;
    std::vector<OverlapRow> rows;
    const auto add = [&rows](List list, std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            rows.push_back({list, static_cast<std::uint32_t>(i)});
        }
    };
    add(List::overlaps, report_->overlaps.size());
    add(List::contradictions, report_->contradictions.size());
    add(List::misaligned, report_->misaligned.size());
    add(List::outside, report_->outside.size());
    add(List::unplaced, report_->unplaced.size());
    add(List::inferred, report_->inferred.size());
    model_->set_rows(std::move(rows));
}

void OverlapList::set_not_checked() {
    show_report(std::make_shared<Problem>(), std::make_shared<const CheckReport>());
    show_state(State::not_checked);
}

void OverlapList::show_position(int position) {
    if (position == position_) {
        return;
    }
    position_ = position;
    if (position >= 0) {
        view_->selectRow(position);
    } else {
        view_->clearSelection();
    }
    show_count();
}

void OverlapList::set_unit(Unit unit) {
    model_->set_unit(unit);
}

void OverlapList::show_state(State state) {
    shown_ = state;
    view_->setVisible(model_->rowCount() > 0);
    check_row_->setVisible(state == State::not_checked);
    const CheckReport& report = *report_;
    const QString inferred = report.inferred_count == 0
                                 ? QString()
                                 : counted(report.inferred_count, tr("sound if 1 pair is meant to share"),
                                           tr("sound if %1 pairs are meant to share"));
    switch (state) {
        case State::not_checked:
            header_->set_detail(tr("not checked"));
            state_->setText(tr("Not checked since the last change."));
            state_->set_tone(TextTone::dim);
            return;
        case State::clean:
            header_->set_detail(tr("✓ 0"));
            state_->setText(
                tr("0 — no overlaps. Every buffer is placed, aligned and inside its region.") +
                (inferred.isEmpty() ? QString() : tr(" Nothing but their bytes says so: %1.").arg(inferred)));
            state_->set_tone(TextTone::good);
            return;
        case State::findings:
            break;
    }
    const auto count = [](std::size_t number) { return grouped_text(number); };
    QStringList parts;
    const auto add = [&](std::size_t number, const QString& text) {
        if (number > 0) {
            parts << text.arg(count(number));
        }
    };
    if (is_cut(report)) {
        parts << tr("%1 overlapping pairs, of which %2 are listed")
                     .arg(count(report.overlap_count), count(report.overlaps.size()));
    } else if (report.overlap_count > 0) {
        parts << counted(report.overlap_count, tr("1 overlapping pair"), tr("%1 overlapping pairs"));
    }
    if (report.overlap_count > few_overlaps) {
        parts << tr("more than %1 pairs have their numbers only here, not in the picture").arg(count(few_overlaps));
    }
    add(report.contradictions.size(),
        report.contradictions.size() == 1 ? tr("%1 contradiction") : tr("%1 contradictions"));
    add(report.misaligned.size(), tr("%1 misaligned"));
    add(report.outside.size(),
        report.outside.size() == 1 ? tr("%1 outside its region") : tr("%1 outside their region"));
    add(report.unplaced.size(), tr("%1 not placed"));
    add(report.inferred_count, tr("%1 shared by inference"));
    show_count();
    state_->setText(parts.join(QStringLiteral(" · ")));
    state_->set_tone(TextTone::risk);
}

void OverlapList::show_count() {
    if (shown_ != State::findings) {
        return;
    }
    const CheckReport& report = *report_;
    const auto overlaps = static_cast<std::int64_t>(report.overlap_count);
    const auto not_listed = overlaps - static_cast<std::int64_t>(report.overlaps.size());
    const auto inferred = static_cast<std::int64_t>(report.inferred.size());
    header_->set_detail(position_ >= 0 ? tr("overlap %1 of %2").arg(grouped_text(position_ + 1), grouped_text(overlaps))
                                       : grouped_text(model_->rowCount() - inferred + not_listed));
}

void OverlapList::choose(const OverlapRow& row) {
    if (const Overlap* pair = pair_of(row)) {
        emit activated(*pair);
    } else if (const BufferIndex buffer = finding_of(row).buffer; buffer != BufferIndex::none()) {
        emit buffer_activated(buffer);
    }
}

}  // namespace arenascope
