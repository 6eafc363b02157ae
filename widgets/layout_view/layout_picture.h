#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <QString>

#include "core/picture/hit_index.h"
#include "widgets/layout_view/layout_content.h"
#include "widgets/layout_view/layout_shapes.h"

namespace arenascope {

/// What became another part of a LayoutPicture.
struct PictureChange {
    enum class Kind : std::uint8_t {
        marks,       ///< drawn over the rectangles: cursors, outlines, overlaps
        ground,      ///< colours of the rectangles, what is put aside
        look,        ///< unit or theme
        free_areas,  ///< whether they are shown; the step under the pointer is to be told
        tray,
        containers,
        layout,
        problem,
    };
    Kind kind = Kind::marks;
    std::vector<MemoryRectangle> before;  ///< the rectangles until now, where layout or containers are others
};

/// The picture that a layout view shows, without the widget: what is given, and what follows from that.
///
/// Each setter brings the shapes up to date and then reports the change.
class LayoutPicture {
public:
    explicit LayoutPicture(std::function<void(PictureChange)> changed = {});

    /// Another problem with nothing placed; null: an empty picture. Forgets all but unit, theme, colouring and whether
    /// free areas are shown.
    void set_problem(std::shared_ptr<const Problem> problem);
    /// Another layout of the same problem; ignored where it is not one. `risks`: null if none are known. Forgets what
    /// belongs to one layout: overlaps, what was moved or placed, the placement step.
    void set_layout(std::shared_ptr<const Layout> layout,
                    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks = nullptr,
                    std::vector<BufferIndex> moved = {}, bool is_under_way = false);
    /// Where buffers overlap: the pairs, as far as they are listed, and the areas of all (see OverlapMarks). Null:
    /// none.
    void set_overlaps(std::shared_ptr<const std::vector<Overlap>> pairs,
                      std::shared_ptr<const std::vector<OverlapArea>> areas);
    /// The scratch buffer that the step shown has placed, with the words for the rule that placed it. None: nothing
    /// was.
    void set_placed(std::optional<BufferIndex> buffer, const QString& words = {});
    /// Of a many-core run the step that is shown.
    void set_placement_step(std::optional<PlacementStep> step);
    void set_selection(std::vector<BufferIndex> buffers);
    /// By buffer, false: put aside. Empty: no filter.
    void set_filter(std::vector<bool> passes);
    void set_time_cursor(std::optional<Step> step);
    void set_free_areas(bool shown);
    /// Which of several containers are shown, in which order and how.
    void set_containers(ContainerChoice choice);
    /// The core whose live size is shown alone; none: the one under the pointer, else all of them.
    void set_picked_core(std::optional<RegionIndex> core);
    void set_unit(Unit unit);
    void set_theme(Theme theme);
    void set_color_by(ColorBy by);

    /// The core under the pointer.
    void point_at_core(std::optional<RegionIndex> core);
    /// The step under the pointer; ignored while free areas are not shown.
    void point_at_step(std::optional<Step> step);

    [[nodiscard]] const LayoutContent& content() const { return content_; }
    [[nodiscard]] const LayoutShapes& shapes() const { return shapes_; }
    /// By buffer, see dimmed_buffers.
    [[nodiscard]] const std::vector<std::uint8_t>& dimmed() const { return dimmed_; }
    /// Finds the rectangles in the containers. Built on first use.
    [[nodiscard]] const HitIndex& index() const;
    /// The same of the tray.
    [[nodiscard]] const HitIndex& tray_index() const;

private:
    void rebuild();
    void report(PictureChange::Kind kind);

    std::function<void(PictureChange)> changed_;
    LayoutContent content_;
    LayoutShapes shapes_;
    std::vector<std::uint8_t> dimmed_;
    mutable std::optional<HitIndex> index_;
    mutable std::optional<HitIndex> tray_index_;
};

/// Why there is nothing to see; empty while something is placed, and without a problem.
[[nodiscard]] QString notice(const LayoutPicture& picture);

}  // namespace arenascope
