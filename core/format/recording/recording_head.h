#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/error/error.h"

namespace arenascope {

inline constexpr std::string_view recording_mark = "ARENAREC";
inline constexpr std::uint32_t recording_version = 1;
inline constexpr std::size_t recording_head_bytes = 64;

/// The head of a recording: eight numbers of eight bytes, little-endian. See recorder/arenascope/recorder.h.
///
///   plain        head │ records                              `window` is 0
///   with window  head │ … │ window, from byte 4,096 │ body   the records are those of the body, then those in the
///   window
struct RecordingHead {
    std::uint64_t window = 0;        ///< size of the window; 0: a plain recording
    std::uint64_t committed = 0;     ///< bytes of all records up to the last whole step
    std::uint64_t body = 0;          ///< bytes of records that are in the body
    std::uint64_t window_begin = 0;  ///< how many bytes of records come before the window
};

inline constexpr std::size_t recording_window_begin = 4096;
inline constexpr std::uint64_t largest_recording_window = std::uint64_t{1} << 24U;

/// Reads the head. `source` names the file in errors: it is cut, has a newer version or another byte order, or its
/// numbers contradict each other.
[[nodiscard]] Expected<RecordingHead> read_recording_head(std::string_view content, const std::string& source);

/// The records of a whole file, which may be cut anywhere.
struct RecordingParts {
    std::string_view first;   ///< the body, or all records of a plain recording
    std::string_view second;  ///< those that the window has beyond the body
};

[[nodiscard]] RecordingParts parts_of_recording(std::string_view content, const RecordingHead& head);

}  // namespace arenascope
