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
#include "core/planner/heap_trial.h"
#include "qt/words/shown_names.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/row_model.h"
#include "widgets/base/section_header.h"
#include "widgets/tables/trial_table/choice_words.h"

namespace arenascope {

/// The columns of the trials.
struct TrialColumn {
    enum Column { number, heap, growths, fragmentation, fast, area_end, overlay, growth, part, column_count };
};

/// The columns of the choices of one trial. `placed`: the rule that placed the buffer, known for the trial that is the
/// plan.
struct ChoiceColumn {
    enum Column { layer, name, area_end, overlay, growth, part, placed };
};

/// A scratch buffer with its choice.
struct ChoiceRow {
    BufferIndex buffer;
    ScratchChoice choice = {};
};

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
    void set_unit(Unit unit);
    [[nodiscard]] QString bound_text() const { return bound_->text(); }
    [[nodiscard]] QString note_text() const { return notes_->text(); }

signals:
    /// A click or Enter on a scratch buffer.
    void chosen(BufferIndex buffer);
    /// The user wants a trial to be the plan.
    void trial_requested(const HeapTrial& trial);

private:
    void add_trial_columns();
    void add_choice_columns();
    [[nodiscard]] bool is_chosen(const HeapTrial& trial) const { return trial.number == trials_->chosen; }
    /// The row of the trial that became the layout; −1: there is none.
    [[nodiscard]] int chosen_row() const;
    /// Columns of trials without information: all of them have the same value there.
    [[nodiscard]] std::vector<int> plain_columns() const;
    [[nodiscard]] QString choice_text(const ChoiceRow& row, ChoiceKind kind) const;
    void show_bound();
    void show_notes(const std::vector<std::string>& notes);
    void show_trial();

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    std::shared_ptr<const HeapTrials> trials_;
    ShownNames names_;
    bool shows_chosen_ = false;  ///< the choices are those of the plan
    RowModel<const HeapTrial*>* model_;
    RowModel<ChoiceRow>* choices_;
    SectionHeader* header_;
    Paragraph* bound_;
    QLabel* notes_;
    QTableView* trial_view_;
    QPushButton* adopt_;
    QTableView* choice_view_;
    ColumnFit* trial_columns_ = nullptr;
    ColumnFit* choice_columns_ = nullptr;
    Unit unit_ = Unit::bytes;
};

}  // namespace arenascope
