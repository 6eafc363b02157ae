#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QTableView>
#include <QWidget>

#include "core/analysis/explain/placing_reason.h"
#include "core/base/text/amount.h"
#include "core/picture/plan/candidate_marks.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"

namespace arenascope {

class SectionHeader;

/// The columns of "Why Here".
struct PlaceColumn {
    enum Column { bytes, room, between };
};

/// A line of "Why Here": a free place, or an offset that is blocked.
struct PlaceRow {
    std::optional<FreePlace> place;  ///< empty: a blocked offset
    Offset offset;                   ///< the lowest one of the buffer in the place; or the one that is blocked
    BufferIndex by = BufferIndex::none();
};

/// What another choice would give.
struct PlaceTrial {
    Offset offset;          ///< of the buffer
    Offset peak;            ///< of the plan then
    Offset now;             ///< the peak of the plan as it is
    std::size_t moved = 0;  ///< other buffers that it moves
};

/// "Why Here": the rule that placed the selected buffer, the places that held it, and who blocks the offsets below. A
/// selected place tells what it would give, with a link to try it.
class PlaceTable final : public QWidget {
    Q_OBJECT

public:
    explicit PlaceTable(QWidget* parent = nullptr);

    /// `origin`: where the offset comes from if no rule tells it, such as "exact searched for it".
    void set_reason(std::shared_ptr<const Problem> problem, const PlacingReason& reason, const QString& origin);
    /// There is nothing to explain; `words` says why.
    void set_nothing(const QString& words);
    /// Tells what the chosen place would give; empty: it is not known.
    void set_trial(std::optional<PlaceTrial> trial);
    void set_unit(Unit unit);
    /// The free places and the chosen one, for the picture; empty: nothing is explained.
    [[nodiscard]] std::optional<PlaceMarks> marks() const;
    /// The rows that tell a reason: its places and the offsets below it that are blocked, by offset. Offsets only if
    /// the rule does not look at every place.
    [[nodiscard]] static std::vector<PlaceRow> rows_of(const PlacingReason& reason);
    [[nodiscard]] const std::vector<PlaceRow>& rows() const { return model_->rows(); }
    /// The words above and below the table, for tests.
    [[nodiscard]] QString words() const { return words_->text(); }
    [[nodiscard]] QString trial_words() const { return trial_words_->text(); }

signals:
    /// Another row is the current one: the lowest offset in a place, or nothing for the taken place and blocked
    /// offsets.
    void place_chosen(std::optional<Offset> offset);
    /// The link below the table.
    void try_requested(Offset offset);
    /// A double click or Enter on a blocked offset: the buffer in the way.
    void blocker_chosen(BufferIndex buffer);

private:
    void add_columns();
    void refresh();
    void choose(int row);
    [[nodiscard]] QString bytes_text(const PlaceRow& row) const;
    [[nodiscard]] QString between_text(const PlaceRow& row) const;
    [[nodiscard]] QString neighbours(const FreePlace& place, bool in_full) const;
    [[nodiscard]] QString rule_words() const;
    [[nodiscard]] QString others_words() const;
    [[nodiscard]] QString amount(std::int64_t bytes) const;

    std::shared_ptr<const Problem> problem_;
    ShownNames names_;
    std::optional<PlacingReason> reason_;
    QString origin_;  ///< or the words if there is nothing to explain
    std::optional<PlaceTrial> trial_;
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    QLabel* words_;
    RowModel<PlaceRow>* model_;
    QTableView* view_;
    QLabel* trial_words_;
};

}  // namespace arenascope
