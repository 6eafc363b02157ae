#pragma once

#include <QThreadPool>

namespace arenascope {

/// The threads of work in the background. They are not those of Qt's global pool: Qt paints large areas with these, and
/// the window's thread waits for them. Behind work of a second, it would stand still as long.
[[nodiscard]] QThreadPool& work_pool();

/// The threads of what a person waits for: a file that opens, a change, the picture. Work that takes seconds, such as a
/// check, does not keep these busy.
[[nodiscard]] QThreadPool& urgent_pool();

/// Exists while urgent work waits, runs, or is about to be followed by more. Meanwhile, no other work starts on more
/// than half of the processors, so that a file's picture does not share them with its check. Any thread.
class UrgentWork {
public:
    UrgentWork();
    UrgentWork(const UrgentWork&) = delete;
    UrgentWork& operator=(const UrgentWork&) = delete;
    ~UrgentWork();
};

/// Whether a thread of either pool is at work.
[[nodiscard]] bool has_background_work();

}  // namespace arenascope
