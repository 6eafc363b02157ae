#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/error/error.h"
#include "core/format/document.h"
#include "core/format/recording/recording_tail.h"

namespace arenascope {

/// A recording that is followed while a planner writes it, and what was read of it so far as a document.
///
///   RecordingTail ─▶ RecordingReader ─▶ TraceRecorder ─ copy ─▶ Document
///
/// Its trace takes at most a quarter of the bytes of other traces, because those who show it keep two copies for a
/// while. Not for several threads at once.
class FollowedRecording {
public:
    /// Opens it, see RecordingTail::open().
    [[nodiscard]] static Expected<FollowedRecording> open(const std::string& path);
    FollowedRecording(FollowedRecording&& other) noexcept;
    FollowedRecording& operator=(FollowedRecording&& other) noexcept;
    FollowedRecording(const FollowedRecording&) = delete;
    FollowedRecording& operator=(const FollowedRecording&) = delete;
    ~FollowedRecording();

    /// Reads what is new, at most a piece; see RecordingTail::read(). After an error, all whole steps before it remain.
    [[nodiscard]] Expected<TailState> read();

    /// The main steps (see is_chief()) that have begun so far.
    [[nodiscard]] std::uint64_t main_steps() const;
    /// Changes with each step that is read.
    [[nodiscard]] std::uint64_t steps() const;
    /// The run so far, up to its last whole step. Linear in the trace. Errors: there are no steps yet.
    [[nodiscard]] Expected<Document> document() const;

private:
    class Recorder;

    FollowedRecording(std::string source, RecordingTail tail);

    std::string source_;
    RecordingTail tail_;
    std::unique_ptr<std::unique_ptr<Recorder>> recorder_;  ///< null inside: the steps have not begun
    std::unique_ptr<RecordingReader> reader_;
};

}  // namespace arenascope
