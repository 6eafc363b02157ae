#include "widgets/layout_view/layout_view.h"

#include <algorithm>
#include <cmath>

#include "core/memory/conflict.h"
#include "core/picture/region_strip.h"
#include "widgets/layout_view/view_text.h"
#include "widgets/picture/picture_painter.h"
#include "widgets/style/theme.h"

namespace arenascope {
namespace {

constexpr int transition_milliseconds = 150;
constexpr std::size_t most_gliding = 20000;  ///< rectangles; above, a frame takes too long for a glide
constexpr std::size_t most_selected_for_conflicts = 16;
constexpr int lane_pixels = 18;
constexpr double most_tray_share = 0.3;  ///< of the height, where something is placed below

void style_axis(QCPAxis* axis, const Palette& tokens) {
    axis->setBasePen(QPen(qt_color(tokens.line)));
    axis->setTickPen(QPen(qt_color(tokens.line)));
    axis->setTickLabelColor(qt_color(tokens.dim));
    axis->setLabelColor(qt_color(tokens.dim));
    axis->grid()->setPen(QPen(qt_color(tokens.line)));
    axis->grid()->setZeroLinePen(QPen(qt_color(tokens.line)));
    axis->setTickLabelFont(picture_font({12, false}));
    axis->setLabelFont(picture_font({12, false}));
}

}  // namespace

LayoutView::LayoutView(QWidget* parent)
    : QCustomPlot(parent),
      measure_(picture_text_measure()),
      band_(new QRubberBand(QRubberBand::Rectangle, this)),
      transition_(new QVariantAnimation(this)) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setMinimumSize(240, 180);
    setAccessibleName(tr("Layout view"));
    transition_->setDuration(transition_milliseconds);
    transition_->setStartValue(0.0);
    transition_->setEndValue(1.0);
    build_plot();
    apply_theme();
}

void LayoutView::build_plot() {
    plotLayout()->clear();
    tray_rect_ = new QCPAxisRect(this);
    container_rect_ = new QCPAxisRect(this);
    live_rect_ = new QCPAxisRect(this);
    names_rect_ = new QCPAxisRect(this);
    plotLayout()->addElement(0, 0, tray_rect_);
    plotLayout()->addElement(1, 0, container_rect_);
    plotLayout()->addElement(2, 0, live_rect_);
    plotLayout()->addElement(3, 0, names_rect_);
    plotLayout()->setRowStretchFactor(1, 5);
    plotLayout()->setRowStretchFactor(2, 1);
    plotLayout()->setRowSpacing(4);
    auto* margins = new QCPMarginGroup(this);
    for (QCPAxisRect* rect : {tray_rect_, container_rect_, live_rect_, names_rect_}) {
        rect->setMarginGroup(QCP::msLeft | QCP::msRight, margins);
        rect->setMinimumMargins(QMargins(8, 6, 16, 4));
        rect->setupFullAxesBox();
        for (QCPAxis* axis : rect->axes()) {
            axis->setRange(0, 1);
            axis->setLayer(QStringLiteral("axes"));
            axis->grid()->setLayer(QStringLiteral("grid"));
            axis->setTickLength(0, 4);
            axis->setSubTicks(false);
            axis->grid()->setVisible(axis->axisType() == QCPAxis::atLeft);
        }
        rect->axis(QCPAxis::atTop)->setTicks(false);
        rect->axis(QCPAxis::atRight)->setTicks(false);
    }
    const auto use_ticks = [](QCPAxis* axis, std::function<QVector<ViewportTicker::Position>()> positions) {
        axis->setTicker(QSharedPointer<QCPAxisTicker>(new ViewportTicker(std::move(positions))));
    };
    use_ticks(container_rect_->axis(QCPAxis::atLeft), [this] { return offset_positions(); });
    use_ticks(container_rect_->axis(QCPAxis::atBottom), [this] { return time_positions(); });
    use_ticks(live_rect_->axis(QCPAxis::atLeft), [this] { return live_positions(); });
    use_ticks(live_rect_->axis(QCPAxis::atBottom), [this] { return time_positions(); });
    use_ticks(names_rect_->axis(QCPAxis::atBottom), [this] { return time_positions(); });
    container_rect_->axis(QCPAxis::atBottom)->setTickLabels(false);
    for (QCPAxisRect* rect : {live_rect_, names_rect_}) {
        rect->axis(QCPAxis::atBottom)->setLabel(tr("step"));
    }
    names_rect_->axis(QCPAxis::atLeft)->setTicks(false);
    names_rect_->axis(QCPAxis::atLeft)->grid()->setVisible(false);
    for (QCPAxis* axis : tray_rect_->axes()) {
        axis->setTicks(false);
        axis->setTickLabels(false);
    }
    new DrawingPlottable(tray_rect_->axis(QCPAxis::atBottom), tray_rect_->axis(QCPAxis::atLeft),
                         [this] { return tray_drawing(); });
    new DrawingPlottable(container_rect_->axis(QCPAxis::atBottom), container_rect_->axis(QCPAxis::atLeft),
                         [this] { return container_drawing(); });
    new DrawingPlottable(live_rect_->axis(QCPAxis::atBottom), live_rect_->axis(QCPAxis::atLeft),
                         [this] { return live_drawing(); });
    new DrawingPlottable(names_rect_->axis(QCPAxis::atBottom), names_rect_->axis(QCPAxis::atLeft),
                         [this] { return names_drawing(); });
    show_names_strip();
    connect(transition_, &QVariantAnimation::finished, this, [this] {
        gliding_.clear();
        ground_.reset();
        redraw();
    });
}

