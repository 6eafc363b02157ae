#include "widgets/tables/iteration_list/iteration_list.h"

#include <algorithm>
#include <utility>

#include <QEvent>
#include <QHeaderView>
#include <QMenu>

#include "core/trace/trace_player.h"
#include "qt/words/frame_words.h"
#include "qt/words/tooltip.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {

namespace {

constexpr int least_letters = 12;  ///< notes that are shorter say too little to take the place of another column

}  // namespace

IterationList::IterationList(QWidget* parent)
    : QWidget(parent),
      model_(new IterationModel(this)),
      header_(new SectionHeader(tr("Iterations"), this)),
      curve_(new IterationCurve(this)),
      tree_(new QTreeView(this)),
      run_to_here_(new QAction(this)),
      remark_(new Paragraph(this, TextTone::plain)),
      hint_(new Paragraph(this)) {
    tree_->setModel(model_);
    tree_->setAccessibleName(tr("Iterations"));
    tree_->setIndentation(16);
    tree_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);  // fit_columns() leaves out what has no room
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(IterationModel::notes, QHeaderView::Stretch);
    tree_->header()->setSectionsMovable(false);
    for (int column = 0; column < IterationModel::notes; ++column) {
        tree_->header()->setSectionResizeMode(column, QHeaderView::ResizeToContents);
    }
    tree_->header()->setResizeContentsPrecision(64);
    tree_->viewport()->installEventFilter(this);
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(remark_);
    column->addWidget(curve_);
    column->addWidget(tree_, 1);
    column->addWidget(hint_);
    setFocusProxy(tree_);
    connect(curve_, &IterationCurve::frame_chosen, this, &IterationList::frame_chosen);
    curve_->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(curve_, &QWidget::customContextMenuRequested, this, [this](QPoint at) {
        if (const FrameIndex frame = curve_->frame_near(at.x()); frame != FrameIndex::none()) {
            open_menu(frame, curve_->mapToGlobal(at));
        }
    });
    tree_->addAction(run_to_here_);
    tree_->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(run_to_here_, &QAction::triggered, this, [this] { emit run_requested(current()); });
    for (const auto opened : {&QTreeView::expanded, &QTreeView::collapsed}) {
        connect(tree_, opened, this, &IterationList::fit_columns, Qt::QueuedConnection);
    }
    connect(tree_->selectionModel(), &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& index) {
        renew_command(*run_to_here_, current());
        if (!following_ && index.isValid()) {
            curve_->set_current(IterationModel::frame_at(index));
            emit frame_chosen(IterationModel::frame_at(index));
        }
    });
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_table_look(*tree_, theme);
    });
    set_trace(nullptr);
}

void IterationList::set_trace(std::shared_ptr<const Trace> trace, std::vector<std::string> region_names,
                              std::optional<Bytes> shared_threshold, LearningCurve learning) {
    following_ = true;
    trace_ = std::move(trace);
    shown_remark_.clear();
    model_->set_trace(trace_, std::move(region_names));
    has_moves_ = model_->is_anything_moved();
    following_ = false;
    curve_->set_trace(trace_, shared_threshold, std::move(learning));
    curve_->setVisible(has_frames());
    tree_->setVisible(has_frames());
    // Rows that cannot be opened need no room for arrows.
    tree_->setRootIsDecorated(model_->has_nested_rows());
    header_->set_detail(has_frames() ? model_->range() : QString());
    show_texts();
    fit_columns();
    renew_command(*run_to_here_, current());
}

void IterationList::set_repeatable(bool repeatable) {
    is_repeatable_ = repeatable;
    renew_command(*run_to_here_, current());
}

bool IterationList::can_run_to(FrameIndex frame) const {
    // A run pauses at steps.
    const bool is_step = has_frames() && frame != FrameIndex::none() && trace_->frames[frame].kind != FrameKind::pass;
    return is_step && is_repeatable_ && running_.isEmpty();
}

void IterationList::renew_command(QAction& run, FrameIndex frame) const {
    run.setText(tr("&Run to Here"));
    run.setEnabled(can_run_to(frame));
    run.setToolTip(plain_tooltip(run.isEnabled()
                                     ? tr("Runs the planner again with the same options, and pauses at this step")
                                 : frame == FrameIndex::none() ? tr("Choose a step of a recorded run first")
                                                               : tr("The run cannot be repeated as it was")));
}

void IterationList::open_menu(FrameIndex frame, QPoint at) {
    if (trace_->frames[frame].kind == FrameKind::pass) {
        return;
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->setToolTipsVisible(true);
    QAction* run = menu->addAction(QString());
    renew_command(*run, frame);
    connect(run, &QAction::triggered, this, [this, frame] { emit run_requested(frame); });
    menu->popup(at);
}

void IterationList::show_texts() {
    QStringList remarks;
    if (!running_.isEmpty()) {
        remarks << (has_frames() ? tr("%1 is running. The rows below are of the open plan, not of this run.")
                                 : tr("%1 is running. Its iterations are listed here when it ends."))
                       .arg(running_);
    }
    if (!shown_remark_.isEmpty()) {
        remarks << shown_remark_;
    }
    remark_->setText(remarks.join(QLatin1Char('\n')));
    remark_->setVisible(!remarks.isEmpty());
    const bool has_all = !has_frames() || dropped_frames(*trace_) == 0;
    hint_->setVisible(has_frames() ? !has_all : remarks.isEmpty());
    hint_->setText(has_frames() ? tr("Not kept, so that the trace stays small: %1. Every row above is exact.")
                                      .arg(frame_counts_words(trace_->dropped))
                                : tr("No run is recorded yet. Tune the plan to step through every iteration here."));
}

/// Leaves out the number of moved buffers if the notes would be too short, and the notes if there is no room at all.
void IterationList::fit_columns() {
    QHeaderView& header = *tree_->header();
    const auto& cells = static_cast<const QAbstractItemView&>(*tree_);
    const auto width_of = [&](int column) {
        return std::max({cells.sizeHintForColumn(column), header.sectionSizeHint(column), header.minimumSectionSize()});
    };
    // A column without content would take space from the notes.
    int room = tree_->viewport()->width();
    for (const int column : {IterationModel::number, IterationModel::peak, IterationModel::change}) {
        room -= width_of(column);
    }
    tree_->setColumnHidden(IterationModel::moved, false);  // a hidden column has no width
    const int left = room - width_of(IterationModel::moved);
    tree_->setColumnHidden(IterationModel::moved,
                           !has_moves_ || left < tree_->fontMetrics().averageCharWidth() * least_letters);
    tree_->setColumnHidden(IterationModel::notes, room < header.minimumSectionSize());
}

bool IterationList::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize || event->type() == QEvent::FontChange) {
        fit_columns();
    }
    return QWidget::eventFilter(watched, event);
}

void IterationList::set_marks(const std::vector<FrameIndex>& frames) {
    curve_->set_marks(frames);
    model_->set_marks(frames);
}

void IterationList::set_current(FrameIndex frame, const QString& remark) {
    shown_remark_ = remark;
    show_texts();
    mark(frame);
}

void IterationList::set_running(const QString& planner) {
    running_ = planner;
    show_texts();
    renew_command(*run_to_here_, current());
}

void IterationList::mark(FrameIndex frame) {
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
    fit_columns();
}

FrameIndex IterationList::current() const {
    return IterationModel::frame_at(tree_->currentIndex());
}

}  // namespace arenascope
