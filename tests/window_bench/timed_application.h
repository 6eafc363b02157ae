#pragma once

#include <functional>

#include <QApplication>
#include <QElapsedTimer>

namespace arenascope::bench {

/// What an action cost the thread of the window, in milliseconds.
struct WindowTime {
    double longest = 0;  ///< the longest time in which the window answered nothing
    double busy = 0;     ///< the sum of all such times
    double result = 0;   ///< until the result was there
    double wall = 0;     ///< until nothing was left to do
};

/// An application that times each event. The window answers nothing while an event is handled.
///
///   event   ████   ██ ██████   █ █      longest: 6, busy: 14
///   wall    ├──────────────────────┤
class TimedApplication final : public QApplication {
public:
    TimedApplication(int& count, char** arguments) : QApplication(count, arguments) {}

    bool notify(QObject* receiver, QEvent* event) override;

    /// Runs `action`, and handles events until `is_done` and nothing is left to handle. Gives up after `most_seconds`.
    WindowTime time(const std::function<void()>& action, const std::function<bool()>& is_done, double most_seconds);

private:
    void count(double milliseconds);

    int depth_ = 0;
    WindowTime time_;
};

}  // namespace arenascope::bench