void LayoutView::apply_theme() {
    const Palette& tokens = arenascope::palette(theme_);
    setBackground(QBrush(qt_color(tokens.panel)));
    for (QCPAxisRect* rect : {tray_rect_, container_rect_, live_rect_, names_rect_}) {
        rect->setBackground(QBrush(qt_color(tokens.plot)));
        for (QCPAxis* axis : rect->axes()) {
            style_axis(axis, tokens);
        }
    }
    const QString unit = QString::fromStdString(name_of(unit_));
    container_rect_->axis(QCPAxis::atLeft)->setLabel(tr("offset, %1").arg(unit));
    live_rect_->axis(QCPAxis::atLeft)->setLabel(tr("live size, %1").arg(unit));
}

void LayoutView::set_problem(std::shared_ptr<const Problem> problem) {
    cancel_gesture();
    transition_->stop();
    gliding_.clear();
    problem_ = std::move(problem);
    layout_ = problem_ ? empty_layout(*problem_) : Layout{};
    risks_.clear();
    overlaps_.clear();
    overlap_areas_.clear();
    moved_.clear();
    placement_step_.reset();
    placed_.reset();
    pointer_step_.reset();
    selection_.clear();
    filter_.clear();
    time_cursor_.reset();
    hovered_ = BufferIndex::none();
    hovered_step_.reset();
    choice_ = {};
    picked_core_.reset();
    hovered_core_.reset();
    stack_.clear();
    rebuild_stack();
    rebuild_rectangles();
    rebuild_dimmed();
    view_ = whole_;
    history_.clear();
    history_.visit(view_);
    if (problem_) {
        measure_names();
    }
    show_names_strip();
    Bytes height;
    for (const Container& container : stack_) {
        height = std::max(height, container.threshold);
    }
    set_unit(unit_for(height));
    emit view_changed();
}

void LayoutView::set_layout(Layout layout, IndexedVector<BufferIndex, Risk> risks) {
    if (!problem_ || layout.placements.size() != problem_->buffers.size()) {
        return;
    }
    cancel_gesture();
    const bool was_fitted = is_fitted();
    std::vector<MemoryRectangle> before = std::move(rectangles_);
    layout_ = std::move(layout);
    risks_ = std::move(risks);
    overlaps_.clear();
    overlap_areas_.clear();
    moved_.clear();
    placement_step_.reset();
    placed_.reset();
    rebuild_stack();
    rebuild_rectangles();
    if (was_fitted) {
        show_view(whole_);
    }
    start_transition(std::move(before));
    redraw();
}

