#include "tests/window_bench/timed_application.h"

#include <algorithm>

#include <QTimer>

namespace arenascope::bench {
namespace {

constexpr double nanoseconds_of_a_millisecond = 1e6;
/// A window that handled nothing for so long has nothing left to do.
constexpr double quiet_milliseconds = 40;
/// How often it is asked whether an action is done.
constexpr int tick_milliseconds = 2;
/// Handling an event of no consequence takes less.
constexpr double least_milliseconds = 0.2;

double elapsed(const QElapsedTimer& timer) {
    return static_cast<double>(timer.nsecsElapsed()) / nanoseconds_of_a_millisecond;
}

}  // namespace

void TimedApplication::count(double milliseconds) {
    time_.longest = std::max(time_.longest, milliseconds);
    time_.busy += milliseconds;
}

bool TimedApplication::notify(QObject* receiver, QEvent* event) {
    if (depth_ > 0) {
        return QApplication::notify(receiver, event);
    }
    ++depth_;
    QElapsedTimer timer;
    timer.start();
    const bool handled = QApplication::notify(receiver, event);
    count(elapsed(timer));
    --depth_;
    return handled;
}

WindowTime TimedApplication::time(const std::function<void()>& action, const std::function<bool()>& is_done,
                                  double most_seconds) {
    time_ = {};
    // Between events, the thread sleeps as in a real window. Otherwise it would take a processor from the workers.
    QTimer tick;
    tick.start(tick_milliseconds);
    QElapsedTimer whole;
    whole.start();
    ++depth_;
    action();
    count(elapsed(whole));
    --depth_;
    double last_work = elapsed(whole);
    bool done = false;
    double done_at = 0;
    while (elapsed(whole) < 1000 * most_seconds) {
        const double busy = time_.busy;
        processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        if (time_.busy - busy > least_milliseconds) {
            last_work = elapsed(whole);
        }
        if (!done && is_done()) {
            done = true;
            done_at = elapsed(whole);
        }
        if (done && elapsed(whole) - std::max(last_work, done_at) > quiet_milliseconds) {
            break;
        }
    }
    time_.result = done ? done_at : elapsed(whole);
    time_.wall = done ? std::max(done_at, last_work) : elapsed(whole);
    return time_;
}

}  // namespace arenascope::bench
