#include "core/base/file/descriptor.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace arenascope {

Descriptor::~Descriptor() {
    if (number_ >= 0) {
        ::close(number_);
    }
}

bool Descriptor::close() {
    return ::close(std::exchange(number_, -1)) == 0;
}

bool write_all(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return false;
        }
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

void flush_directory(const char* directory) {
    const Descriptor opened(::open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.is_open()) {
        static_cast<void>(::fsync(opened.number()));
    }
}

}  // namespace arenascope
