#include "app/command_line/worker_crew.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <unistd.h>

#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "core/base/file/descriptor.h"

namespace arenascope {
namespace {

using CrewClock = std::chrono::steady_clock;

struct Worker {
    std::size_t task = 0;
    pid_t process = 0;
    Descriptor output{-1};
    CrewClock::time_point begin;
    WorkerEnd end;
};

/// Kills the worker with all that it started.
void end_group(pid_t process) {
    ::kill(-process, SIGKILL);
}

/// Starts this program. Its group is its own, and no signal is blocked or ignored. Empty process: errno says why not.
pid_t start(const std::vector<std::string>& arguments, int output) {
    std::string name = "arenascope";
    std::vector<std::string> words = arguments;
    std::vector<char*> pointers = {name.data()};
    for (std::string& word : words) {
        pointers.push_back(word.data());
    }
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    sigdelset(&all, SIGKILL);
    sigdelset(&all, SIGSTOP);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    pid_t process = 0;
    const int error = ::posix_spawn(&process, "/proc/self/exe", &files, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return error == 0 ? process : 0;
}

class Crew {
public:
    explicit Crew(const CrewOrder& order) : order_(order) {}
    Crew(const Crew&) = delete;
    Crew& operator=(const Crew&) = delete;
    ~Crew() {
        for (const Worker& worker : workers_) {
            end_group(worker.process);
            (void)::waitpid(worker.process, nullptr, 0);
        }
    }

    bool run() {
        while (next_ < order_.tasks || !workers_.empty()) {
            if (order_.stop()) {
                return false;
            }
            while (next_ < order_.tasks && workers_.size() < std::max<std::size_t>(order_.jobs, 1)) {
                if (!begin(next_++)) {
                    return false;
                }
            }
            wait_for_output();
            if (!collect()) {
                return false;
            }
        }
        return true;
    }

private:
    bool begin(std::size_t task) {
        std::array<int, 2> ends = {-1, -1};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            return order_.ended(task, {.status = 127});
        }
        Worker worker{task, 0, Descriptor(ends[0]), CrewClock::now(), {}};
        const Descriptor input(ends[1]);
        ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
        worker.process = start(order_.arguments(task), input.number());
        if (worker.process == 0) {
            return order_.ended(task, {.status = 127});
        }
        workers_.push_back(std::move(worker));
        return true;
    }

    void wait_for_output() {
        constexpr int milliseconds = 50;
        std::vector<pollfd> waited;
        for (const Worker& worker : workers_) {
            if (worker.output.is_open()) {
                waited.push_back({worker.output.number(), POLLIN, 0});
            }
        }
        (void)::poll(waited.data(), waited.size(), milliseconds);
        for (Worker& worker : workers_) {
            read(worker);
        }
    }

    void read(Worker& worker) const {
        std::array<char, 65'536> chunk = {};
        while (worker.output.is_open()) {
            const ssize_t count = ::read(worker.output.number(), chunk.data(), chunk.size());
            if (count > 0) {
                worker.end.output.append(chunk.data(), static_cast<std::size_t>(count));
                if (worker.end.output.size() > order_.most_bytes) {
                    worker.end.exceeded_bytes = true;
                    end_group(worker.process);
                    (void)worker.output.close();
                }
            } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
                (void)worker.output.close();
            } else {
                return;
            }
        }
    }

    /// Passes on the workers that have ended, and ends those that have run for too long.
    bool collect() {
        for (std::size_t i = 0; i < workers_.size();) {
            Worker& worker = workers_[i];
            const std::chrono::duration<double> passed = CrewClock::now() - worker.begin;
            if (passed.count() >= order_.time_limit && !worker.end.exceeded_time) {
                worker.end.exceeded_time = true;
                end_group(worker.process);
            }
            // The process stays known until it is waited for, so its group cannot be that of another by then.
            siginfo_t state = {};
            if (::waitid(P_PID, static_cast<id_t>(worker.process), &state, WEXITED | WNOHANG | WNOWAIT) != 0 ||
                state.si_pid == 0) {
                ++i;
                continue;
            }
            end_group(worker.process);
            int status = 0;
            (void)::waitpid(worker.process, &status, 0);
            read(worker);
            worker.end.seconds = passed.count();
            worker.end.status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
            worker.end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
            const Worker ended = std::move(worker);
            workers_.erase(workers_.begin() + static_cast<std::ptrdiff_t>(i));
            if (!order_.ended(ended.task, ended.end)) {
                return false;
            }
        }
        return true;
    }

    const CrewOrder& order_;
    std::size_t next_ = 0;
    std::vector<Worker> workers_;
};

}  // namespace

bool run_crew(const CrewOrder& order) {
    return Crew(order).run();
}

void end_with_parent(int parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    // The parent may have ended before.
    if (::getppid() != parent) {
        ::_exit(EXIT_FAILURE);
    }
}

void limit_memory(std::size_t bytes) {
    const rlimit none = {0, 0};
    ::setrlimit(RLIMIT_CORE, &none);
    rlimit limit = {};
    if (::getrlimit(RLIMIT_AS, &limit) == 0) {
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, bytes);
        ::setrlimit(RLIMIT_AS, &limit);
    }
}

}  // namespace arenascope
