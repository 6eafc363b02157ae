#include "core/format/printed/tflm_recording.h"

#include <algorithm>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/plain_log.h"
#include "core/base/text/plain_text.h"
#include "core/base/text/unique_names.h"

namespace arenascope {
namespace {

constexpr std::string_view recorder_mark = "[RecordingMicroAllocator]";
constexpr const char* print_again = "print the recording again: allocator->PrintAllocations()";

/// The text after the mark of the recorder; empty: the line has none.
std::string_view recorded_text(std::string_view line) {
    const std::size_t mark = line.find(recorder_mark);
    return mark == std::string_view::npos ? std::string_view() : trimmed(line.substr(mark + recorder_mark.size()));
}

/// The bytes in `Arena allocation PART N bytes`; empty: the line is another one.
std::optional<std::int64_t> bytes_of_part(std::string_view text, std::string_view part) {
    std::int64_t bytes = 0;
    LogScanner scanner(text);
    scanner.pass({"Arena allocation", part}).number(bytes).pass({"bytes"});
    return scanner.found() && bytes >= 0 ? std::optional(bytes) : std::nullopt;
}

std::optional<PersistentData> kind_in(std::string_view text) {
    std::string_view kind;
    std::string_view things;
    std::int64_t used = 0;
    std::int64_t requested = 0;
    PersistentData data;
    LogScanner scanner(text);
    scanner.pass({"'"}).text(kind, "'").pass({"used"}).number(used);
    scanner.pass({"bytes with alignment overhead", "(requested"}).number(requested);
    scanner.pass({"bytes for"}).number(data.count).text(things, ")");
    if (!scanner.found() || trimmed(kind).empty() || used < 0 || requested < 0 || data.count < 0) {
        return std::nullopt;
    }
    data.kind = trimmed(kind);
    data.used = Bytes(used);
    data.requested = Bytes(requested);
    return data;
}

bool is_part_of_recording(std::string_view text) {
    return text.starts_with("Arena allocation") || text.starts_with("'");
}

void add_recorded(Problem& problem, const std::string& name, Bytes size, BufferKind kind) {
    if (size > Bytes(0)) {
        Buffer buffer;
        buffer.name = name;
        buffer.size = size;
        buffer.kind = kind;
        buffer.lifetime = {Step(0), Step(1)};
        problem.buffers.push_back(std::move(buffer));
    }
}

}  // namespace

bool is_tflm_recording_line(std::string_view line) {
    return is_part_of_recording(recorded_text(line));
}

TflmRecordingReader::Run& TflmRecordingReader::run_at(std::int64_t line, bool begins) {
    if (runs_.empty() || begins) {
        runs_.emplace_back();
        runs_.back().first_line = line;
    }
    return runs_.back();
}

void TflmRecordingReader::blame(Run& run, std::int64_t line, std::string cause) const {
    if (run.wrong.cause.empty()) {
        run.wrong = Error{source_, line, std::move(cause), print_again};
    }
}

void TflmRecordingReader::read_line(const LogLines& lines) {
    const std::string_view text = recorded_text(lines.text());
    if (!is_part_of_recording(text)) {
        return;
    }
    if (const auto total = bytes_of_part(text, "total")) {
        run_at(lines.number(), true).total = total;
        return;
    }
    Run& run = run_at(lines.number(), false);
    if (const auto head = bytes_of_part(text, "head")) {
        run.head = head;
    } else if (const auto tail = bytes_of_part(text, "tail")) {
        run.tail = tail;
    } else if (auto kind = kind_in(text)) {
        run.kinds.push_back(std::move(*kind));
    } else {
        blame(run, lines.number(), "the line of the recording is incomplete: " + in_quotes(text));
    }
}

Expected<TflmRecording> TflmRecordingReader::recording() const {
    Expected<TflmRecording> last = failure(Error{source_, 0, "the log holds no recording of TFLite Micro's allocator",
                                                 "a line reads: [RecordingMicroAllocator] Arena allocation head 7744 "
                                                 "bytes"});
    for (auto run = runs_.rbegin(); run != runs_.rend(); ++run) {
        auto recording = recording_of(*run);
        if (recording) {
            if (runs_.size() > 1) {
                recording->notes.push_back("the log holds " + std::to_string(runs_.size()) +
                                           " recordings; this is the last complete one, from line " +
                                           std::to_string(run->first_line));
            }
            return recording;
        }
        if (run == runs_.rbegin()) {
            last = std::move(recording);
        }
    }
    return last;
}

Expected<TflmRecording> TflmRecordingReader::recording_of(const Run& run) const {
    if (!run.wrong.cause.empty()) {
        return failure(run.wrong);
    }
    if (!run.head || !run.tail) {
        return failure(Error{source_, run.first_line,
                             std::string("the recording lacks the line of its ") + (run.head ? "tail" : "head"),
                             print_again});
    }
    const auto both = checked_add(*run.head, *run.tail);
    std::optional<std::int64_t> named = 0;
    for (const PersistentData& one : run.kinds) {
        named = named ? checked_add(*named, one.used.value()) : std::nullopt;
    }
    if (!both || !named) {
        return failure(Error{source_, run.first_line, "the bytes of the recording do not fit in 64 bits", print_again});
    }
    TflmRecording recording{{Bytes(run.total.value_or(*both)), Bytes(*run.head), Bytes(*run.tail), run.kinds}};
    if (run.total && *run.total != *both) {
        recording.notes.push_back("the total of the recording is " + grouped(*run.total) +
                                  " B, but head and tail add up to " + grouped(*both) + " B, which is used");
        recording.arena.total = Bytes(*both);
    }
    if (*named > *run.tail) {
        recording.notes.push_back("the kinds of persistent data add up to " + grouped(*named) +
                                  " B, more than the tail of " + grouped(*run.tail) + " B, so they are left out");
        recording.arena.kinds.clear();
    }
    return recording;
}

Expected<TflmRecording> parse_tflm_recording(std::string_view log, const std::string& source) {
    const PlainLog plain = plain_log(log, is_tflm_recording_line);
    LogLines lines(plain.note.empty() ? log : std::string_view(plain.kept));
    TflmRecordingReader reader(source);
    while (lines.next()) {
        reader.read_line(lines);
    }
    return reader.recording();
}

Expected<Document> document_of(const TflmRecording& recording, const std::string& source) {
    const ArenaRecording& arena = recording.arena;
    Document document;
    Problem& problem = document.problem;
    UniqueNames names;
    add_recorded(problem, "head: planned tensors and scratch", arena.head, BufferKind::activation);
    for (const PersistentData& one : arena.kinds) {
        add_recorded(problem, names.add("tail: " + one.kind), one.used, BufferKind::variable);
    }
    add_recorded(problem, names.add(arena.kinds.empty() ? "tail: persistent data" : "tail: other persistent data"),
                 other_persistent(arena), BufferKind::variable);
    if (problem.buffers.empty()) {
        return failure(Error{source, 0, "the recorded arena is empty", "record after AllocateTensors()"});
    }
    document.layout.placements.resize(problem.buffers.size());
    document.notes.emplace_back(
        "the recording holds sums, but neither lifetimes nor offsets: the whole arena is one step, and nothing is "
        "placed");
    document.notes.push_back(planned_share_text(arena));
    document.notes.insert(document.notes.end(), recording.notes.begin(), recording.notes.end());
    document.arena = arena;
    return validate(problem, source).map([&] { return std::move(document); });
}

std::string planned_share_text(const ArenaRecording& arena) {
    const double share =
        arena.total > Bytes(0) ? static_cast<double>(arena.head.value()) / static_cast<double>(arena.total.value()) : 0;
    return "a planner can change only the head, " + grouped(arena.head) + " of " + grouped(arena.total) + " B (" +
           percent_text(share) + "); the tail of " + grouped(arena.tail) + " B is persistent";
}

}  // namespace arenascope
