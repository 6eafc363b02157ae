#include "core/format/recording/recording_tail.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <utility>

#include <sys/file.h>
#include <sys/stat.h>

#include "core/base/file/file_content.h"

namespace arenascope {
namespace {

constexpr std::size_t tail_piece = std::size_t{64} << 10U;

/// Reads from a place of a file; fewer bytes where it ends. Negative: errno says why not.
ssize_t read_place(const Descriptor& file, char* to, std::size_t size, std::uint64_t place) {
    ssize_t length = -1;
    do {
        length = ::pread(file.number(), to, size, static_cast<off_t>(place));
    } while (length < 0 && errno == EINTR);
    return length;
}

}  // namespace

RecordingTail::RecordingTail(std::string path, Descriptor file, bool is_stream)
    : path_(std::move(path)), source_(source_name(path_)), file_(std::move(file)), is_stream_(is_stream) {}

Expected<RecordingTail> RecordingTail::open(const std::string& path) {
    Descriptor file(path == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
                                : ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat status = {};
    if (!file.is_open() || ::fstat(file.number(), &status) != 0) {
        return failure(Error{source_name(path), 0, std::string("cannot be opened: ") + std::strerror(errno), {}});
    }
    if (S_ISDIR(status.st_mode)) {
        return failure(Error{source_name(path), 0, "it is a directory", "give a recording"});
    }
    return RecordingTail(path, std::move(file), !S_ISREG(status.st_mode));
}

Expected<TailState> RecordingTail::read(RecordingReader& reader) {
    return is_stream_ ? read_stream(reader) : read_file(reader);
}

Expected<TailState> RecordingTail::pass_on(RecordingReader& reader, std::string_view piece) {
    position_ += piece.size();
    last_news_ = std::chrono::steady_clock::now();
    return reader.read(piece).map([&] { return reader.run().has_ended() ? TailState::ended : TailState::more; });
}

Expected<TailState> RecordingTail::read_stream(RecordingReader& reader) {
    constexpr int milliseconds = 50;
    pollfd waited{file_.number(), POLLIN, 0};
    if (::poll(&waited, 1, milliseconds) <= 0) {
        return TailState::waiting;
    }
    std::array<char, tail_piece> piece = {};
    const ssize_t length = ::read(file_.number(), piece.data(), piece.size());
    if (length < 0) {
        return errno == EINTR || errno == EAGAIN ? Expected<TailState>(TailState::waiting)
                                                 : lost(std::string("cannot be read: ") + std::strerror(errno));
    }
    if (length == 0) {
        return position_ > 0 || head_bytes_.size() >= recording_head_bytes ? Expected<TailState>(TailState::abandoned)
                                                                           : lost("ends before its head is whole");
    }
    std::string_view bytes(piece.data(), static_cast<std::size_t>(length));
    if (head_bytes_.size() < recording_head_bytes) {
        const std::size_t missing = std::min(recording_head_bytes - head_bytes_.size(), bytes.size());
        head_bytes_ += bytes.substr(0, missing);
        bytes.remove_prefix(missing);
        if (!head_bytes_.starts_with(recording_mark.substr(0, head_bytes_.size()))) {
            return failure(Error{source_, 0, "it is no recording", "only what a recorder writes can be followed"});
        }
        if (head_bytes_.size() < recording_head_bytes) {
            return TailState::more;
        }
        const auto head = read_recording_head(head_bytes_, source_);
        if (!head) {
            return tl::unexpected(head.error());
        }
        if (head->window != 0) {
            return failure(Error{source_, 0, "a recording of a file cannot be followed through a pipe",
                                 "follow the file itself, or open it"});
        }
    }
    return pass_on(reader, bytes);
}

Expected<TailState> RecordingTail::read_file(RecordingReader& reader) {
    std::array<char, recording_head_bytes> head_bytes = {};
    std::array<char, tail_piece> piece = {};
    const ssize_t head_length = read_place(file_, head_bytes.data(), head_bytes.size(), 0);
    if (head_length < 0) {
        return lost(std::string("cannot be read: ") + std::strerror(errno));
    }
    const std::string_view begin(head_bytes.data(), static_cast<std::size_t>(head_length));
    const std::size_t marked = std::min(begin.size(), recording_mark.size());
    const bool is_blank = begin.find_first_not_of('\0') == std::string_view::npos;  // not written yet
    if (position_ > 0 && (begin.size() < recording_head_bytes || is_blank)) {
        return lost("was cut or overwritten");
    }
    if (is_blank) {
        return state_without_news();
    }
    if (begin.substr(0, marked) != recording_mark.substr(0, marked)) {
        return position_ > 0
                   ? Expected<TailState>(lost("was overwritten"))
                   : failure(Error{source_, 0, "it is no recording", "only what a recorder writes can be followed"});
    }
    if (begin.size() < recording_head_bytes) {
        return state_without_news();
    }
    const auto head = read_recording_head(begin, source_);
    if (!head) {
        return tl::unexpected(head.error());
    }
    std::uint64_t place = recording_head_bytes + position_;
    std::uint64_t size = piece.size();
    const bool is_in_window = head->window != 0 && position_ >= head->body;
    if (head->window != 0) {
        if (head->committed < position_) {
            return lost("was overwritten");
        }
        place = is_in_window ? recording_window_begin + (position_ - head->window_begin)
                             : recording_window_begin + head->window + position_;
        const std::uint64_t end = is_in_window ? head->committed : std::min(head->body, head->committed);
        size = std::min<std::uint64_t>(size, end - position_);
    }
    if (size == 0) {
        return state_without_news();
    }
    const ssize_t length = read_place(file_, piece.data(), size, place);
    struct stat status = {};
    if (length < 0 || ::fstat(file_.number(), &status) != 0) {
        return lost(std::string("cannot be read: ") + std::strerror(errno));
    }
    if (head->window != 0 ? length < static_cast<ssize_t>(size)
                          : static_cast<std::uint64_t>(status.st_size) < recording_head_bytes + position_) {
        return lost("was cut");
    }
    if (length == 0) {
        return state_without_news();
    }
    if (is_in_window) {
        // What was read may have been overwritten by what comes after it; then it is in the body by now.
        const bool is_there =
            read_place(file_, head_bytes.data(), head_bytes.size(), 0) == static_cast<ssize_t>(head_bytes.size());
        const auto now = is_there ? read_recording_head({head_bytes.data(), head_bytes.size()}, source_)
                                  : Expected<RecordingHead>(lost("was cut"));
        if (!now) {
            return tl::unexpected(now.error());
        }
        if (now->window_begin != head->window_begin) {
            return TailState::more;
        }
    }
    return pass_on(reader, {piece.data(), static_cast<std::size_t>(length)});
}

Expected<TailState> RecordingTail::state_without_news() {
    struct stat own = {};
    struct stat named = {};
    if (path_ != "-" && ::fstat(file_.number(), &own) == 0) {
        if (::stat(path_.c_str(), &named) != 0) {
            return lost("was removed");
        }
        if (own.st_ino != named.st_ino || own.st_dev != named.st_dev) {
            return lost("was replaced by another file");
        }
    }
    if (is_last_look_) {
        return TailState::abandoned;
    }
    const bool is_free = ::flock(file_.number(), LOCK_SH | LOCK_NB) == 0;
    if (is_free) {
        ::flock(file_.number(), LOCK_UN);
    }
    was_locked_ = was_locked_ || !is_free;
    constexpr std::chrono::seconds patience(5);
    if (is_free && (was_locked_ || std::chrono::steady_clock::now() - last_news_ > patience)) {
        is_last_look_ = true;  // it may have written something before it went
        return TailState::more;
    }
    return TailState::waiting;
}

bool is_still_recorded(const std::string& path) {
    struct stat status = {};
    if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return S_ISFIFO(status.st_mode);
    }
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    std::array<char, recording_mark.size()> mark = {};
    if (!file.is_open() || read_place(file, mark.data(), mark.size(), 0) != static_cast<ssize_t>(mark.size()) ||
        std::string_view(mark.data(), mark.size()) != recording_mark) {
        return false;
    }
    if (::flock(file.number(), LOCK_SH | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK;
    }
    ::flock(file.number(), LOCK_UN);
    return false;
}

tl::unexpected<Error> RecordingTail::lost(const std::string& what) const {
    return failure(Error{source_, 0, "the recording " + what + " while it was followed", "follow it again"});
}

}  // namespace arenascope
