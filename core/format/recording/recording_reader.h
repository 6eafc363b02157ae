#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/format/format.h"
#include "core/format/recording/recorded_steps.h"
#include "core/format/recording/recording_decoder.h"

namespace arenascope {

/// Reads the records of a recording as they come, in pieces of any length.
class RecordingReader {
public:
    /// `source` names the recording in errors.
    RecordingReader(std::string source, RunBegin begin);

    /// Reads more bytes. A record that they end within waits for the next ones; it takes at most 50 KB. Errors: see
    /// RecordingDecoder::next() and RecordedSteps::take().
    [[nodiscard]] Expected<void> read(std::string_view bytes);
    /// There are no more bytes.
    void finish() { run_.finish(); }

    [[nodiscard]] const RecordedSteps& run() const { return run_; }

private:
    [[nodiscard]] Expected<void> read_records(std::string_view& rest);

    RecordingDecoder decoder_;
    RecordedSteps run_;
    std::string waiting_;  ///< the begin of a record
};

/// Who made the trace of a recording: a name of no planner, so that nothing offers to run it again.
[[nodiscard]] Provenance recording_provenance();

/// The document of a run with its notes and its trace; empty: it has no steps. Errors: it has no buffers, or an invalid
/// problem. `source` names the recording in them.
[[nodiscard]] Expected<Document> recorded_document(const Problem& problem, std::vector<std::string> notes,
                                                   std::optional<Trace> trace, const std::string& source);

/// Reads what a planner wrote with recorder/arenascope/recorder.h or recorder/arenascope_recorder.py:
///
///   head: 64 bytes, see RecordingHead
///   records: a byte for the kind, then its fields
///     1 buffer      name, begin, end, size, alignment       5 candidates  buffer, count, offsets
///     2 enter       kind, reason                            6 bound       bytes
///     3 place       buffer, offset                          7 leave       reason
///     4 remove      buffer                                  8 result   9 move   10 capacity   11 end
///
/// Numbers have seven bits a byte, the lowest first; docs/formats.md has the whole grammar. A file that is cut anywhere
/// is read to its last whole step. Errors name the byte among the records. Linear in the file, and in buffers times
/// steps, up to some billions (see RecordedSteps).
[[nodiscard]] Expected<Document> parse_recording(std::string_view content, const std::string& source);

/// The format of such files.
[[nodiscard]] Format recording_format();

}  // namespace arenascope
