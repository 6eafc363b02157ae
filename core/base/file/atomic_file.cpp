#include "core/base/file/atomic_file.h"

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
#ifdef __linux__
#include <sys/xattr.h>
#endif

#include "core/base/file/descriptor.h"

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

/// Follows links one by one, because the last one may point to a file that does not exist yet. Still a link: they go in
/// a circle.
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
    std::string left = {};  ///< a part file with the whole content; empty: none
};

constexpr const char* keep_owner = "keep its owner";

/// Whether the file has what a new one in its place could not have.
bool is_more_than_its_content(const fs::path& target, const struct stat& old) {
    if (old.st_nlink > 1) {
        return true;
    }
#ifdef __linux__
    return ::getxattr(target.c_str(), "system.posix_acl_access", nullptr, 0) > 0;
#else
    return false;
#endif
}

/// The owner first, because a new owner takes some permissions away.
Failure keep_identity(int descriptor, const struct stat& old) {
    struct stat made = {};
    if (::fstat(descriptor, &made) != 0) {
        return {keep_owner, errno};
    }
    const bool has_other_owner = made.st_uid != old.st_uid || made.st_gid != old.st_gid;
    if (has_other_owner && ::fchown(descriptor, old.st_uid, old.st_gid) != 0) {
        return {keep_owner, errno};
    }
    return ::fchmod(descriptor, old.st_mode & 07777) == 0 ? Failure{} : Failure{"keep its permissions", errno};
}

/// `old`: the file that is replaced, or null.
Failure fill(int descriptor, const TextSource& content, const struct stat* old) {
    if (old != nullptr) {
        if (Failure failure = keep_identity(descriptor, *old); failure.step != nullptr) {
            return failure;
        }
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

/// Copies a whole file into another one, and cuts off what that had more.
Failure copy_into(int target, int from) {
    constexpr std::size_t piece = std::size_t{1} << 20U;
    std::string bytes(piece, '\0');
    off_t size = 0;
    while (true) {
        const ssize_t count = ::pread(from, bytes.data(), bytes.size(), size);
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0 || (count > 0 && !write_all(target, {bytes.data(), static_cast<std::size_t>(count)}))) {
            return {"write it", errno};
        }
        if (count == 0) {
            break;
        }
        size += count;
    }
    return ::ftruncate(target, size) == 0 && ::fsync(target) == 0 ? Failure{} : Failure{"write it", errno};
}

/// Writes into the file itself, which keeps everything that is no content. The content is first written beside it, so
/// that it is whole on the disk whatever happens.
Failure write_into(const fs::path& target, const TextSource& content, const struct stat& old) {
    const bool is_locked = is_read_only(target.string());  // somebody has agreed to replace it
    if (is_locked && ::chmod(target.c_str(), (old.st_mode & 07777) | S_IWUSR) != 0) {
        return {"open it for writing", errno};
    }
    Descriptor file(::open(target.c_str(), O_WRONLY | O_CLOEXEC));
    const int error = errno;
    if (is_locked) {
        static_cast<void>(::chmod(target.c_str(), old.st_mode & 07777));
    }
    if (!file.is_open()) {
        return {"open it for writing", error};
    }
    const SignalPause pause;
    int descriptor = -1;
    const auto part = make_part(target, [&descriptor](const char* path) {
        descriptor = ::open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        return descriptor >= 0;
    });
    if (!part) {
        return {"create a file next to it", errno};
    }
    const Descriptor whole(descriptor);
    Failure failure = fill(descriptor, content, nullptr);
    if (failure.step == nullptr) {
        failure = copy_into(file.number(), descriptor);
        if (failure.step != nullptr) {
            failure.left = *part;
            return failure;
        }
    }
    ::unlink(part->c_str());
    return failure;
}

tl::unexpected<Error> is_directory(const std::string& path) {
    return failure(Error{path, 0, "it is a directory", "name a file in it"});
}

/// What stands in the way at a path, beside a missing directory. `old`: the file there; null: there is none.
Expected<void> check_old(const std::string& path, const fs::path& target, const struct stat* old,
                         ReadOnlyFile read_only) {
    if (std::error_code error; fs::is_symlink(target, error)) {
        return failure(Error{path, 0, "its symbolic links lead in a circle", "name the file itself"});
    }
    if (old != nullptr && S_ISDIR(old->st_mode)) {
        return is_directory(path);
    }
    if (old != nullptr && S_ISREG(old->st_mode) && read_only == ReadOnlyFile::refused &&
        is_read_only(target.string())) {
        return failure(Error{path, 0, "it is read-only", "choose another file, or make it writable"});
    }
    return {};
}

}  // namespace

bool is_read_only(const std::string& path) {
    struct stat file = {};
    constexpr mode_t writable = S_IWUSR | S_IWGRP | S_IWOTH;
    return ::stat(path.c_str(), &file) == 0 && S_ISREG(file.st_mode) &&
           ((file.st_mode & writable) == 0 || ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) != 0);
}

Expected<void> check_target(const std::string& path) {
    if (path == "-") {
        return {};
    }
    const fs::path target = target_of(path);
    struct stat old = {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (auto checked = check_old(path, target, exists ? &old : nullptr, ReadOnlyFile::refused); !checked) {
        return checked;
    }
    // A pipe or device is written directly. Any other file needs a new file in the same directory.
    const bool is_straight = exists && !S_ISREG(old.st_mode);
    const fs::path directory = folder_of(target);
    if (::access(is_straight ? target.c_str() : directory.c_str(), is_straight ? W_OK : W_OK | X_OK) != 0) {
        return cannot(path, is_straight ? "open it for writing" : "create a file next to it", errno);
    }
    return {};
}

Expected<void> write_atomically(const std::string& path, std::string_view content, ReadOnlyFile read_only) {
    return write_atomically(
        path, [content](const TextSink& sink) { sink(content); }, read_only);
}

Expected<void> write_atomically(const std::string& path, const TextSource& content, ReadOnlyFile read_only) {
    if (path == "-") {
        return write_to_standard_output(content);
    }
    const fs::path target = target_of(path);
    struct stat old = {};
    const bool exists = ::stat(target.c_str(), &old) == 0;
    if (auto checked = check_old(path, target, exists ? &old : nullptr, read_only); !checked) {
        return checked;
    }
    if (exists && !S_ISREG(old.st_mode)) {
        return write_straight(path, content);
    }
    const struct stat* replaced = exists ? &old : nullptr;
    Failure failure{keep_owner};
    if (!exists || !is_more_than_its_content(target, old)) {
        const auto unnamed = write_unnamed(target, content, replaced);
        failure = unnamed ? *unnamed : write_named(target, content, replaced);
    }
    if (failure.step == keep_owner) {  // nothing of the content was written
        failure = write_into(target, content, old);
    }
    if (failure.step != nullptr) {
        auto error = cannot(path, failure.step, failure.error);
        if (!failure.left.empty()) {
            error.value().cure = "the new content is in '" + failure.left + "'";
        }
        return error;
    }
    // The file itself is complete on the disk by now.
    flush_directory(folder_of(target).c_str());
    return {};
}

}  // namespace arenascope
