#pragma once

#include <optional>
#include <vector>

#include "app/window/frame/window_part.h"
#include "core/analysis/explain/placing_reason.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Connects "Why Here" to the session: the reason of the selected buffer in the shown step, its places in the picture,
/// and trials of other places. Nothing is computed while the dock is out of sight. The reason in a large plan is found
/// on another thread.
class PlaceViews final : public WindowPart {
    Q_OBJECT

public:
    explicit PlaceViews(const WindowFrame& frame);

private:
    struct Found {
        std::optional<PlacingReason> reason;  ///< why the buffer lies where it lies; empty: it is not placed
        std::vector<BufferIndex> order;       ///< the placing order of the shown step; empty: it has none
        /// The rule that gave it its offset in the step of the run, before the layout was edited; empty: none did.
        std::optional<PlacingReason::Rule> before_edits = {};
        bool has_order = false;  ///< whether the order is known in which the planner placed the buffers
    };

    /// Finds the reason, and shows it.
    void show_reason();
    void show_found(Found found);
    void show_nothing(const QString& words);
    void show_trial(std::optional<Offset> offset);
    /// Makes the layout with the buffer at another place the plan, by hand.
    void try_place(Offset offset);
    /// Who chose the offset, if no rule gives it in the shown layout.
    [[nodiscard]] QString origin_words(const Found& found) const;

    bool is_in_sight_ = false;
    std::optional<PlacingReason> reason_;
    std::vector<BufferIndex> order_;
    BackgroundTask task_;
    BackgroundTask trying_;
};

}  // namespace arenascope
