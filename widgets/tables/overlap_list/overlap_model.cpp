#include "widgets/tables/overlap_list/overlap_model.h"

#include <algorithm>

#include "core/check/contradictions.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {

OverlapModel::OverlapModel(QObject* parent)
    : QAbstractTableModel(parent), report_(std::make_shared<const CheckReport>()) {}

void OverlapModel::set_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const CheckReport> report) {
    beginResetModel();
    names_.set_problem(problem);
    problem_ = std::move(problem);
    report_ = std::move(report);
    count_decimals();
    endResetModel();
}

void OverlapModel::set_unit(Unit unit, UnitRule rule) {
    beginResetModel();
    table_unit_.set(unit, rule);
    count_decimals();
    endResetModel();
}

void OverlapModel::count_decimals() {
    table_unit_.forget();
    for (const auto* pairs : {&report_->overlaps, &report_->inferred}) {
        for (const Overlap& pair : *pairs) {
            for (const std::int64_t bytes :
                 {pair.bytes.from.value(), pair.bytes.to.value(), arenascope::size(pair.bytes).value()}) {
                table_unit_.add(bytes);
            }
        }
    }
    unit_ = table_unit_.unit();
    bytes_decimals_ = 0;
    amount_decimals_ = 0;
    for (const auto* pairs : {&report_->overlaps, &report_->inferred}) {
        for (const Overlap& pair : *pairs) {
            bytes_decimals_ = std::max({bytes_decimals_, decimals_of(pair.bytes.from.value(), unit_),
                                        decimals_of(pair.bytes.to.value(), unit_)});
            amount_decimals_ = std::max(amount_decimals_, decimals_of(arenascope::size(pair.bytes).value(), unit_));
        }
    }
}

std::size_t OverlapModel::finding_count() const {
    return report_->overlaps.size() + report_->contradictions.size() + report_->misaligned.size() +
           report_->outside.size() + report_->unplaced.size();
}

const Overlap* OverlapModel::pair_at(int row) const {
    const auto position = static_cast<std::size_t>(row);
    if (position < report_->overlaps.size()) {
        return &report_->overlaps[position];
    }
    return position < finding_count() ? nullptr : &report_->inferred[position - finding_count()];
}

BufferIndex OverlapModel::buffer_at(int row) const {
    const Overlap* pair = pair_at(row);
    return pair != nullptr ? pair->a : single_at(row).buffer;
}

int OverlapModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(finding_count() + report_->inferred.size());
}

int OverlapModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant OverlapModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Overlap* pair = pair_at(index.row());
    const bool is_inferred_pair = static_cast<std::size_t>(index.row()) >= finding_count();
    switch (role) {
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() > second);
        case Qt::ToolTipRole:
            return plain_tooltip(
                pair == nullptr
                    ? single_at(index.row()).why
                    : (is_inferred_pair ? tr("%1 and %2 share %3 at steps %4, bytes %5 to %6. Nothing but the "
                                             "bytes says that they are meant to.")
                                        : tr("%1 and %2 share %3 at steps %4, bytes %5 to %6"))
                          .arg(names_.full(pair->a), names_.full(pair->b),
                               exact_bytes(arenascope::size(pair->bytes).value()), lifetime_text(pair->steps),
                               grouped_text(pair->bytes.from.value()), grouped_text(pair->bytes.to.value())));
        case Qt::DisplayRole:
            break;
        default:
            return {};
    }
    if (pair != nullptr) {
        return is_inferred_pair && index.column() == finding ? tr("inferred") : pair_text(*pair, index.column());
    }
    const Single single = single_at(index.row());
    const bool has_buffer = single.buffer != BufferIndex::none();
    return index.column() == finding ? single.what
           : index.column() == first ? (has_buffer ? names_(single.buffer) : single.name)
                                     : QString();
}

QVariant OverlapModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section > second);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case finding:
            return tr("finding");
        case first:
            return tr("buffer");
        case second:
            return tr("and");
        case steps:
            return tr("shared steps");
        case bytes:
            return tr("shared bytes %1").arg(unit);
        case amount:
            return tr("amount %1").arg(unit);
        default:
            return {};
    }
}

OverlapModel::Single OverlapModel::single_at(int row) const {
    std::size_t position = static_cast<std::size_t>(row) - report_->overlaps.size();
    if (position < report_->contradictions.size()) {
        return contradiction_at(position);
    }
    position -= report_->contradictions.size();
    if (position < report_->misaligned.size()) {
        const BufferIndex buffer = report_->misaligned[position];
        return {buffer, tr("misaligned"),
                tr("%1: its offset is not a multiple of its alignment").arg(names_.full(buffer))};
    }
    position -= report_->misaligned.size();
    if (position < report_->outside.size()) {
        const BufferIndex buffer = report_->outside[position];
        return {
            buffer, tr("outside its region"),
            tr("%1: it is below 0, above the capacity, or in another region than its own").arg(names_.full(buffer))};
    }
    position -= report_->outside.size();
    const BufferIndex buffer = report_->unplaced[position];
    return {buffer, tr("not placed"), tr("%1: it has no offset").arg(names_.full(buffer))};
}

OverlapModel::Single OverlapModel::contradiction_at(std::size_t position) const {
    const Contradiction& one = report_->contradictions[position];
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

QString OverlapModel::pair_text(const Overlap& overlap, int column) const {
    const auto number = [this](std::int64_t value, int decimals) {
        return QString::fromStdString(number_text(value, unit_, decimals));
    };
    switch (column) {
        case finding:
            return tr("overlap");
        case first:
            return names_(overlap.a);
        case second:
            return names_(overlap.b);
        case steps:
            return lifetime_text(overlap.steps);
        case bytes:
            return QStringLiteral("[%1, %2)")
                .arg(number(overlap.bytes.from.value(), bytes_decimals_),
                     number(overlap.bytes.to.value(), bytes_decimals_));
        case amount:
            return number(arenascope::size(overlap.bytes).value(), amount_decimals_);
        default:
            return {};
    }
}

}  // namespace arenascope
