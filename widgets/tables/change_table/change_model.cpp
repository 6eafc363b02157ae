#include "widgets/tables/change_table/change_model.h"

#include <utility>

#include "qt/tasks/plan_work.h"
#include "qt/words/meaning.h"
#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/swatch.h"
#include "widgets/base/table_cells.h"

namespace arenascope {
namespace {

const QString not_in_side = QStringLiteral("–");

QString placed_words(const ComparedSide& side, BufferIndex buffer, const QString& plan) {
    if (buffer == BufferIndex::none()) {
        return ChangeModel::tr("%1 lacks it").arg(plan);
    }
    const auto offset = offset_in(side, buffer);
    return offset ? exact_bytes(*offset) : ChangeModel::tr("not placed");
}

}  // namespace

ChangeModel::ChangeModel(QObject* parent) : QAbstractTableModel(parent), rows_(std::make_shared<const ChangeRows>()) {}

void ChangeModel::set_plans(std::shared_ptr<const ComparedPlans> plans) {
    beginResetModel();
    plans_ = std::move(plans);
    rows_ = std::make_shared<const ChangeRows>();
    names_of_a_.set_problem(plans_ ? plans_->a.problem : nullptr);
    names_of_b_.set_problem(plans_ ? plans_->b.problem : nullptr);
    endResetModel();
    arrange();
}

void ChangeModel::set_filter(ChangeFilter filter) {
    filter_ = std::move(filter);
    arrange();
}

void ChangeModel::set_unit(Unit unit, UnitRule rule) {
    table_unit_.set(unit, rule);
    arrange();
}

void ChangeModel::sort(int column, Qt::SortOrder order) {
    sort_column_ = column < 0 ? moved : column;
    sort_order_ = order;
    arrange();
}

void ChangeModel::arrange() {
    if (!plans_) {
        task_.abandon();
        emit arranged();
        return;
    }
    ChangeRequest request{.plans = plans_,
                          .filter = filter_,
                          .sort_column = sort_column_,
                          .sort_order = sort_order_,
                          .unit = table_unit_};
    work_on_plan(
        task_, plans_->changes.buffers.size() > most_handled_at_once,
        [request = std::move(request)] { return change_rows(request); },
        [this](std::shared_ptr<const ChangeRows> rows) {
            beginResetModel();
            rows_ = std::move(rows);
            endResetModel();
            emit arranged();
        });
}

const ComparedBuffer& ChangeModel::buffer_at(int row) const {
    return plans_->changes.buffers[rows_->rows[static_cast<std::size_t>(row)]];
}

int ChangeModel::row_of(BufferIndex of_a) const {
    return of_a.value() < rows_->row_of_a.size() ? rows_->row_of_a[of_a] : -1;
}

int ChangeModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_->rows.size());
}

int ChangeModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant ChangeModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const ComparedBuffer& buffer = buffer_at(index.row());
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return text(buffer, column);
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip(buffer, column));
        case Qt::TextAlignmentRole:
            return cell_alignment(column != name && column != change);
        case risk_role: {
            const auto risk = column == tier_a   ? risk_in(plans_->a, buffer.first)
                              : column == tier_b ? risk_in(plans_->b, buffer.second)
                                                 : std::nullopt;
            return risk ? QVariant(to_role_value(*risk)) : QVariant();
        }
        default:
            return {};
    }
}

QVariant ChangeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section != name && section != change);
    }
    if (role == Qt::ToolTipRole) {
        return section == moved ? tr("offset in B minus offset in A; sorted by the distance") : QString();
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(rows_->unit));
    switch (section) {
        case name:
            return tr("name");
        case change:
            return tr("change");
        case size:
            return tr("size %1").arg(unit);
        case offset_a:
            return tr("offset A");
        case offset_b:
            return tr("offset B");
        case moved:
            return tr("moved");
        case tier_a:
            return tr("tier A");
        case tier_b:
            return tr("tier B");
        default:
            return {};
    }
}

QString ChangeModel::amount(std::int64_t bytes, bool with_sign) const {
    const QString figure = QString::fromStdString(number_text(bytes, rows_->unit, rows_->decimals));
    return with_sign && bytes > 0 ? QLatin1Char('+') + figure : figure;
}

QString ChangeModel::text(const ComparedBuffer& buffer, int column) const {
    switch (column) {
        case name:
            return is_added(buffer)    ? names_of_b_(buffer.second)
                   : buffer.is_renamed ? tr("%1 → %2").arg(names_of_a_(buffer.first), names_of_b_(buffer.second))
                                       : names_of_a_(buffer.first);
        case change:
            return change_words(buffer);
        case size: {
            const auto before = size_in(plans_->a, buffer.first);
            const auto after = size_in(plans_->b, buffer.second);
            return buffer.is_resized ? tr("%1 → %2").arg(amount(*before), amount(*after))
                                     : amount(after.value_or(before.value_or(0)));
        }
        case offset_a:
        case offset_b: {
            const auto offset =
                column == offset_a ? offset_in(plans_->a, buffer.first) : offset_in(plans_->b, buffer.second);
            return offset ? amount(*offset) : not_in_side;
        }
        case moved: {
            const auto distance = offset_change(plans_->a.comparand(), plans_->b.comparand(), buffer);
            return distance ? amount(*distance, true) : not_in_side;
        }
        default: {
            const auto risk = column == tier_a ? risk_in(plans_->a, buffer.first) : risk_in(plans_->b, buffer.second);
            return risk ? risk_words(*risk) : not_in_side;
        }
    }
}

QString ChangeModel::tooltip(const ComparedBuffer& buffer, int column) const {
    switch (column) {
        case name:
            return is_added(buffer) ? names_of_b_.full(buffer.second)
                   : buffer.is_renamed
                       ? tr("A: %1\nB: %2\nThe names differ; region, kind, size and lifetime are alike.")
                             .arg(names_of_a_.full(buffer.first), names_of_b_.full(buffer.second))
                       : names_of_a_.full(buffer.first);
        case change:
            return buffer.is_retimed ? tr("lifetime %1 in A, %2 in B")
                                           .arg(lifetime_text(plans_->a.problem->buffers[buffer.first].lifetime),
                                                lifetime_text(plans_->b.problem->buffers[buffer.second].lifetime))
                                     : QString();
        case size: {
            const auto before = size_in(plans_->a, buffer.first);
            const auto after = size_in(plans_->b, buffer.second);
            return before && after && *before != *after
                       ? tr("A: %1\nB: %2").arg(exact_bytes(*before), exact_bytes(*after))
                       : exact_bytes(after.value_or(before.value_or(0)));
        }
        case offset_a:
            return placed_words(plans_->a, buffer.first, QStringLiteral("A"));
        case offset_b:
            return placed_words(plans_->b, buffer.second, QStringLiteral("B"));
        case moved: {
            const auto distance = offset_change(plans_->a.comparand(), plans_->b.comparand(), buffer);
            return distance ? exact_bytes(*distance) : tr("It is not placed in the same region of both plans.");
        }
        default: {
            const auto risk = column == tier_a ? risk_in(plans_->a, buffer.first) : risk_in(plans_->b, buffer.second);
            return risk ? risk_meaning(*risk) : QString();
        }
    }
}

}  // namespace arenascope
