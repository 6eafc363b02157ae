#include "qt/tasks/short_wait.h"

#include <algorithm>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QMetaObject>

namespace arenascope {
namespace {

/// What the window's thread has waited in this turn of the event loop.
class Turn {
public:
    [[nodiscard]] bool wait_for(QSemaphore& ready) {
        const auto left = std::max(longest_ - waited_, std::chrono::milliseconds(0));
        QElapsedTimer timer;
        timer.start();
        const bool is_ready = ready.tryAcquire(1, static_cast<int>(left.count()));
        waited_ += std::chrono::milliseconds(timer.elapsed());
        if (waited_.count() > 0 && !ends_) {
            ends_ = true;
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [this] {
                    waited_ = std::chrono::milliseconds(0);
                    ends_ = false;
                },
                Qt::QueuedConnection);
        }
        return is_ready;
    }
    void set_longest(std::chrono::milliseconds longest) { longest_ = longest; }

private:
    std::chrono::milliseconds longest_{40};
    std::chrono::milliseconds waited_{0};
    bool ends_ = false;  ///< an event waits that begins the next turn
};

Turn& turn() {
    static Turn only;
    return only;
}

}  // namespace

bool is_ready_shortly(QSemaphore& ready) {
    return turn().wait_for(ready);
}

void set_longest_wait(std::chrono::milliseconds longest) {
    turn().set_longest(longest);
}

}  // namespace arenascope
