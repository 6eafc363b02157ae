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
    /// Why a buffer lies where it lies, and the placing order of the shown step; that is empty if it has none.
    struct Found {
        std::optional<PlacingReason> reason;
        std::vector<BufferIndex> order;
    };

    /// Finds the reason, and shows it.
    void show_reason();
    void show_found(Found found);
    void show_nothing(const QString& words);
    void show_trial(std::optional<Offset> offset);
    /// Makes the layout with the buffer at another place the plan, by hand.
    void try_place(Offset offset);
    [[nodiscard]] QString origin_words() const;

    bool is_in_sight_ = false;
    std::optional<PlacingReason> reason_;
    std::vector<BufferIndex> order_;
    BackgroundTask task_;
};

}  // namespace arenascope
