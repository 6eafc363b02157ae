#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <QRubberBand>
#include <QVariantAnimation>
#include <qcustomplot.h>

#include "core/check/overlap_area.h"
#include "core/check/overlap_checker.h"
#include "core/memory/external_fragmentation.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"
#include "core/memory/risk.h"
#include "core/picture/coloring.h"
#include "core/picture/container.h"
#include "core/picture/hit_index.h"
#include "core/picture/reference_line.h"
#include "core/picture/scene.h"
#include "core/picture/snapping.h"
#include "core/picture/tray.h"
#include "core/picture/unit.h"
#include "core/picture/view_history.h"
#include "core/trace/placement_step.h"
#include "widgets/layout_view/drawing_plottable.h"

namespace arenascope {

/// A plan as a picture to work in: the containers with their lines above, the live size below on the same time axis.
///
/// Buffers without an offset are outlines in a tray on top.
///
/// Wheel zooms about the cursor (Ctrl: time only, Shift: offset only); dragging pans, on a selected buffer it moves
/// that buffer, from the tray and into another region too; dragging with the right button, or with Alt, zooms to a
/// box; Alt+Left and Alt+Right, and the mouse's own buttons, go back and forward. F fits, Z zooms to the selection,
/// arrows pan, + and - zoom, Shift+Home and Shift+End put the time cursor on the first and last step, Esc gives up a
/// drag.
class LayoutView final : public QCustomPlot {
    Q_OBJECT

public:
    explicit LayoutView(QWidget* parent = nullptr);

    /// Shows another problem with nothing placed and fits it; null shows an empty view. Forgets selection and history.
    void set_problem(std::shared_ptr<const Problem> problem);
    /// Another layout of the same problem. `risks` is by buffer, or empty. The view stays, and a fitted one stays
    /// fitted.
    void set_layout(Layout layout, IndexedVector<BufferIndex, Risk> risks);
    /// Marks where buffers overlap: the pairs, as far as they are listed, and the areas of all (see OverlapMarks).
    void set_overlaps(std::vector<Overlap> pairs, std::span<const OverlapArea> areas);
    /// What lies elsewhere than in the step before: outlined.
    void set_moved(std::vector<BufferIndex> buffers);
    /// Selected buffers are outlined; what shares no time with any of them is put aside.
    void set_selection(std::vector<BufferIndex> buffers);
    /// By buffer, false: put aside. Empty: no filter.
    void set_filter(std::vector<bool> passes);
    void set_time_cursor(std::optional<Step> step);
    /// Whether the free areas are shown, at the time cursor's step or, without one, at the pointer's.
    void set_free_areas(bool shown);
    /// Whether what is not placed comes later in the run that is shown; told by the next layout.
    void set_under_way(bool under_way) { is_under_way_ = under_way; }
    /// The scratch buffer that the step shown has placed, with the words for what placed it: the free area that it was
    /// put into is outlined. None: nothing was.
    void set_placed(std::optional<BufferIndex> buffer, const QString& words = {});
    void set_unit(Unit unit);
    void set_theme(Theme theme);
    void set_color_by(ColorBy by);
    /// Which of several containers are shown, in which order and how.
    void set_containers(ContainerChoice choice);
    /// The core whose live size is shown alone, with what is free below its highest live tail; none: the one under the
    /// pointer, else all of them.
    void set_picked_core(std::optional<RegionIndex> core);
    /// Of a many-core run the step that is shown, with its candidates; forgotten with the layout.
    void set_placement_step(std::optional<PlacementStep> step);
    /// Whether one layout glides into the next (at most 150 ms).
    void set_animated(bool animated);

