#pragma once

#include <atomic>
#include <memory>
#include <thread>

namespace arenascope {

/// The thread of a run.
struct RunThread {
    std::thread thread;
    std::atomic<bool> is_done = false;       ///< the thread has nothing left to do
    std::atomic<bool> is_abandoned = false;  ///< nobody waits for its result
};

/// Lets a run that was asked to stop end by itself, so that the window's thread need not wait. The program waits for it
/// before it ends. Call it on the window's thread.
void end_apart(std::shared_ptr<RunThread> run);

}  // namespace arenascope
