#include "widgets/tables/place_table/place_model.h"

#include <algorithm>
#include <utility>

#include "qt/words/wording.h"

namespace arenascope {
namespace {

/// A rule that compares places, so that lower offsets were not tried one by one.
bool compares_places(const PlacingReason& reason) {
    return reason.rule == PlacingReason::Rule::best_fit;
}

bool is_open(const FreePlace& place) {
    return place.above == BufferIndex::none();
}

int decimals_of_bytes(const PlaceRow& row, Unit unit) {
    const int of_offset = decimals_of(row.offset.value(), unit);
    return row.place ? std::max({of_offset, decimals_of(row.place->bytes.from.value(), unit),
                                 decimals_of(row.place->bytes.to.value(), unit)})
                     : of_offset;
}

QString offset_words(const PlaceRow& row) {
    const QString offset = exact_bytes(row.offset.value());
    return row.place ? PlaceModel::tr("offset %1 in it").arg(offset) : offset;
}

}  // namespace

PlaceModel::PlaceModel(QObject* parent) : RowModel(parent) {
    set_columns({
        {.title = tr("place %1"),
         .amount = [](const PlaceRow& row) { return row.offset.value(); },
         .decimals = decimals_of_bytes,
         .text = [this](const PlaceRow& row) { return bytes_text(row); },
         .tooltip = offset_words},
        {.title = tr("free %1"),
         .text = [this](const PlaceRow& row) { return room_text(row); },
         .tooltip = offset_words},
        {.title = tr("between"),
         .is_figure = false,
         .text = [this](const PlaceRow& row) { return between_text(row); },
         .tooltip =
             [this](const PlaceRow& row) {
                 return row.place ? neighbours(*row.place, true) : tr("blocked by %1").arg(names_.full(row.by));
             }},
    });
}

void PlaceModel::set_reason(std::shared_ptr<const Problem> problem, const PlacingReason& reason) {
    names_.set_problem(problem);
    std::vector<PlaceRow> rows;
    for (const FreePlace& place : reason.places) {
        rows.push_back({place, place.lowest});
    }
    if (!compares_places(reason)) {
        for (const BlockedOffset& blocked : reason.blocked) {
            rows.push_back({std::nullopt, blocked.offset, blocked.by});
        }
    }
    std::ranges::stable_sort(rows, {}, &PlaceRow::offset);
    set_rows(std::move(rows));
}

void PlaceModel::clear() {
    set_rows({});
}

int PlaceModel::taken_row() const {
    const auto taken =
        std::ranges::find_if(rows(), [](const PlaceRow& row) { return row.place && row.place->is_taken; });
    return taken == rows().end() ? -1 : static_cast<int>(taken - rows().begin());
}

QString PlaceModel::neighbours(const FreePlace& place, bool in_full) const {
    const auto name = [&](BufferIndex buffer, const QString& none) {
        return buffer == BufferIndex::none() ? none : in_full ? names_.full(buffer) : names_(buffer);
    };
    return tr("%1 · %2").arg(name(place.below, tr("bottom")), name(place.above, tr("nothing above")));
}

QString PlaceModel::bytes_text(const PlaceRow& row) const {
    if (!row.place) {
        return in_unit(row.offset.value(), bytes);
    }
    const AddressRange& range = row.place->bytes;
    const QString from = in_unit(range.from.value(), bytes);
    return is_open(*row.place) ? tr("%1 – …").arg(from) : tr("%1 – %2").arg(from, in_unit(range.to.value(), bytes));
}

QString PlaceModel::room_text(const PlaceRow& row) const {
    return row.place && !is_open(*row.place) ? in_unit(arenascope::size(row.place->bytes).value(), room) : QString();
}

QString PlaceModel::between_text(const PlaceRow& row) const {
    if (!row.place) {
        return tr("blocked by %1").arg(names_(row.by));
    }
    const QString words = neighbours(*row.place, false);
    return row.place->is_taken ? tr("%1, taken").arg(words) : words;
}

}  // namespace arenascope
