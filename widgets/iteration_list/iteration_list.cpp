#include "widgets/iteration_list/iteration_list.h"

#include <QHeaderView>

#include "core/trace/trace_player.h"
#include "widgets/style/table_look.h"
#include "widgets/style/theme.h"
#include "widgets/style/wording.h"

namespace arenascope {

IterationList::IterationList(QWidget* parent)
    : QWidget(parent),
      model_(new IterationModel(this)),
      header_(new SectionHeader(tr("Iterations"), this)),
      curve_(new IterationCurve(this)),
      tree_(new QTreeView(this)),
      hint_(new QLabel(this)) {
    tree_->setModel(model_);
    tree_->setAccessibleName(tr("Iterations"));
    tree_->setIndentation(16);
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(IterationModel::step, QHeaderView::Stretch);
    for (const int column : {IterationModel::moved, IterationModel::peak}) {
        tree_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    }
    tree_->header()->setResizeContentsPrecision(64);
    apply_paragraph_look(*hint_);
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(curve_);
    column->addWidget(tree_, 1);
    column->addWidget(hint_);
    setFocusProxy(tree_);
    connect(curve_, &IterationCurve::frame_chosen, this, &IterationList::frame_chosen);
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        if (!following_ && index.isValid()) {
            curve_->set_current(IterationModel::frame_at(index));
            emit frame_chosen(IterationModel::frame_at(index));
        }
    });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*tree_, theme);
        apply_text_tone(*hint_, theme, TextTone::dim);
    });
    set_trace(nullptr);
}

void IterationList::set_trace(std::shared_ptr<const Trace> trace, std::optional<Bytes> shared_threshold) {
    following_ = true;
    trace_ = std::move(trace);
    model_->set_trace(trace_);
    // A column without content would take space from the notes.
    tree_->setColumnHidden(IterationModel::moved, !model_->is_anything_moved());
    following_ = false;
    curve_->set_trace(trace_, shared_threshold);
    const bool has_steps = trace_ && !trace_->frames.empty();
    curve_->setVisible(has_steps);
    tree_->setVisible(has_steps);
    header_->set_detail(
        has_steps ? counted(static_cast<std::int64_t>(chief_frames(*trace_).size()), tr("1 step"), tr("%1 steps"))
                  : QString());
    hint_->setVisible(!has_steps || trace_->dropped_frames > 0);
    hint_->setText(has_steps ? tr("%1 rearrangements were not recorded: the trace had reached its size limit.")
                                   .arg(grouped_text(static_cast<std::int64_t>(trace_->dropped_frames)))
                             : tr("No run is recorded yet. Tune the plan to step through every iteration here."));
}

void IterationList::set_current(FrameIndex frame) {
    const QModelIndex index = model_->index_of(frame);
    following_ = true;
    if (index.isValid()) {
        tree_->setCurrentIndex(index);
        tree_->scrollTo(index);
    } else {
        tree_->selectionModel()->clear();
    }
    following_ = false;
    curve_->set_current(frame);
}

void IterationList::set_unit(Unit unit) {
    model_->set_unit(unit);
    curve_->set_unit(unit);
}

FrameIndex IterationList::current() const {
    return IterationModel::frame_at(tree_->currentIndex());
}

}  // namespace arenascope
