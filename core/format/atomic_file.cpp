#include "core/format/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>

#include <sys/stat.h>

namespace arenascope {
namespace {

namespace fs = std::filesystem;

/// An open file descriptor that is closed when it goes.
class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) {
            ::close(number_);
        }
    }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }
    [[nodiscard]] int number() const { return number_; }
    /// Closing can be the moment at which a network file system tells that the disk is full.
    [[nodiscard]] bool close() {
        const int number = number_;
        number_ = -1;
        return ::close(number) == 0;
    }

private:
    int number_;
};

tl::unexpected<Error> cannot(const std::string& path, const std::string& step, int error) {
    std::string cure = "the old content is untouched";
    if (error == EACCES || error == EPERM || error == EROFS) {
        cure = "choose a directory that you may write to";
    } else if (error == ENOENT || error == ENOTDIR) {
        cure = "create the directory first";
    } else if (error == ENOSPC || error == EDQUOT) {
        cure = "make room on the disk; the old content is untouched";
    }
    return failure(Error{path, 0, "cannot " + step + ": " + std::strerror(error), cure});
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

Expected<void> write_straight(const std::string& path, std::string_view content) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) {
        return cannot(path, "open it for writing", errno);
    }
    if (!write_all(file.number(), content) || !file.close()) {
        return cannot(path, "write it", errno);
    }
    return {};
}

Expected<void> write_to_standard_output(std::string_view content) {
    if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size() || std::fflush(stdout) != 0) {
        return cannot("standard output", "write it", errno);
    }
    return {};
}

/// Follows links by hand, because the last of them may point to a file that is not there yet.
fs::path target_of(fs::path path) {
    constexpr int most_links = 40;
    std::error_code error;
    for (int i = 0; i < most_links && fs::is_symlink(path, error); ++i) {
        const fs::path next = fs::read_symlink(path, error);
        if (error) {
            break;
        }
        path = next.is_absolute() ? next : path.parent_path() / next;
    }
    return path;
}

/// A new file beside the target. Opened by hand instead of mkstemp so that the user's umask holds.
struct PartFile {
    std::string path;
    int descriptor = -1;
    int error = 0;
};

PartFile create_part(const fs::path& target) {
    static std::atomic<unsigned> counter = 0;
    constexpr int most_tries = 100;
    constexpr std::size_t longest_stem = 200;  // leaves room for the rest below the usual limit of 255
    const std::string stem =
        "." + target.filename().string().substr(0, longest_stem) + "." + std::to_string(::getpid()) + "-";
    PartFile part;
    for (int i = 0; i < most_tries; ++i) {
        part.path = (target.parent_path() / (stem + std::to_string(counter++) + ".part")).string();
        part.descriptor = ::open(part.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (part.descriptor >= 0 || errno != EEXIST) {
            break;
        }
    }
    part.error = part.descriptor >= 0 ? 0 : errno;
    return part;
}

void flush_directory(const fs::path& directory) {
    const Descriptor opened(::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.is_open()) {
        // Some file systems cannot flush a directory; the file itself is whole on the disk by now.
        static_cast<void>(::fsync(opened.number()));
    }
}

tl::unexpected<Error> is_directory(const std::string& path) {
    return failure(Error{path, 0, "it is a directory", "name a file in it"});
}

}  // namespace

Expected<void> check_target(const std::string& path) {
    if (path == "-") {
        return {};
    }
    const fs::path target = target_of(path);
    struct stat old = {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) {
        return is_directory(path);
    }
    // What is no regular file is written straight; for the others it takes a new file beside the old one.
    const bool is_straight = exists && !S_ISREG(old.st_mode);
    const fs::path directory = target.parent_path().empty() ? "." : target.parent_path();
    if (::access(is_straight ? target.c_str() : directory.c_str(), is_straight ? W_OK : W_OK | X_OK) != 0) {
        return cannot(path, is_straight ? "open it for writing" : "create a file beside it", errno);
    }
    return {};
}

Expected<void> write_atomically(const std::string& path, std::string_view content) {
    if (path == "-") {
        return write_to_standard_output(content);
    }
    const fs::path target = target_of(path);
    struct stat old = {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) {
        return is_directory(path);
    }
    if (exists && !S_ISREG(old.st_mode)) {
        return write_straight(path, content);
    }
    const PartFile part = create_part(target);
    if (part.descriptor < 0) {
        return cannot(path, "create a file beside it", part.error);
    }
    Descriptor file(part.descriptor);
    const char* step = nullptr;
    if (exists && ::fchmod(file.number(), old.st_mode & 07777) != 0) {
        step = "keep its permissions";
    } else if (!write_all(file.number(), content)) {
        step = "write it";
    } else if (::fsync(file.number()) != 0) {
        step = "flush it to the disk";
    } else if (!file.close()) {
        step = "close it";
    } else if (::rename(part.path.c_str(), target.c_str()) != 0) {
        step = "put the new file in its place";
    }
    if (step != nullptr) {
        const int error = errno;
        ::unlink(part.path.c_str());
        return cannot(path, step, error);
    }
    flush_directory(target.parent_path());
    return {};
}

}  // namespace arenascope
