#pragma once

#include <vector>

#include "app/window/frame/window_part.h"
#include "core/picture/plan/palette.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

class ComparedPictures;
class LiveDifferenceCurve;

/// The pictures of a comparison, and the widgets that show one.
struct ComparisonWidgets {
    ComparedPictures& pictures;
    LayoutView& first;   ///< the picture of the open plan
    LayoutView& second;  ///< that of the other one, where nothing can be edited
    LiveDifferenceCurve& difference;
};

/// Shows two plans on one scale, with one view, one time cursor and one selection, and what differs between them.
class CompareViews final : public WindowPart {
    Q_OBJECT

public:
    CompareViews(const WindowFrame& frame, const ComparisonWidgets& widgets);

    /// Whether the window is in the mode that compares.
    void set_shown(bool shown);

private:
    void connect_pictures();
    void show_other();
    void show_result();
    /// The picture of B. `differing`: by buffer, or empty.
    void show_second(std::shared_ptr<const std::vector<Move>> moves, std::vector<bool> differing);
    void show_titles();
    void show_selection();
    /// Outlines in each picture where the selected buffer lies in the other plan.
    void show_partner_places();
    void show_cursor();
    /// The user points at a step of B.
    void point_in_second(Step step);
    void link_extents();
    void link_selected();
    void link_axis();
    void choose(BufferIndex of_a, BufferIndex of_b);
    [[nodiscard]] bool is_comparing() const;
    using Partners = IndexedVector<BufferIndex, BufferIndex> ComparedPlans::*;
    /// What a buffer of B is in A, or the other way round; none(): the other plan lacks it.
    [[nodiscard]] BufferIndex partner_in(Partners partners, BufferIndex buffer) const;

    ComparisonWidgets widgets_;
    bool is_shown_ = false;
    BackgroundTask telling_{this};  ///< of what differs
};

}  // namespace arenascope
