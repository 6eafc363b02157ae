#include "widgets/picture/layout_view/ground_work.h"

#include <utility>

#include "qt/painting/picture_painter.h"

namespace arenascope {
namespace {

/// Urgent, because a person looks at the picture.
constexpr int frame_priority = 1;
/// With fewer rectangles, levels of detail gain little.
constexpr std::size_t least_with_levels = 200'000;

}  // namespace

GroundWork::GroundWork(GroundCache& cache, std::function<void()> arrived)
    : cache_(cache), arrived_(std::move(arrived)) {}

void GroundWork::start(const GroundOrder& order, std::function<void(std::shared_ptr<const PictureGround>)> take) {
    if (task_.is_running() && !is_computing_levels_ && running_ == order) {
        return;
    }
    running_ = order;
    is_computing_levels_ = false;
    task_.start(
        [order, levels = cache_.levels](const Outdated& outdated) {
            return picture_ground(order, levels.get(), {}, picture_text_measure(), outdated);
        },
        std::move(take), frame_priority);
}

void GroundWork::follow(const View& whole) {
    if (cache_.wanted) {
        start(*cache_.wanted, [this](std::shared_ptr<const PictureGround> ground) {
            cache_.last = std::move(ground);
            arrived_();
        });
        return;
    }
    if (!cache_.last) {
        return;
    }
    GroundOrder order = cache_.last->order;
    order.port.view = whole;
    order.without = BufferIndex::none();
    if (order == cache_.last->order) {
        cache_.whole = cache_.last;
    } else if ((!cache_.whole || !(cache_.whole->order == order)) && !is_quick(order)) {
        start(order, [this](std::shared_ptr<const PictureGround> ground) {
            cache_.whole = std::move(ground);
            follow_levels();
        });
        return;
    }
    follow_levels();
}

void GroundWork::follow_levels() {
    const GroundOrder& order = cache_.last->order;
    const bool has_levels = cache_.levels && have_same_rectangles(cache_.levels->order, order);
    const bool is_computed = task_.is_running() && is_computing_levels_ && have_same_rectangles(running_, order);
    if (order.index->size() < least_with_levels || has_levels || is_computed) {
        return;
    }
    running_ = order;
    is_computing_levels_ = true;
    cache_.levels.reset();
    task_.start([order](const Outdated& outdated) { return picture_levels(order, outdated); },
                [this](std::shared_ptr<const PictureLevels> levels) { cache_.levels = std::move(levels); });
}

void GroundWork::reset() {
    task_.abandon();
    cache_ = {};
}

}  // namespace arenascope