    [[nodiscard]] const View& view() const { return view_; }
    /// Whether all of the plan is in view.
    [[nodiscard]] bool is_fitted() const { return view_ == whole_; }
    /// Clamped to the plan.
    void set_view(const View& view);
    [[nodiscard]] Unit unit() const { return unit_; }
    [[nodiscard]] const std::vector<BufferIndex>& selection() const { return selection_; }
    [[nodiscard]] std::optional<Step> time_cursor() const { return time_cursor_; }
    /// How many rectangles the last drawing showed singly, and how many were too small.
    [[nodiscard]] SceneFigures figures() const { return figures_; }
    /// Why there is nothing to see; empty while something is placed.
    [[nodiscard]] QString notice() const;
    /// What the pointer is on: none() and none beside everything.
    [[nodiscard]] BufferIndex hovered_buffer() const { return hovered_; }
    [[nodiscard]] std::optional<Step> hovered_step() const { return hovered_step_; }
    /// The step whose free areas are shown.
    [[nodiscard]] std::optional<Step> free_areas_step() const;
    [[nodiscard]] std::optional<BufferIndex> buffer_at(QPoint position) const;
    /// Middle of a buffer's visible part in pixels of the widget; null where it is not in view.
    [[nodiscard]] std::optional<QPoint> position_of(BufferIndex buffer) const;

    void fit();
    void zoom_to_selection();
    void zoom_to(Lifetime steps, AddressRange bytes, RegionIndex region);
    /// All of a container over the whole time; nothing where it is hidden.
    void zoom_to_core(RegionIndex core);
    void zoom_in();
    void zoom_out();
    void go_back();
    void go_forward();

signals:
    /// A click on a buffer.
    void buffer_activated(BufferIndex buffer, Qt::KeyboardModifiers modifiers);
    /// A click beside all buffers.
    void nothing_activated();
    /// The buffer under the pointer, none() beside all of them.
    void buffer_hovered(BufferIndex buffer);
    /// The step under the pointer where it has a name, wherever in its column the pointer is.
    void step_hovered(std::optional<Step> step);
    void time_cursor_moved(Step step);
    /// A double click on the strip of a folded container, or on the name beside an open one.
    void fold_requested(RegionIndex core, bool folded);
    /// A buffer was dropped somewhere else; nothing is changed until set_layout is called.
    void buffer_dragged(BufferIndex buffer, Placement placement);
    void view_changed();
    /// After a drawing that showed other numbers than the one before.
    void figures_changed();

protected:
    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    enum class Gesture : std::uint8_t { none, pressed, panning, boxing, dragging };

    /// A buffer under way to another place.
    struct Drag {
        BufferIndex buffer;
        std::optional<Placement> start;                   ///< none: it comes from the tray
        std::optional<Placement> now;                     ///< none: over the tray still
        long double grip = 0;                             ///< bytes from the buffer's bottom to the pointer
        std::vector<std::optional<SnapTargets>> targets;  ///< by region, made when the pointer first comes there
        Layout layout;                                    ///< as it would be, for the check around the buffer
        std::vector<Overlap> overlaps;                    ///< of the buffer where it is now
        std::vector<MemoryRectangle> others;              ///< what lies still meanwhile
        std::vector<OverlapArea> others_areas;            ///< where that overlaps
    };

