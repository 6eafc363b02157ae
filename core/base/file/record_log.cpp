#include "core/base/file/record_log.h"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <thread>
#include <unistd.h>

#include <sys/file.h>
#include <sys/stat.h>

#include "core/base/file/compression.h"

namespace arenascope {
namespace {

/// As in PNG, the first byte is no text, and a transfer as text changes one of the others.
constexpr std::string_view log_mark =
    "\x89"
    "ARJ\r\n\x1A\n";
constexpr std::size_t length_bytes = 4;
constexpr std::size_t most_content = std::size_t{1} << 31U;  ///< of one record
constexpr mode_t only_owner = 0600;

tl::unexpected<Error> cannot_log(const std::string& path, const std::string& step, int error) {
    std::string cure;
    if (error == ENOSPC || error == EDQUOT || error == EFBIG) {
        cure = "make room on the disk";
    } else if (error == EACCES || error == EPERM || error == EROFS) {
        cure = "allow writing to its directory";
    }
    return failure(Error{path, 0, "cannot " + step + ": " + std::strerror(error), cure});
}

std::string framed(std::string_view record) {
    const std::string frame = compressed(record, Compression::fast);
    std::string bytes;
    bytes.reserve(length_bytes + frame.size());
    for (std::size_t i = 0; i < length_bytes; ++i) {
        bytes += static_cast<char>(frame.size() >> (8 * i) & 0xFFU);
    }
    return bytes + frame;
}

std::size_t length_at(std::string_view bytes) {
    std::size_t length = 0;
    for (std::size_t i = 0; i < length_bytes; ++i) {
        length |= static_cast<std::size_t>(static_cast<unsigned char>(bytes[i])) << (8 * i);
    }
    return length;
}

bool is_same_file(int descriptor, const std::string& path) {
    struct stat opened = {};
    struct stat named = {};
    return ::fstat(descriptor, &opened) == 0 && ::stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
           opened.st_dev == named.st_dev;
}

/// Locks the log. Another program may hold the lock for a moment, while it tests whether anybody writes this log.
bool lock_soon(int descriptor) {
    constexpr int most_tries = 10;
    constexpr auto pause = std::chrono::milliseconds(20);
    for (int i = 1; ::flock(descriptor, LOCK_EX | LOCK_NB) != 0; ++i) {
        if (errno != EWOULDBLOCK || i == most_tries) {
            return false;
        }
        std::this_thread::sleep_for(pause);
    }
    return true;
}

Expected<std::string> content_of(int descriptor, const std::string& path) {
    struct stat opened = {};
    if (::fstat(descriptor, &opened) != 0) {
        return cannot_log(path, "read it", errno);
    }
    std::string content(static_cast<std::size_t>(opened.st_size), '\0');
    std::size_t at = 0;
    while (at < content.size()) {
        const ssize_t got = ::pread(descriptor, content.data() + at, content.size() - at, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return cannot_log(path, "read it", errno);
        }
        if (got == 0) {
            break;  // it has become shorter
        }
        at += static_cast<std::size_t>(got);
    }
    content.resize(at);
    return content;
}

struct OwnedFile {
    Descriptor file;
    std::uint64_t size;
};

/// Makes the file under another name, locks it, and puts it in place. So nobody sees it without its lock.
Expected<OwnedFile> written_anew(const std::string& path, std::string_view record, RecordLog::Flush flush) {
    const std::string part = path + ".part";
    ::unlink(part.c_str());
    Descriptor file(::open(part.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, only_owner));
    if (!file.is_open()) {
        return cannot_log(path, "create it", errno);
    }
    const auto fail = [&](const std::string& step) {
        const int error = errno;
        ::unlink(part.c_str());
        return cannot_log(path, step, error);
    };
    if (!lock_soon(file.number())) {
        return fail("lock it");
    }
    const std::string bytes = std::string(log_mark) + framed(record);
    if (!write_all(file.number(), bytes)) {
        return fail("write it");
    }
    if (flush == RecordLog::Flush::always && ::fsync(file.number()) != 0) {
        return fail("flush it to the disk");
    }
    if (::rename(part.c_str(), path.c_str()) != 0) {
        return fail("put it in its place");
    }
    if (flush == RecordLog::Flush::always) {
        flush_directory(std::filesystem::path(path).parent_path().c_str());
    }
    return OwnedFile{std::move(file), bytes.size()};
}

}  // namespace

RecordReading records_in(std::string_view content) {
    RecordReading reading;
    if (!content.starts_with(log_mark)) {
        reading.is_damaged = true;
        return reading;
    }
    std::size_t at = log_mark.size();
    reading.whole_bytes = at;
    while (content.size() - at >= length_bytes) {
        const std::size_t length = length_at(content.substr(at));
        at += length_bytes;
        if (length > content.size() - at) {
            break;
        }
        auto record = decompressed(content.substr(at, length), most_content);
        if (!record) {
            break;
        }
        reading.records.push_back(std::move(*record));
        at += length;
        reading.whole_bytes = at;
    }
    reading.is_damaged = reading.whole_bytes != content.size();
    return reading;
}

Expected<RecordReading> read_records(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.is_open()) {
        return cannot_log(path, "open it", errno);
    }
    const auto content = content_of(file.number(), path);
    return content ? Expected<RecordReading>(records_in(*content)) : failure(content.error());
}

