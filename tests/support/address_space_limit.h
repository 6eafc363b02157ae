#pragma once

#include <QFile>

#include <sys/resource.h>

namespace arenascope::test {

/// As long as it lives, this process gets no more memory than it has and `more` bytes.
class AddressSpaceLimit {
public:
    explicit AddressSpaceLimit(rlim_t more) {
        getrlimit(RLIMIT_AS, &before_);
        QFile pages(QStringLiteral("/proc/self/statm"));
        const rlim_t used = pages.open(QIODevice::ReadOnly) ? pages.readLine().split(' ').first().toULongLong() : 0;
        constexpr rlim_t page = 4096;
        const rlimit limit{used * page + more, before_.rlim_max};
        setrlimit(RLIMIT_AS, &limit);
    }
    AddressSpaceLimit(const AddressSpaceLimit&) = delete;
    AddressSpaceLimit& operator=(const AddressSpaceLimit&) = delete;
    ~AddressSpaceLimit() { setrlimit(RLIMIT_AS, &before_); }

private:
    rlimit before_{};
};

}  // namespace arenascope::test
