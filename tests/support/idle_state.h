#pragma once

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTest>
#include <QThread>

#include "qt/tasks/work_pool.h"

namespace arenascope::test {

/// Handles events until none waits and no worker is busy: what was begun has arrived, is laid out and painted. Waits
/// for no timer that fires later, and for no run of a planner.
inline void wait_until_idle() {
    QAbstractEventDispatcher& events = *QAbstractEventDispatcher::instance();
    const QDeadlineTimer deadline(20'000);
    bool is_idle = false;
    while (!is_idle) {
        QVERIFY2(!deadline.hasExpired(), "the program does not become idle");
        // Asked first, because the result of a worker that has ended waits among the events.
        is_idle = !has_background_work();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        while (events.processEvents(QEventLoop::AllEvents)) {
            is_idle = false;
        }
        if (!is_idle) {
            QThread::yieldCurrentThread();
        }
    }
}

}  // namespace arenascope::test
