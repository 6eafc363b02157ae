#pragma once

#include <chrono>

#include <QSemaphore>

namespace arenascope {

/// Waits for work on another thread, so that what is ready within a moment is shown at once and never flickers. True:
/// it is ready. Only the window's thread waits.
///
/// All waits of one turn of the event loop together take at most 40 ms: ten views of a plan that takes long do not wait
/// one after the other.
[[nodiscard]] bool is_ready_shortly(QSemaphore& ready);

/// The longest wait in a turn of the event loop, other than 40 ms. A test that compares what is shown at once waits for
/// as long as a busy machine needs.
void set_longest_wait(std::chrono::milliseconds longest);

}  // namespace arenascope
