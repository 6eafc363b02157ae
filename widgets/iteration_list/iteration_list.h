#pragma once

#include <memory>

#include <QLabel>
#include <QTreeView>
#include <QWidget>

#include "widgets/iteration_list/iteration_curve.h"
#include "widgets/iteration_list/iteration_model.h"
#include "widgets/style/section_header.h"

namespace arenascope {

/// The steps of a planner's run: a curve of the peak, and a tree of iterations, groups and rearrangements.
class IterationList final : public QWidget {
    Q_OBJECT

public:
    explicit IterationList(QWidget* parent = nullptr);

    /// Null: there is no trace, and a hint says how to get one. `shared_threshold` as in IterationCurve.
    void set_trace(std::shared_ptr<const Trace> trace, std::optional<Bytes> shared_threshold = {});
    /// Marks a frame in the tree and on the curve. Emits no signal.
    void set_current(FrameIndex frame);
    void set_unit(Unit unit);
    [[nodiscard]] FrameIndex current() const;

signals:
    /// The user chose a row or a point of the curve.
    void frame_chosen(FrameIndex frame);

private:
    std::shared_ptr<const Trace> trace_;
    IterationModel* model_;
    SectionHeader* header_;
    IterationCurve* curve_;
    QTreeView* tree_;
    QLabel* hint_;
    bool following_ = false;
};

}  // namespace arenascope
