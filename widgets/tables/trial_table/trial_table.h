#pragma once

#include <memory>
#include <string>
#include <vector>

#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QWidget>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/palette.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/section_header.h"
#include "widgets/tables/trial_table/choice_model.h"
#include "widgets/tables/trial_table/trial_model.h"

namespace arenascope {

/// The placements of scratch that a planner tried: a table of their measures, with the one that is the plan marked, and
/// below it the choices of the selected trial, one row for each scratch buffer. A line above says how small the heap
/// can be.
class TrialTable final : public QWidget {
    Q_OBJECT

public:
    explicit TrialTable(QWidget* parent = nullptr);

    /// Null: the plan has no trials. `notes`: sentences of the planner about the layout.
    void set_trials(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                    std::shared_ptr<const HeapTrials> trials, const std::vector<std::string>& notes);
    /// Marks the row of a scratch buffer that is selected elsewhere. none(): no row. Emits no signal.
    void set_selected(BufferIndex buffer);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);
    [[nodiscard]] QString bound_text() const { return bound_->text(); }
    [[nodiscard]] QString note_text() const { return notes_->text(); }

signals:
    /// A click or Enter on a scratch buffer.
    void chosen(BufferIndex buffer);
    /// The user wants a trial to be the plan.
    void trial_requested(const HeapTrial& trial);

private:
    void show_bound();
    void show_notes(const std::vector<std::string>& notes);
    void show_trial();
    void choose(int row);

    std::shared_ptr<const HeapTrials> trials_;
    TrialModel* model_;
    ChoiceModel* choices_;
    SectionHeader* header_;
    QLabel* bound_;
    QLabel* notes_;
    QTableView* trial_view_;
    QPushButton* adopt_;
    QTableView* choice_view_;
    ColumnFit* trial_columns_ = nullptr;
    ColumnFit* choice_columns_ = nullptr;
    Unit unit_ = Unit::bytes;
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
