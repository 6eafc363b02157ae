#pragma once

#include <functional>

#include "qt/tasks/background_task.h"
#include "widgets/picture/layout_view/picture_parts.h"

namespace arenascope {

/// Parts, with the content that they follow from.
struct RenewedParts {
    LayoutContent content;
    PictureParts parts;
};

/// Computes the outdated parts of a picture on another thread, one order at a time. Those of a small picture are
/// adopted at once most of the time, see BackgroundTask::run(). What becomes outdated meanwhile follows in the next
/// order, so that each of many quick changes is not the end of the one before.
class PartsRenewal final : public QObject {
    Q_OBJECT

public:
    /// `latest`: the content to compute, with the parts that it has. `adopt`: takes the result, with what was outdated.
    /// `fail`: there was not enough memory.
    PartsRenewal(std::function<RenewedParts()> latest, std::function<void(RenewedParts, OutdatedParts)> adopt,
                 std::function<void()> fail);

    /// Adds to the outdated parts, and computes them as soon as the other thread is free. True: they are adopted.
    bool require(OutdatedParts outdated);
    /// Forgets what is outdated and what is being computed, and computes all parts: those of a small picture once its
    /// layout is there, which most often follows at once, and any others once all present events are handled.
    void restart();
    /// The parts that wait for the next order.
    [[nodiscard]] OutdatedParts waiting() const { return waiting_; }

private:
    bool start();

    std::function<RenewedParts()> latest_;
    std::function<void(RenewedParts, OutdatedParts)> adopt_;
    std::function<void()> fail_;
    OutdatedParts waiting_;
    bool is_restarting_ = false;  ///< the present events come first
    BackgroundTask task_{this};
};

}  // namespace arenascope
