#pragma once

#include <csignal>

#include <sys/resource.h>

namespace arenascope::test {

/// Limits the size of files while this object lives. To a program this looks like a full disk.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &old_limit_);
        const rlimit limit{bytes, old_limit_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    FullDisk(const FullDisk&) = delete;
    FullDisk& operator=(const FullDisk&) = delete;
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &old_limit_);
        std::signal(SIGXFSZ, old_handler_);
    }

private:
    rlimit old_limit_ = {};
    void (*old_handler_)(int);
};

}  // namespace arenascope::test
