#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAbstractTableModel>

#include "core/analysis/explain/placing_reason.h"
#include "core/picture/plan/table_unit.h"
#include "qt/words/shown_names.h"

namespace arenascope {

/// A line of "Why Here": a free place, or an offset that is blocked.
struct PlaceRow {
    std::optional<FreePlace> place;  ///< empty: a blocked offset
    Offset offset;                   ///< the lowest one of the buffer in the place; or the one that is blocked
    BufferIndex by = BufferIndex::none();
};

/// The places of a buffer and the offsets below it that are blocked, by offset.
class PlaceModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { bytes, room, between, column_count };

    explicit PlaceModel(QObject* parent = nullptr);

    /// The rows that tell the reason: blocked offsets unless the rule looks at every place.
    void set_reason(std::shared_ptr<const Problem> problem, const PlacingReason& reason);
    void clear();
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] const std::vector<PlaceRow>& rows() const { return rows_; }
    /// The row of the buffer's own place; −1: it has none, because it overlaps others.
    [[nodiscard]] int taken_row() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString text(const PlaceRow& row, int column) const;
    [[nodiscard]] QString tooltip(const PlaceRow& row, int column) const;
    [[nodiscard]] QString neighbours(const FreePlace& place, bool in_full) const;
    /// Chooses the unit of the table, too.
    void count_decimals();
    [[nodiscard]] QString amount(std::int64_t bytes) const;

    std::shared_ptr<const Problem> problem_;
    ShownNames names_;
    std::vector<PlaceRow> rows_;
    TableUnit table_unit_;
    Unit unit_ = Unit::bytes;
    int decimals_ = 0;
};

}  // namespace arenascope
