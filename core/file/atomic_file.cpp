#include "core/file/atomic_file.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <functional>
#include <optional>
#include <system_error>
#include <unistd.h>

#include <sys/stat.h>

#include "core/file/descriptor.h"

namespace arenascope {
namespace {

namespace fs = std::filesystem;

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

/// Writes all parts. The errno of the first that cannot be written; 0: all were.
int write_parts(const TextSource& content, const std::function<bool(std::string_view)>& write) {
    int error = 0;
    content([&](std::string_view part) {
        if (error == 0 && !write(part)) {
            error = errno;  // of the thread that writes
        }
        return error == 0;
    });
    return error;
}

int write_parts(const TextSource& content, int descriptor) {
    return write_parts(content, [descriptor](std::string_view part) { return write_all(descriptor, part); });
}

Expected<void> write_straight(const std::string& path, const TextSource& content) {
    Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
    if (!file.is_open()) {
        return cannot(path, "open it for writing", errno);
    }
    if (const int error = write_parts(content, file.number())) {
        return cannot(path, "write it", error);
    }
    return file.close() ? Expected<void>() : cannot(path, "write it", errno);
}

Expected<void> write_to_standard_output(const TextSource& content) {
    const int error = write_parts(
        content, [](std::string_view part) { return std::fwrite(part.data(), 1, part.size(), stdout) == part.size(); });
    if (error != 0 || std::fflush(stdout) != 0) {
        return cannot("standard output", "write it", error != 0 ? error : errno);
    }
    return {};
}

/// Follows links one by one, because the last one may point to a file that does not exist yet.
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

/// Blocks the signals that end a program while this object lives. None of them can then come between creating a file
/// and removing it.
class SignalPause {
public:
    SignalPause() {
        sigset_t ending;
        ::sigemptyset(&ending);
        for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
            ::sigaddset(&ending, signal);
        }
        ::pthread_sigmask(SIG_BLOCK, &ending, &before_);
    }
    SignalPause(const SignalPause&) = delete;
    SignalPause& operator=(const SignalPause&) = delete;
    ~SignalPause() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
    sigset_t before_ = {};
};

fs::path folder_of(const fs::path& target) {
    return target.parent_path().empty() ? "." : target.parent_path();
}

/// Calls `make` with new names in the directory of the target until one succeeds; returns that name. On failure, errno
/// says why.
std::optional<std::string> make_part(const fs::path& target, const std::function<bool(const char*)>& make) {
    static std::atomic<unsigned> counter = 0;
    constexpr int most_tries = 100;
    constexpr std::size_t longest_stem = 200;  // keeps the name below the usual limit of 255 bytes
    const std::string stem =
        "." + target.filename().string().substr(0, longest_stem) + "." + std::to_string(::getpid()) + "-";
    for (int i = 0; i < most_tries; ++i) {
        std::string path = (target.parent_path() / (stem + std::to_string(counter++) + ".part")).string();
        if (make(path.c_str())) {
            return path;
        }
        if (errno != EEXIST) {
            break;
        }
    }
    return std::nullopt;
}

/// The step that failed and the errno; a null `step`: nothing failed.
struct Failure {
    const char* step = nullptr;
    int error = 0;
};

/// `old`: the file that is replaced, or null.
Failure fill(int descriptor, const TextSource& content, const struct stat* old) {
    if (old != nullptr && ::fchmod(descriptor, old->st_mode & 07777) != 0) {
        return {"keep its permissions", errno};
    }
    if (const int error = write_parts(content, descriptor)) {
        return {"write it", error};
    }
    return ::fsync(descriptor) == 0 ? Failure{} : Failure{"flush it to the disk", errno};
}

Failure put_in_place(const std::string& part, const fs::path& target) {
    if (::rename(part.c_str(), target.c_str()) == 0) {
        return {};
    }
    const Failure failure{"put the new file in its place", errno};
    ::unlink(part.c_str());
    return failure;
}

/// Writes a file that has no name until it is complete, so that nothing is left behind if the program ends early. Empty
/// if the file system does not support this.
std::optional<Failure> write_unnamed(const fs::path& target, const TextSource& content, const struct stat* old) {
#ifdef O_TMPFILE
    Descriptor file(::open(folder_of(target).c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, 0666));
    if (!file.is_open()) {
        return std::nullopt;
    }
    if (const Failure failure = fill(file.number(), content, old); failure.step != nullptr) {
        return failure;
    }
    const std::string unnamed = "/proc/self/fd/" + std::to_string(file.number());
    const SignalPause pause;
    const auto part = make_part(target, [&unnamed](const char* path) {
        return ::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0;
    });
    return part ? std::optional(put_in_place(*part, target)) : std::nullopt;
#else
    return std::nullopt;
#endif
}

/// The file is opened directly, not with mkstemp, so that the user's umask applies.
Failure write_named(const fs::path& target, const TextSource& content, const struct stat* old) {
    const SignalPause pause;
    int descriptor = -1;
    const auto part = make_part(target, [&descriptor](const char* path) {
        descriptor = ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        return descriptor >= 0;
    });
    if (!part) {
        return {"create a file next to it", errno};
    }
    Descriptor file(descriptor);
    Failure failure = fill(descriptor, content, old);
    if (failure.step == nullptr && !file.close()) {
        failure = {"close it", errno};
    }
    if (failure.step != nullptr) {
        ::unlink(part->c_str());
        return failure;
    }
    return put_in_place(*part, target);
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
    // A pipe or device is written directly. Any other file needs a new file in the same directory.
    const bool is_straight = exists && !S_ISREG(old.st_mode);
    const fs::path directory = folder_of(target);
    if (::access(is_straight ? target.c_str() : directory.c_str(), is_straight ? W_OK : W_OK | X_OK) != 0) {
        return cannot(path, is_straight ? "open it for writing" : "create a file next to it", errno);
    }
    return {};
}

Expected<void> write_atomically(const std::string& path, std::string_view content) {
    return write_atomically(path, [content](const TextSink& sink) { sink(content); });
}

Expected<void> write_atomically(const std::string& path, const TextSource& content) {
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
    const struct stat* replaced = exists ? &old : nullptr;
    const auto unnamed = write_unnamed(target, content, replaced);
    const Failure failure = unnamed ? *unnamed : write_named(target, content, replaced);
    if (failure.step != nullptr) {
        return cannot(path, failure.step, failure.error);
    }
    // The file itself is complete on the disk by now.
    flush_directory(folder_of(target).c_str());
    return {};
}

}  // namespace arenascope
