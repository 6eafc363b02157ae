#pragma once

#include <memory>

#include <QLabel>
#include <QPushButton>
#include <QWidget>

#include "core/picture/plan/palette.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/even_table.h"
#include "widgets/base/section_header.h"
#include "widgets/tables/overlap_list/overlap_model.h"

namespace arenascope {

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
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] QString state_text() const { return state_->text(); }

signals:
    /// A click or Enter on a pair. The view should show and mark both buffers.
    void activated(const Overlap& overlap);
    /// A click or Enter on a finding about one buffer.
    void buffer_activated(BufferIndex buffer);
    void check_requested();

private:
    enum class State { not_checked, clean, findings };

    void show_state(State state);
    void show_count();
    void choose(int row);

    OverlapModel* model_;
    SectionHeader* header_;
    QLabel* state_;
    QWidget* check_row_;
    QPushButton* check_;
    EvenTable* view_;
    ColumnFit* columns_ = nullptr;
    State shown_ = State::not_checked;
    int position_ = -1;  ///< of the marked overlap; −1: none
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
