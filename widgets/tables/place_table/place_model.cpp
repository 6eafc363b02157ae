#include "widgets/tables/place_table/place_model.h"

#include <algorithm>

#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {
namespace {

/// A rule that compares places, so that lower offsets were not tried one by one.
bool compares_places(const PlacingReason& reason) {
    return reason.rule == PlacingReason::Rule::best_fit;
}

bool is_open(const FreePlace& place) {
    return place.above == BufferIndex::none();
}

}  // namespace

PlaceModel::PlaceModel(QObject* parent) : QAbstractTableModel(parent), problem_(std::make_shared<Problem>()) {}

void PlaceModel::set_reason(std::shared_ptr<const Problem> problem, const PlacingReason& reason) {
    beginResetModel();
    problem_ = std::move(problem);
    names_.set_problem(problem_);
    rows_.clear();
    for (const FreePlace& place : reason.places) {
        rows_.push_back({place, place.lowest});
    }
    if (!compares_places(reason)) {
        for (const BlockedOffset& blocked : reason.blocked) {
            rows_.push_back({std::nullopt, blocked.offset, blocked.by});
        }
    }
    std::ranges::stable_sort(rows_, {}, &PlaceRow::offset);
    count_decimals();
    endResetModel();
}

void PlaceModel::clear() {
    beginResetModel();
    rows_.clear();
    endResetModel();
}

void PlaceModel::set_unit(Unit unit, UnitRule rule) {
    beginResetModel();
    table_unit_.set(unit, rule);
    count_decimals();
    endResetModel();
}

int PlaceModel::taken_row() const {
    const auto taken =
        std::ranges::find_if(rows_, [](const PlaceRow& row) { return row.place && row.place->is_taken; });
    return taken == rows_.end() ? -1 : static_cast<int>(taken - rows_.begin());
}

void PlaceModel::count_decimals() {
    table_unit_.forget();
    for (const PlaceRow& row : rows_) {
        table_unit_.add(row.offset.value());
    }
    unit_ = table_unit_.unit();
    decimals_ = 0;
    for (const PlaceRow& row : rows_) {
        decimals_ = std::max(decimals_, decimals_of(row.offset.value(), unit_));
        if (row.place) {
            decimals_ = std::max({decimals_, decimals_of(row.place->bytes.from.value(), unit_),
                                  decimals_of(row.place->bytes.to.value(), unit_)});
        }
    }
}

QString PlaceModel::amount(std::int64_t bytes) const {
    return QString::fromStdString(number_text(bytes, unit_, decimals_));
}

int PlaceModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int PlaceModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : column_count;
}

QVariant PlaceModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const PlaceRow& row = rows_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return text(row, index.column());
        case Qt::ToolTipRole:
            return plain_tooltip(tooltip(row, index.column()));
        case Qt::TextAlignmentRole:
            return cell_alignment(index.column() != between);
        case Qt::FontRole:
            return row.place && row.place->is_taken ? QVariant(bold_font()) : QVariant();
        default:
            return {};
    }
}

QVariant PlaceModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return cell_alignment(section != between);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    switch (section) {
        case bytes:
            return tr("place %1").arg(unit);
        case room:
            return tr("free %1").arg(unit);
        case between:
            return tr("between");
        default:
            return {};
    }
}

QString PlaceModel::neighbours(const FreePlace& place, bool in_full) const {
    const auto name = [&](BufferIndex buffer, const QString& none) {
        return buffer == BufferIndex::none() ? none : in_full ? names_.full(buffer) : names_(buffer);
    };
    return tr("%1 · %2").arg(name(place.below, tr("bottom")), name(place.above, tr("nothing above")));
}

QString PlaceModel::text(const PlaceRow& row, int column) const {
    if (!row.place) {
        return column == bytes     ? amount(row.offset.value())
               : column == between ? tr("blocked by %1").arg(names_(row.by))
                                   : QString();
    }
    const AddressRange& range = row.place->bytes;
    switch (column) {
        case bytes:
            return is_open(*row.place) ? tr("%1 – …").arg(amount(range.from.value()))
                                       : tr("%1 – %2").arg(amount(range.from.value()), amount(range.to.value()));
        case room:
            return is_open(*row.place) ? QString() : amount((range.to - range.from).value());
        case between:
            return row.place->is_taken ? tr("%1, taken").arg(neighbours(*row.place, false))
                                       : neighbours(*row.place, false);
        default:
            return {};
    }
}

QString PlaceModel::tooltip(const PlaceRow& row, int column) const {
    if (column == between) {
        return row.place ? neighbours(*row.place, true) : tr("blocked by %1").arg(names_.full(row.by));
    }
    return row.place ? tr("offset %1 in it").arg(exact_bytes(row.offset.value())) : exact_bytes(row.offset.value());
}

}  // namespace arenascope
