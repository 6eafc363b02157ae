#include "core/format/recording/recording_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/format/plan/trace_head.h"
#include "core/format/recording/recording_head.h"
#include "core/model/memory/live_profile.h"
#include "core/trace/trace_recorder.h"

namespace arenascope {

RecordingReader::RecordingReader(std::string source, RunBegin begin)
    : decoder_(source), run_(std::move(source), std::move(begin)) {}

Expected<void> RecordingReader::read(std::string_view bytes) {
    if (!waiting_.empty()) {
        // No record is so long, so the rest of it is in this part.
        constexpr std::size_t longest_record = std::size_t{1} << 16U;
        const std::string_view added = bytes.substr(0, longest_record);
        waiting_ += added;
        std::string_view rest = waiting_;
        if (auto read = read_records(rest); !read) {
            return read;
        }
        if (added.size() == bytes.size()) {
            waiting_ = std::string(rest);
            return {};
        }
        bytes.remove_prefix(added.size() - std::min(rest.size(), added.size()));
        waiting_.clear();
    }
    auto read = read_records(bytes);
    waiting_ = std::string(bytes);
    return read;
}

Expected<void> RecordingReader::read_records(std::string_view& rest) {
    for (;;) {
        auto record = decoder_.next(rest);
        if (!record) {
            return tl::unexpected(record.error());
        }
        if (!*record) {
            return {};
        }
        if (auto taken = run_.take(std::move(**record), decoder_); !taken) {
            return taken;
        }
    }
}

Provenance recording_provenance() {
    return {.planner = "recording", .options = {}, .reproducible = false};
}

Expected<Document> recorded_document(const Problem& problem, std::vector<std::string> notes, std::optional<Trace> trace,
                                     const std::string& source) {
    Document document;
    document.format = FileFormat::recording;
    document.problem = problem;
    document.layout = empty_layout(document.problem);
    document.notes = std::move(notes);
    if (document.problem.buffers.empty()) {
        return failure(Error{source, 0, "the recording has no buffers", "record the run again"});
    }
    if (!trace) {
        return validate(document.problem, source).map([&] { return std::move(document); });
    }
    document.trace = std::move(trace);
    document.trace->fingerprint = fingerprint(document.problem);
    document.trace->threshold = threshold(document.problem);
    document.trace->provenance = recording_provenance();
    set_result(document);
    return document;
}

Expected<Document> parse_recording(std::string_view content, const std::string& source) {
    const auto head = read_recording_head(content, source);
    if (!head) {
        return tl::unexpected(head.error());
    }
    const RecordingParts parts = parts_of_recording(content, *head);
    std::optional<TraceRecorder> recorder;
    RecordingReader reader(source, [&](const Problem& problem) -> Expected<TraceSink*> {
        recorder.emplace(problem, recording_provenance());
        return &*recorder;
    });
    auto read = reader.read(parts.first).and_then([&] { return reader.read(parts.second); });
    if (!read) {
        return tl::unexpected(read.error());
    }
    reader.finish();
    const RecordedSteps& run = reader.run();
    return recorded_document(run.problem(), run.notes(),
                             run.has_steps() ? std::optional(recorder->take()) : std::nullopt, source);
}

Format recording_format() {
    return {.description = {FileFormat::recording, "recording", "recording", "*.rec"},
            .signs = {.mark = recording_mark},
            .read = [](const FormatInput& input) { return parse_recording(input.content, input.source); }};
}

}  // namespace arenascope