void LayoutView::set_overlaps(std::vector<Overlap> pairs, std::span<const OverlapArea> areas) {
    overlaps_ = std::move(pairs);
    overlap_areas_.assign(areas.begin(), areas.end());
    redraw();
}

void LayoutView::set_moved(std::vector<BufferIndex> buffers) {
    moved_ = std::move(buffers);
    redraw();
}

void LayoutView::set_selection(std::vector<BufferIndex> buffers) {
    selection_ = std::move(buffers);
    rebuild_dimmed();
    redraw();
}

void LayoutView::set_filter(std::vector<bool> passes) {
    filter_ = std::move(passes);
    rebuild_dimmed();
    redraw();
}

void LayoutView::set_time_cursor(std::optional<Step> step) {
    time_cursor_ = step;
    redraw();
}

void LayoutView::set_free_areas(bool shown) {
    shows_free_areas_ = shown;
    pointer_step_.reset();
    if (underMouse()) {
        follow_pointer(mapFromGlobal(QCursor::pos()));
    }
    redraw();
}

void LayoutView::set_placed(std::optional<BufferIndex> buffer, const QString& words) {
    placed_ = buffer;
    placed_words_ = words.toStdString();
    redraw();
}

std::optional<Step> LayoutView::free_areas_step() const {
    return !shows_free_areas_ ? std::nullopt : time_cursor_ ? time_cursor_ : pointer_step_;
}

void LayoutView::set_pointer_step(std::optional<Step> step) {
    if (step != pointer_step_) {
        pointer_step_ = step;
        if (!time_cursor_) {
            redraw();
        }
    }
}

void LayoutView::set_unit(Unit unit) {
    unit_ = unit;
    apply_theme();
    redraw();
}

void LayoutView::set_theme(Theme theme) {
    theme_ = theme;
    apply_theme();
    rebuild_rectangles();
    redraw();
}

void LayoutView::set_color_by(ColorBy by) {
    color_by_ = by;
    rebuild_rectangles();
    redraw();
}

void LayoutView::set_animated(bool animated) {
    animated_ = animated;
}

void LayoutView::set_view(const View& view) {
    change_view(view, false);
}

void LayoutView::rebuild_stack() {
    stack_ = problem_ ? containers(*problem_, layout_, choice_) : std::vector<Container>();
    shifts_ = problem_ ? shifts(*problem_, stack_) : std::vector<std::int64_t>();
    whole_ = problem_ ? whole_view(*problem_, stack_) : View{};
    rebuild_fragmentation();
}

void LayoutView::rebuild_rectangles() {
    index_.reset();
    tray_index_.reset();
    ground_.reset();
    if (!problem_) {
        rectangles_.clear();
        frames_ = {};
        tray_ = {};
        coloring_ = {};
        tray_coloring_ = {};
    } else {
        rectangles_ = memory_rectangles(*problem_, layout_, shifts_);
        coloring_ = coloring(*problem_, risks_, color_by_, theme_);
        tray_ = tray_of(*problem_, layout_, cores_in_tray());
        tray_coloring_ = tray_coloring(*problem_, theme_);
        frames_ = sharing_frames(layout_, rectangles_);
    }
    fit_tray();
}

/// The tray is as high as its lanes need, within limits, and gone where everything is placed.
void LayoutView::fit_tray() {
    const bool shown = tray_.lanes > 0;
    const double share = rectangles_.empty() ? 1 - most_tray_share : most_tray_share;
    const int most = std::max(lane_pixels, static_cast<int>(this->height() * share));
    const int tall = shown ? static_cast<int>(std::min<std::int64_t>(tray_.lanes * lane_pixels, most)) : 0;
    const int title = shown ? static_cast<int>(line_height(tray_title_style)) + 6 : 0;
    const bool other_height = tray_rect_->maximumSize().height() != tall;
    tray_rect_->setVisible(shown);
    tray_rect_->setMinimumMargins(shown ? QMargins(8, title, 16, 4) : QMargins(8, 0, 16, 0));
    tray_rect_->setMinimumSize(0, tall);
    tray_rect_->setMaximumSize(QWIDGETSIZE_MAX, tall);
    const int strip = static_cast<int>(std::ceil(region_strip_width(stack_, line_style)));
    container_rect_->setMinimumMargins(QMargins(8, 6, 16 + strip, 4));
    if (other_height) {
        // A replot counts the numbers along an axis before it lays out what they stand beside.
        updateLayout();
    }
}

