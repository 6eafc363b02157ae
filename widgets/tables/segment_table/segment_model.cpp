#include "widgets/tables/segment_table/segment_model.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/model/memory/allocator_history.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {
SegmentModel::SegmentModel(QObject* parent) : QAbstractTableModel(parent), problem_(std::make_shared<Problem>()) {}

void SegmentModel::set_uses(std::shared_ptr<const Problem> problem, std::vector<SegmentUse> uses) {
    beginResetModel();
    if (problem != problem_) {
        makers_ = makers_of(*problem);
        problem_ = std::move(problem);
    }
    uses_ = std::move(uses);
    count_decimals();
    endResetModel();
}

void SegmentModel::set_unit(Unit unit, UnitRule rule) {
    beginResetModel();
    table_unit_.set(unit, rule);
    count_decimals();
    endResetModel();
}

void SegmentModel::count_decimals() {
    table_unit_.forget();
    for (const SegmentUse& use : uses_) {
        table_unit_.add(use.mapped.value());
        table_unit_.add(use.free.value());
    }
    unit_ = table_unit_.unit();
    size_decimals_ = 0;
    free_decimals_ = 0;
    for (const SegmentUse& use : uses_) {
        size_decimals_ = std::max(size_decimals_, decimals_of(use.mapped.value(), unit_));
        free_decimals_ = std::max(free_decimals_, decimals_of(use.free.value(), unit_));
    }
}

int SegmentModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(uses_.size());
}

int SegmentModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant SegmentModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const SegmentUse& use = uses_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() == size || index.column() == free);
        case Qt::DisplayRole:
            return text(use, index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip(use, index.column()));
        default:
            return {};
    }
}

QVariant SegmentModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section == size || section == free);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case segment:
            return tr("segment");
        case size:
            return tr("size %1").arg(unit);
        case free:
            return tr("free %1").arg(unit);
        default:
            return {};
    }
}

QStringList SegmentModel::makers(const SegmentUse& use, std::size_t most) const {
    const std::vector<MakerCount> holders = makers_among(makers_, use.held_by);
    QStringList lines;
    for (std::size_t i = 0; i < std::min(holders.size(), most); ++i) {
        const QString maker = maker_name(makers_.makers[holders[i].maker]);
        lines << (holders[i].count > 1
                      ? tr("%1 ×%2").arg(maker, grouped_text(static_cast<std::int64_t>(holders[i].count)))
                      : maker);
    }
    if (holders.size() > most) {
        lines << tr("…");
    }
    return lines;
}

QString SegmentModel::holders(const SegmentUse& use) const {
    return use.held_by.empty()
               ? tr("unused, can be released")
               : tr("held by %1: %2")
                     .arg(grouped_text(static_cast<std::int64_t>(use.held_by.size())), makers(use, 2).join(tr(", ")));
}

QString SegmentModel::text(const SegmentUse& use, int column) const {
    switch (column) {
        case segment:
            // The heading of the column says what the name leaves out.
            return visible_text(address_name(problem_->history->segments[use.segment].name)) + QLatin1Char('\n') +
                   holders(use);
        case size:
            return QString::fromStdString(number_text(use.mapped.value(), unit_, size_decimals_));
        case free:
            return QString::fromStdString(number_text(use.free.value(), unit_, free_decimals_));
        default:
            return {};
    }
}

QString SegmentModel::tooltip(const SegmentUse& use, int column) const {
    switch (column) {
        case segment: {
            const AllocatorSegment& each = problem_->history->segments[use.segment];
            const QString place =
                tr("%1 at %2, stream %3")
                    .arg(visible_text(each.name), QString::fromStdString(number_text(each.base, Unit::hexadecimal)))
                    .arg(each.stream);
            return (each.pool.empty() ? place : tr("%1, pool %2").arg(place, visible_text(each.pool))) +
                   QLatin1Char('\n') + holding_words(use);
        }
        case size:
            return exact_bytes(use.mapped.value());
        case free:
            return tr("%1 free, the largest piece %2")
                .arg(exact_bytes(use.free.value()), exact_bytes(use.largest_piece.value()));
        default:
            return {};
    }
}

QString SegmentModel::holding_words(const SegmentUse& use) const {
    constexpr std::size_t most_listed = 12;
    return use.held_by.empty() ? tr("no allocation lies in it, so it can go back to the device")
                               : counted(static_cast<std::int64_t>(use.held_by.size()),
                                         tr("1 allocation keeps it from going back to the device:"),
                                         tr("%1 allocations keep it from going back to the device:")) +
                                     QLatin1Char('\n') + makers(use, most_listed).join(QLatin1Char('\n'));
}

}  // namespace arenascope
