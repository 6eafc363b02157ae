#include "widgets/tables/improvement_table/improvement_model.h"

#include <algorithm>
#include <utility>

#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {

ImprovementModel::ImprovementModel(QObject* parent)
    : QAbstractTableModel(parent),
      problem_(std::make_shared<Problem>()),
      report_(std::make_shared<ImprovementReport>()) {}

void ImprovementModel::set_report(std::shared_ptr<const Problem> problem,
                                  std::shared_ptr<const ImprovementReport> report) {
    beginResetModel();
    problem_ = std::move(problem);
    report_ = std::move(report);
    names_.set_problem(problem_);
    count_decimals();
    endResetModel();
}

void ImprovementModel::clear() {
    set_report(problem_, std::make_shared<ImprovementReport>());
}

void ImprovementModel::set_unit(Unit unit, UnitRule rule) {
    beginResetModel();
    table_unit_.set(unit, rule);
    count_decimals();
    endResetModel();
}

void ImprovementModel::count_decimals() {
    table_unit_.forget();
    for (const Improvement& one : report_->improvements) {
        table_unit_.add(one.peak.value());
    }
    unit_ = table_unit_.unit();
    decimals_ = 0;
    for (const Improvement& one : report_->improvements) {
        decimals_ = std::max({decimals_, decimals_of(one.peak.value(), unit_), decimals_of(gain(one), unit_),
                              decimals_of(one.moved.value(), unit_)});
    }
}

QString ImprovementModel::amount(std::int64_t bytes) const {
    return QString::fromStdString(number_text(bytes, unit_, decimals_));
}

std::int64_t ImprovementModel::gain(const Improvement& one) const {
    const std::int64_t of_plan = (report_->peak - one.peak).value();
    const bool is_told = of_plan > 0 || one.region != report_->region;
    return is_told ? of_plan : (report_->region_peak - one.region_peak).value();
}

int ImprovementModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(report_->improvements.size());
}

int ImprovementModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant ImprovementModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const Improvement& one = improvement(index.row());
    if (role == Qt::ToolTipRole) {
        return plain_tooltip(tooltip(one, index.column()));
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(index.column() != change);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (index.column()) {
        case change:
            return change_words(one, false);
        case peak:
            return amount(one.peak.value());
        case lower:
            return amount(gain(one));
        case moves:
            return grouped_text(static_cast<std::int64_t>(one.moves.size()));
        case moved:
            return amount(one.moved.value());
        default:
            return {};
    }
}

QVariant ImprovementModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section != change);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case change:
            return tr("change");
        case peak:
            return tr("peak %1").arg(unit);
        case lower:
            return tr("lower %1").arg(unit);
        case moves:
            return tr("moves");
        case moved:
            return tr("moved %1").arg(unit);
        default:
            return {};
    }
}

QString ImprovementModel::change_words(const Improvement& one, bool in_full) const {
    const auto name = [&](BufferIndex buffer) { return in_full ? names_.full(buffer) : names_(buffer); };
    switch (one.kind) {
        case ImprovementKind::move:
            return tr("Move %1").arg(name(one.buffer));
        case ImprovementKind::swap:
            return tr("Swap %1 and %2").arg(name(one.buffer), name(one.partner));
        case ImprovementKind::together:
            return tr("Place all at the peak again");
        case ImprovementKind::reinsertion:
            break;
    }
    return one.partner == BufferIndex::none() ? tr("Place %1 last").arg(name(one.buffer))
                                              : tr("Place %1 before %2").arg(name(one.buffer), name(one.partner));
}

QString ImprovementModel::tooltip(const Improvement& one, int column) const {
    if (column == peak || column == lower || column == moved) {
        return exact_bytes(column == peak ? one.peak.value() : column == lower ? gain(one) : one.moved.value());
    }
    constexpr std::size_t most_told = 4;
    QStringList lines{change_words(one, true)};
    for (std::size_t i = 0; i < std::min(most_told, one.moves.size()); ++i) {
        const Move& move = one.moves[i];
        lines << tr("%1: from %2 to %3")
                     .arg(names_.full(move.buffer), exact_bytes(move.from->value()), exact_bytes(move.to->value()));
    }
    if (one.moves.size() > most_told) {
        lines << counted(static_cast<std::int64_t>(one.moves.size() - most_told), tr("and 1 more"), tr("and %1 more"));
    }
    if (one.highest != BufferIndex::none()) {
        lines << tr("Then %1 is the highest; it ends at %2.")
                     .arg(names_.full(one.highest), exact_bytes(one.region_peak.value()));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace arenascope
