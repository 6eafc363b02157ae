#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QAction>
#include <QLabel>
#include <QTreeView>
#include <QWidget>

#include "widgets/base/section_header.h"
#include "widgets/tables/iteration_list/iteration_curve.h"
#include "widgets/tables/iteration_list/iteration_model.h"

namespace arenascope {

/// A planner's run: a curve of the peak, and a tree of iterations, groups and rearrangements. Columns that have no room
/// are left out, so that number, peak and change are never cut.
class IterationList final : public QWidget {
    Q_OBJECT

public:
    explicit IterationList(QWidget* parent = nullptr);

    /// Null: there is no trace, and a hint says how to get one. `region_names` as in IterationModel, `shared_threshold`
    /// and `learning` as in IterationCurve.
    void set_trace(std::shared_ptr<const Trace> trace, std::vector<std::string> region_names = {},
                   std::optional<Bytes> shared_threshold = {}, LearningCurve learning = {});
    /// Marks a frame in the tree and on the curve; none(): no frame. Emits no signal. `remark`: a sentence above the
    /// rows, such as that the shown plan is a frame with edits on top of it.
    void set_current(FrameIndex frame, const QString& remark = {});
    /// Says that this planner is running, and that the rows are not its own. Empty: none is running.
    void set_running(const QString& planner);
    /// Marks steps on the curve, as in IterationCurve.
    void set_marks(const std::vector<FrameIndex>& frames);
    /// Whether the run can be repeated up to a step: the menu of a row and of the curve then offers it.
    void set_repeatable(bool repeatable);
    void set_unit(Unit unit);
    [[nodiscard]] FrameIndex current() const;

signals:
    /// The user chose a row or a point of the curve.
    void frame_chosen(FrameIndex frame);
    /// "Run to Here": the planner shall run again, and pause at this step.
    void run_requested(FrameIndex frame);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    [[nodiscard]] bool has_frames() const { return trace_ && !trace_->frames.empty(); }
    void mark(FrameIndex frame);
    /// Whether the planner can run again up to a step.
    [[nodiscard]] bool can_run_to(FrameIndex frame) const;
    void renew_command(QAction& run, FrameIndex frame) const;
    void open_menu(FrameIndex frame, QPoint at);
    void show_texts();
    void fit_columns();

    std::shared_ptr<const Trace> trace_;
    IterationModel* model_;
    SectionHeader* header_;
    IterationCurve* curve_;
    QTreeView* tree_;
    QAction* run_to_here_;  ///< to the current row
    QLabel* remark_;        ///< above the rows: what they are not
    QLabel* hint_;
    QString running_;         ///< empty: no run is under way
    QString shown_remark_;    ///< about what is shown; empty: nothing
    bool has_moves_ = false;  ///< any row has moved a buffer
    bool following_ = false;
    bool is_repeatable_ = false;
};

}  // namespace arenascope
