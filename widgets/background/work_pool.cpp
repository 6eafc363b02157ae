#include "widgets/background/work_pool.h"

#include <QCoreApplication>

namespace arenascope {

QThreadPool& work_pool() {
    static QThreadPool pool;
    // Results are delivered through the application object, which must not go before.
    [[maybe_unused]] static const bool is_waited_for = [] {
        qAddPostRoutine([] { pool.waitForDone(); });
        return true;
    }();
    return pool;
}

}  // namespace arenascope
