#include "core/file/mapped_file.h"

#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <sys/mman.h>
#include <sys/stat.h>

namespace arenascope {

SharedBytes shared_bytes(std::string content) {
    auto kept = std::make_shared<const std::string>(std::move(content));
    const std::string_view bytes = *kept;
    return {bytes, std::move(kept)};
}

std::optional<SharedBytes> map_file(const std::string& path, std::string_view beginning, std::size_t least) {
    // A pipe would be opened for good here, and its first bytes lost. Only what is a file now is opened.
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return std::nullopt;
    }
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        return std::nullopt;
    }
    const bool is_known = ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    const std::size_t size = is_known ? static_cast<std::size_t>(status.st_size) : 0;
    void* const begin = size >= least && size >= beginning.size() && size > 0
                            ? ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, descriptor, 0)
                            : MAP_FAILED;
    ::close(descriptor);
    if (begin == MAP_FAILED) {
        return std::nullopt;
    }
    std::shared_ptr<const void> owner(begin, [size](void* mapped) { ::munmap(mapped, size); });
    const std::string_view bytes(static_cast<const char*>(begin), size);
    return bytes.starts_with(beginning) ? std::optional(SharedBytes{bytes, std::move(owner)}) : std::nullopt;
}

}  // namespace arenascope
