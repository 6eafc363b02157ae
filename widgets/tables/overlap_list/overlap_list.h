#pragma once

#include <memory>

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "core/check/overlap_checker.h"
#include "qt/words/shown_names.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/even_table.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/row_model.h"
#include "widgets/base/section_header.h"

namespace arenascope {

/// The columns of the findings.
struct OverlapColumn {
    enum Column { finding, first, second, steps, bytes, amount, column_count };
};

/// A finding: its list in the report, and its position there.
struct OverlapRow {
    enum class List : std::uint8_t { overlaps, contradictions, misaligned, outside, unplaced, inferred };
    List list;
    std::uint32_t position;
};

/// The result of the overlap check: pairs with their shared steps and bytes, and their total number, or a quiet "0".
/// Pairs that share only by inference are listed with either.
class OverlapList final : public QWidget {
    Q_OBJECT

public:
    explicit OverlapList(QWidget* parent = nullptr);

    void set_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const CheckReport> report);
    /// The layout has changed since the last check.
    void set_not_checked();
    /// Marks the row of the overlap that is shown elsewhere, counted from 0, and says which of how many it is; −1:
    /// none. Emits no signal.
    void show_position(int position);
    void set_unit(Unit unit);
    [[nodiscard]] QString state_text() const { return state_->text(); }

signals:
    /// A click or Enter on a pair. The view should show and mark both buffers.
    void activated(const Overlap& overlap);
    /// A click or Enter on a finding about one buffer.
    void buffer_activated(BufferIndex buffer);
    void check_requested();

private:
    enum class State { not_checked, clean, findings };

    struct Finding {
        BufferIndex buffer;  ///< for a pair its first buffer; none(): the finding is about none
        QString what;
        QString why;
        QString name = {};  ///< without a buffer: what the row is about
    };

    void add_columns();
    void show_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const CheckReport> report);
    void show_state(State state);
    void show_count();
    void choose(const OverlapRow& row);
    /// Null: the row is about one buffer.
    [[nodiscard]] const Overlap* pair_of(const OverlapRow& row) const;
    [[nodiscard]] Finding finding_of(const OverlapRow& row) const;
    /// What it is, with the number of a pair that a picture numbers.
    [[nodiscard]] QString numbered(const OverlapRow& row) const;
    [[nodiscard]] Finding contradiction_of(const Contradiction& one) const;
    /// What two buffers share.
    [[nodiscard]] QString pair_words(const Overlap& pair, const QString& pattern) const;

    ShownNames names_;
    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const CheckReport> report_;  ///< never null
    RowModel<OverlapRow>* model_;
    SectionHeader* header_;
    Paragraph* state_;
    QWidget* check_row_;
    QPushButton* check_;
    EvenTable* view_;
    ColumnFit* columns_ = nullptr;
    State shown_ = State::not_checked;
    int position_ = -1;  ///< of the marked overlap; −1: none
};

}  // namespace arenascope
