#pragma once

#include <functional>

#include "qt/tasks/background_task.h"
#include "widgets/picture/layout_view/picture_ground.h"

namespace arenascope {

/// Computes what a cache lacks on another thread: the ground of the present view, then the one of the whole plan, then
/// levels of detail. Another view replaces the one before.
class GroundWork final : public QObject {
    Q_OBJECT

public:
    /// `arrived`: the ground of the present view is there, so the picture must be drawn again.
    GroundWork(GroundCache& cache, std::function<void()> arrived);

    /// Call it after each drawing. `whole`: the view of the whole plan. O(log n).
    void follow(const View& whole);
    /// Forgets all grounds.
    void reset();

private:
    /// Computes the levels of detail, if nothing else is to do.
    void follow_levels();
    void start(const GroundOrder& order, std::function<void(std::shared_ptr<const PictureGround>)> take);

    GroundCache& cache_;
    std::function<void()> arrived_;
    GroundOrder running_;               ///< the order of the task
    bool is_computing_levels_ = false;  ///< it does not compute a ground
    BackgroundTask task_{this};
};

}  // namespace arenascope
