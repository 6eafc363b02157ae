#pragma once

#include <memory>
#include <optional>

#include "core/analysis/explain/placing_reason.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// A line of "Why Here": a free place, or an offset that is blocked.
struct PlaceRow {
    std::optional<FreePlace> place;  ///< empty: a blocked offset
    Offset offset;                   ///< the lowest one of the buffer in the place; or the one that is blocked
    BufferIndex by = BufferIndex::none();
};

/// The places of a buffer and the offsets below it that are blocked, by offset.
class PlaceModel final : public RowModel<PlaceRow> {
    Q_OBJECT

public:
    enum Column { bytes, room, between };

    explicit PlaceModel(QObject* parent = nullptr);

    /// The rows that tell the reason: blocked offsets unless the rule looks at every place.
    void set_reason(std::shared_ptr<const Problem> problem, const PlacingReason& reason);
    void clear();
    /// The row of the buffer's own place; −1: it has none, because it overlaps others.
    [[nodiscard]] int taken_row() const;

private:
    [[nodiscard]] bool is_bold(const PlaceRow& row) const override { return row.place && row.place->is_taken; }
    [[nodiscard]] QString bytes_text(const PlaceRow& row) const;
    [[nodiscard]] QString room_text(const PlaceRow& row) const;
    [[nodiscard]] QString between_text(const PlaceRow& row) const;
    [[nodiscard]] QString neighbours(const FreePlace& place, bool in_full) const;

    ShownNames names_;
};

}  // namespace arenascope