void LayoutView::rebuild_dimmed() {
    dimmed_.clear();
    ground_.reset();
    if (!problem_ || (filter_.empty() && selection_.empty())) {
        return;
    }
    const std::size_t count = problem_->buffers.size();
    dimmed_.assign(count, 0);
    if (!selection_.empty() && selection_.size() <= most_selected_for_conflicts) {
        dimmed_.assign(count, 1);
        for (const BufferIndex buffer : selection_) {
            dimmed_[buffer.value()] = 0;
            for (const BufferIndex other : conflicts_of(*problem_, buffer)) {
                dimmed_[other.value()] = 0;
            }
        }
        // A tensor that crosses is one thing in two memories.
        for (const Transfer& transfer : problem_->transfers) {
            if (is_selected(transfer.source) || is_selected(transfer.copy)) {
                dimmed_[transfer.source.value()] = dimmed_[transfer.copy.value()] = 0;
            }
        }
    }
    for (std::size_t i = 0; i < std::min(count, filter_.size()); ++i) {
        if (!filter_[i]) {
            dimmed_[i] = 1;
        }
    }
    for (const BufferIndex buffer : selection_) {
        dimmed_[buffer.value()] = 0;
    }
}

Box LayoutView::box_of(const QCPAxisRect* rect) {
    return {static_cast<double>(rect->left()), static_cast<double>(rect->top()),
            static_cast<double>(rect->left() + rect->width()), static_cast<double>(rect->top() + rect->height())};
}

Viewport LayoutView::viewport() const {
    return {view_, box_of(container_rect_)};
}

Viewport LayoutView::tray_viewport() const {
    const auto lanes = static_cast<long double>(std::max<std::int64_t>(tray_.lanes, 1));
    return {{view_.steps, {0, lanes}}, box_of(tray_rect_)};
}

void LayoutView::change_view(const View& view, bool replaces) {
    show_view(view);
    history_.visit(view_, replaces);
}

void LayoutView::show_view(const View& view) {
    const View clamped_view = clamped(view, whole_);
    if (clamped_view == view_) {
        return;
    }
    view_ = clamped_view;
    redraw();
    emit view_changed();
}

void LayoutView::start_transition(std::vector<MemoryRectangle> from) {
    transition_->stop();
    gliding_.clear();
    disconnect(transition_, &QVariantAnimation::valueChanged, this, nullptr);
    const bool alike = from.size() == rectangles_.size() && !from.empty() && from.size() <= most_gliding &&
                       std::equal(from.begin(), from.end(), rectangles_.begin(),
                                  [](const auto& a, const auto& b) { return a.buffer == b.buffer; });
    if (!animated_ || !isVisible() || !alike || from == rectangles_) {
        return;
    }
    gliding_ = from;
    connect(transition_, &QVariantAnimation::valueChanged, this, [this, from = std::move(from)](const QVariant& value) {
        const double share = value.toDouble();
        gliding_.resize(rectangles_.size());
        for (std::size_t i = 0; i < rectangles_.size(); ++i) {
            const auto glide =
                static_cast<std::int64_t>(static_cast<double>(rectangles_[i].from - from[i].from) * (share - 1));
            gliding_[i] = rectangles_[i];
            gliding_[i].from += glide;
            gliding_[i].to += glide;
        }
        ground_.reset();
        redraw();
    });
    transition_->start();
}

void LayoutView::redraw() {
    replot(QCustomPlot::rpQueuedReplot);
}

}  // namespace arenascope
