#include "tests/planner_bench/limited_run.h"

#include <chrono>
#include <cstdlib>
#include <unistd.h>

#include <sys/resource.h>
#include <sys/wait.h>

namespace arenascope::bench {
namespace {

constexpr double bytes_of_unit = 1024;

double highest_memory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * bytes_of_unit;
}

/// In the new process. Ends it.
[[noreturn]] void measure(int output, unsigned limit_seconds, const std::function<bool()>& run) {
    alarm(limit_seconds);
    const double before = highest_memory();
    const auto begin = std::chrono::steady_clock::now();
    if (!run()) {
        _exit(1);
    }
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    const MeasuredRun measured{taken.count(), highest_memory() - before};
    _exit(write(output, &measured, sizeof measured) == sizeof measured ? 0 : 1);
}

}  // namespace

std::optional<MeasuredRun> limited_run(unsigned limit_seconds, const std::function<bool()>& run) {
    int ends[2];
    if (pipe(ends) != 0) {
        return std::nullopt;
    }
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        measure(ends[1], limit_seconds, run);
    }
    close(ends[1]);
    MeasuredRun measured;
    const bool is_read = child > 0 && read(ends[0], &measured, sizeof measured) == sizeof measured;
    close(ends[0]);
    if (child > 0) {
        waitpid(child, nullptr, 0);
    }
    return is_read ? std::optional(measured) : std::nullopt;
}

}  // namespace arenascope::bench
