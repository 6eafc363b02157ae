#pragma once

#include <chrono>
#include <cstdint>
#include <string>

#include "core/base/error/error.h"
#include "core/base/file/descriptor.h"
#include "core/format/recording/recording_head.h"
#include "core/format/recording/recording_reader.h"

namespace arenascope {

/// Where a recording that is followed stands.
enum class TailState : std::uint8_t {
    more,       ///< there was something new; ask again at once
    waiting,    ///< nothing new yet
    ended,      ///< the planner has closed the recording, or the pipe
    abandoned,  ///< the planner is gone without closing it, or has written nothing for long
};

/// Follows a recording while a planner writes it: a file that grows, a pipe, or standard input. It is read, never
/// mapped, a piece of 64 KiB at a time.
///
/// A recorder holds a lock on its file (flock), so its end is noticed, however it comes. A file that nobody has locked,
/// such as one written through a descriptor, is abandoned after some seconds without anything new.
class RecordingTail {
public:
    /// Opens `path`; "-" is standard input. Does not wait for the writer of a named pipe; read() does.
    [[nodiscard]] static Expected<RecordingTail> open(const std::string& path);

    /// Reads what is new, at most a piece. Waits up to 50 ms in a pipe, and not at all in a file. Errors: those of the
    /// reader, no recording, a file that is cut, overwritten, replaced or removed meanwhile.
    [[nodiscard]] Expected<TailState> read(RecordingReader& reader);

private:
    RecordingTail(std::string path, Descriptor file, bool is_stream);

    [[nodiscard]] Expected<TailState> read_stream(RecordingReader& reader);
    [[nodiscard]] Expected<TailState> read_file(RecordingReader& reader);
    [[nodiscard]] Expected<TailState> state_without_news();
    [[nodiscard]] Expected<TailState> pass_on(RecordingReader& reader, std::string_view piece);
    [[nodiscard]] tl::unexpected<Error> lost(const std::string& what) const;

    std::string path_;
    std::string source_;
    Descriptor file_;
    bool is_stream_;
    std::string head_bytes_;      ///< of a stream, until all are there
    std::uint64_t position_ = 0;  ///< bytes of records so far
    std::chrono::steady_clock::time_point last_news_ = std::chrono::steady_clock::now();
    bool was_locked_ = false;
    bool is_last_look_ = false;  ///< the planner has gone: what is there now is all
};

/// Whether a file is best followed: a named pipe, or a recording whose recorder has not ended (it holds its lock).
/// False if it cannot be opened. Waits for nothing.
[[nodiscard]] bool is_still_recorded(const std::string& path);

}  // namespace arenascope
