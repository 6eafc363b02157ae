#include "widgets/tables/overlap_list/overlap_model.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/check/contradictions.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

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

OverlapModel::OverlapModel(QObject* parent) : RowModel(parent), report_(std::make_shared<const CheckReport>()) {
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
    set_columns({
        {.title = tr("finding"),
         .is_figure = false,
         .text = [this](const OverlapRow& row) { return finding_of(row).what; },
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
                 .arg(in_unit(pair.bytes.from.value(), bytes), in_unit(pair.bytes.to.value(), bytes));
         }),
         .tooltip = why},
        {.title = tr("amount %1"),
         .amount = bytes_of_pair([](const AddressRange& range) { return arenascope::size(range).value(); }),
         .has_own_decimals = true,
         .tooltip = why},
    });
}

void OverlapModel::set_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const CheckReport> report) {
    names_.set_problem(problem);
    problem_ = std::move(problem);
    report_ = std::move(report);
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
    set_rows(std::move(rows));
}

const Overlap* OverlapModel::pair_of(const OverlapRow& row) const {
    return row.list == List::overlaps   ? &report_->overlaps[row.position]
           : row.list == List::inferred ? &report_->inferred[row.position]
                                        : nullptr;
}

OverlapModel::Finding OverlapModel::finding_of(const OverlapRow& row) const {
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

OverlapModel::Finding OverlapModel::contradiction_of(const Contradiction& one) const {
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

QString OverlapModel::pair_words(const Overlap& pair, const QString& pattern) const {
    return pattern.arg(names_.full(pair.a), names_.full(pair.b), exact_bytes(arenascope::size(pair.bytes).value()),
                       lifetime_text(pair.steps), grouped_text(pair.bytes.from.value()),
                       grouped_text(pair.bytes.to.value()));
}

}  // namespace arenascope
