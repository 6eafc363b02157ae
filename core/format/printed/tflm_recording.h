#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/base/text/log_lines.h"
#include "core/format/document.h"
#include "core/model/memory/arena_recording.h"

namespace arenascope {

/// A recording, and what was left out when it was read, for people.
struct TflmRecording {
    ArenaRecording arena;
    std::vector<std::string> notes = {};
};

/// Whether a line is of TFLite Micro's recording allocator, after any other output.
[[nodiscard]] bool is_tflm_recording_line(std::string_view line);

/// Reads what TFLite Micro's `RecordingMicroAllocator::PrintAllocations()` prints, line by line:
///
///   [RecordingMicroAllocator] Arena allocation total 9568 bytes
///   [RecordingMicroAllocator] Arena allocation head 7744 bytes
///   [RecordingMicroAllocator] Arena allocation tail 1824 bytes
///   [RecordingMicroAllocator] 'TfLiteEvalTensor data' used 120 bytes with alignment overhead (requested 120 bytes …
///
/// If a log holds several, the last complete one counts. Linear.
class TflmRecordingReader {
public:
    explicit TflmRecordingReader(const std::string& source) : source_(source) {}

    /// Lines of anything else are ignored.
    void read_line(const LogLines& lines);

    /// Whether any line was of a recording.
    [[nodiscard]] bool has_lines() const { return !runs_.empty(); }

    /// The recording. Errors name the line: it is incomplete, or the recording lacks its head or tail.
    [[nodiscard]] Expected<TflmRecording> recording() const;

private:
    struct Run {
        std::int64_t first_line = 0;
        std::optional<std::int64_t> total = {};
        std::optional<std::int64_t> head = {};
        std::optional<std::int64_t> tail = {};
        std::vector<PersistentData> kinds = {};
        Error wrong = {};  ///< empty cause: nothing is
    };

    Run& run_at(std::int64_t line, bool begins);
    void blame(Run& run, std::int64_t line, std::string cause) const;
    [[nodiscard]] Expected<TflmRecording> recording_of(const Run& run) const;

    const std::string& source_;
    std::vector<Run> runs_;
};

/// The recording in a log that may hold anything else, and may have a prefix before each line. Errors: as
/// TflmRecordingReader, or there is none.
[[nodiscard]] Expected<TflmRecording> parse_tflm_recording(std::string_view log, const std::string& source);

/// A recording as a plan of one step, because it holds sums and no lifetimes: a buffer for the head, one for each kind
/// of persistent data, and one for the rest of the tail. Nothing is placed. Error: the arena is empty.
[[nodiscard]] Expected<Document> document_of(const TflmRecording& recording, const std::string& source);

/// What of an arena a planner can change, in a sentence.
[[nodiscard]] std::string planned_share_text(const ArenaRecording& arena);

}  // namespace arenascope
