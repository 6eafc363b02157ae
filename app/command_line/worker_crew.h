#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace arenascope {

/// How a worker ended.
struct WorkerEnd {
    std::string output;           ///< what it wrote to standard output
    int status = 0;               ///< exit status; unless `signal` is set
    int signal = 0;               ///< the signal that ended it; 0: none
    bool exceeded_time = false;   ///< the crew ended it at the time limit
    bool exceeded_bytes = false;  ///< the crew ended it, because it wrote too much
    double seconds = 0;           ///< wall clock
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

/// Runs this program once for each task, in the order of the tasks, without a shell. A worker that crashes or exceeds a
/// limit ends alone. Each is in a process group of its own, and that group is killed at the end. The workers end when
/// this process ends, however it ends, if they call end_with_parent().
///
///   task 0 ─▶ worker ─▶ output ─▶ ended(0)
///   task 1 ─▶ worker ─✗ crash  ─▶ ended(1)       at most `jobs` at a time
///
/// False: it was stopped, or `ended` returned false. Worker that cannot be started: `status` is 127.
[[nodiscard]] bool run_crew(const CrewOrder& order);

/// In a worker: it is killed when the process with this id ends, which must be its parent.
void end_with_parent(int parent);

/// In a worker: it can allocate at most so many bytes, and leaves no core file.
void limit_memory(std::size_t bytes);

}  // namespace arenascope