Expected<RecordLog> RecordLog::create(const std::string& path, std::string_view record, Flush flush) {
    auto owned = written_anew(path, record, flush);
    if (!owned) {
        return failure(std::move(owned.error()));
    }
    return RecordLog(path, std::move(owned->file), owned->size, flush);
}

Expected<RecordLog> RecordLog::take_over(const std::string& path) {
    Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
    if (!file.is_open()) {
        return cannot_log(path, "open it", errno);
    }
    if (!lock_soon(file.number())) {
        return errno == EWOULDBLOCK ? failure(Error{path, 0, "another window uses it", "go on in that window"})
                                    : cannot_log(path, "lock it", errno);
    }
    // Its last owner may have replaced or removed it before the lock was free.
    struct stat opened = {};
    if (!is_same_file(file.number(), path) || ::fstat(file.number(), &opened) != 0) {
        return cannot_log(path, "open it", ENOENT);
    }
    return RecordLog(path, std::move(file), static_cast<std::uint64_t>(opened.st_size));
}

bool RecordLog::is_left(const std::string& path) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    return file.is_open() && ::flock(file.number(), LOCK_SH | LOCK_NB) == 0 && is_same_file(file.number(), path);
}

Expected<RecordReading> RecordLog::read() {
    const auto content = content_of(file_.number(), path_);
    if (!content) {
        return failure(content.error());
    }
    RecordReading reading = records_in(*content);
    size_ = reading.whole_bytes;
    is_torn_ = reading.is_damaged;
    return reading;
}

Expected<void> RecordLog::append(std::string_view record) {
    const auto end = static_cast<off_t>(size_);
    if (is_torn_ && ::ftruncate(file_.number(), end) != 0) {
        return cannot_log(path_, "cut off its damaged end", errno);
    }
    is_torn_ = false;
    const std::string bytes = framed(record);
    if (::lseek(file_.number(), end, SEEK_SET) != end || !write_all(file_.number(), bytes) ||
        (flush_ == Flush::always && ::fdatasync(file_.number()) != 0)) {
        const int error = errno;
        is_torn_ = ::ftruncate(file_.number(), end) != 0;
        return cannot_log(path_, "write it", error);
    }
    size_ += bytes.size();
    return {};
}

Expected<void> RecordLog::replace(std::string_view record) {
    auto owned = written_anew(path_, record, flush_);
    if (!owned) {
        return failure(std::move(owned.error()));
    }
    file_ = std::move(owned->file);
    size_ = owned->size;
    is_torn_ = false;
    return {};
}

Expected<void> RecordLog::remove() {
    if (::unlink(path_.c_str()) != 0 && errno != ENOENT) {
        return cannot_log(path_, "remove it", errno);
    }
    if (flush_ == Flush::always) {
        flush_directory(std::filesystem::path(path_).parent_path().c_str());
    }
    return {};
}

}  // namespace arenascope
