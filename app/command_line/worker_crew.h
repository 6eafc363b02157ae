#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/base/process/child_process.h"

namespace arenascope {

/// How a worker ended.
struct WorkerEnd {
    ProcessResult process;
    double seconds = 0;  ///< wall clock
};

/// Tasks for workers, each a process of its own.
struct CrewOrder {
    std::size_t tasks = 0;
    std::size_t jobs = 1;                                                 ///< workers at the same time
    double time_limit = 0;                                                ///< seconds for each worker
    std::size_t most_bytes = 0;                                           ///< of output of each worker
    std::function<std::vector<std::string>(std::size_t task)> arguments;  ///< of this program, without its name
    std::function<bool(std::size_t task, const WorkerEnd& end)> ended;    ///< false: no further worker is started
    std::function<bool()> stop;                                           ///< ends all workers; asked often
};

/// Runs this program once for each task, in the order of the tasks, see run_process(). A worker that crashes or exceeds
/// a limit ends alone. The functions of the order are called on other threads, one at a time.
///
///   task 0 ─▶ worker ─▶ output ─▶ ended(0)
///   task 1 ─▶ worker ─✗ crash  ─▶ ended(1)       at most `jobs` at a time
///
/// False: it was stopped, or `ended` returned false.
[[nodiscard]] bool run_crew(const CrewOrder& order);

}  // namespace arenascope