    void build_plot();
    void apply_theme();
    void rebuild_rectangles();
    void rebuild_stack();
    void rebuild_dimmed();
    void fit_tray();
    void change_view(const View& view, bool replaces);
    void show_view(const View& view);
    void start_transition(std::vector<MemoryRectangle> from);
    [[nodiscard]] static Box box_of(const QCPAxisRect* rect);
    [[nodiscard]] Viewport viewport() const;
    [[nodiscard]] Viewport live_viewport() const;
    [[nodiscard]] Viewport names_viewport() const;
    [[nodiscard]] Viewport tray_viewport() const;
    [[nodiscard]] Drawing container_drawing();
    [[nodiscard]] Drawing live_drawing() const;
    void rebuild_fragmentation();
    /// By region: whose buffers stand in the tray; the picked core's, else those of containers that are open.
    [[nodiscard]] std::vector<bool> cores_in_tray() const;
    /// The core that the live size is of; null for all.
    [[nodiscard]] const Container* live_core() const;
    void hover_core(QPoint position);
    [[nodiscard]] Drawing names_drawing() const;
    [[nodiscard]] Drawing tray_drawing() const;
    void measure_names();
    void show_names_strip();
    void draw_rectangles(Drawing& drawing, const std::vector<ReferenceLine>& lines);
    void draw_ghost(Drawing& drawing, const Viewport& port) const;
    [[nodiscard]] std::vector<Overlap> shown_pairs() const;
    void draw_time_cursor(Drawing& drawing, const Viewport& port) const;
    void draw_free_areas(Drawing& drawing, const std::vector<Box>& keep_clear, const Viewport& port) const;
    void set_pointer_step(std::optional<Step> step);
    /// In the containers, and in the tray.
    [[nodiscard]] std::vector<MemoryRectangle> rectangles_of(const std::vector<BufferIndex>& buffers) const;
    [[nodiscard]] std::vector<MemoryRectangle> tray_rectangles_of(const std::vector<BufferIndex>& buffers) const;
    [[nodiscard]] QVector<ViewportTicker::Position> offset_positions() const;
    [[nodiscard]] QVector<ViewportTicker::Position> live_positions() const;
    [[nodiscard]] QVector<ViewportTicker::Position> time_positions() const;
    [[nodiscard]] const HitIndex& hit_index() const;
    [[nodiscard]] QString tooltip_of(BufferIndex buffer) const;
    [[nodiscard]] bool is_selected(BufferIndex buffer) const;
    [[nodiscard]] std::optional<Step> named_step_at(QPoint position) const;
    bool take_command_key(const QKeyEvent& event);
    void follow_pointer(QPoint position);
    void hover(QPoint position, QPoint on_screen);
    void begin_drag(BufferIndex buffer);
    void move_drag(QPoint position);
    [[nodiscard]] std::optional<Placement> placement_under(QPoint position);
    void cancel_gesture();
    void put_time_cursor(Step step);
    void redraw();

    std::shared_ptr<const Problem> problem_;
    Layout layout_;
    IndexedVector<BufferIndex, Risk> risks_;
    std::vector<Overlap> overlaps_;
    std::vector<OverlapArea> overlap_areas_;
    std::vector<BufferIndex> moved_;
    std::vector<BufferIndex> selection_;
    std::vector<bool> filter_;
    std::optional<Step> time_cursor_;
    bool is_under_way_ = false;
    bool shows_free_areas_ = false;
    std::optional<BufferIndex> placed_;  ///< by the step that is shown
    std::string placed_words_;
    Unit unit_ = Unit::kibibytes;
    Theme theme_ = Theme::light;
    ColorBy color_by_ = ColorBy::risk;
    bool animated_ = true;

    std::optional<PlacementStep> placement_step_;
    ContainerChoice choice_;
    std::optional<RegionIndex> picked_core_;
    std::optional<RegionIndex> hovered_core_;
    std::optional<FragmentationProfile> fragmentation_;  ///< of the core that the live size is of
    std::vector<Container> stack_;
    std::vector<std::int64_t> shifts_;
    std::vector<MemoryRectangle> rectangles_;
    SharingFrames frames_;
    std::vector<MemoryRectangle> gliding_;  ///< while one layout glides into the next
    Tray tray_;
    std::vector<std::uint8_t> dimmed_;
    Coloring coloring_;
    Coloring tray_coloring_;
    mutable std::optional<HitIndex> index_;       ///< built when it is first asked for
    mutable std::optional<HitIndex> tray_index_;  ///< likewise
    std::optional<SceneGround> ground_;           ///< of the last drawing, while nothing of it changes
    Viewport ground_viewport_;
    View whole_;
    View view_;
    ViewHistory history_;
    SceneFigures figures_;
    MeasureText measure_;
    double longest_name_ = 0;  ///< pixels of the longest name of a step

    QCPAxisRect* tray_rect_ = nullptr;
    QCPAxisRect* container_rect_ = nullptr;
    QCPAxisRect* live_rect_ = nullptr;
    QCPAxisRect* names_rect_ = nullptr;  ///< names of the steps; hidden where they have none
    QRubberBand* band_ = nullptr;
    QVariantAnimation* transition_ = nullptr;
    Gesture gesture_ = Gesture::none;
    QPoint pressed_at_;
    QPoint last_at_;
    BufferIndex hovered_ = BufferIndex::none();
    std::optional<Step> hovered_step_;
    std::optional<Step> pointer_step_;  ///< known while free areas are shown
    std::optional<Drag> drag_;
};

}  // namespace arenascope
