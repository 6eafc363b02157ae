#include "core/format/printed/tflm_log.h"

#include <algorithm>

#include "core/base/error/quotation.h"
#include "core/base/text/log_lines.h"
#include "core/base/text/plain_text.h"
#include "core/format/printed/printed_plan.h"
#include "core/format/printed/tflm_recording.h"

namespace arenascope {
namespace {

struct Entry {
    std::int64_t id = 0;
    std::int64_t size = 0;
    std::int64_t offset = 0;
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::int64_t line = 0;
};

constexpr std::string_view entry_mark = "(id=";
constexpr std::string_view older_mark = "Planner buffer ID:";

/// Reads the beginning of an entry: its id, and a scanner for the rest of the line. Empty: the line is not an entry.
std::optional<LogScanner> entry_of(std::string_view line, std::int64_t& id) {
    if (const std::size_t mark = line.find(entry_mark); mark != std::string_view::npos) {
        LogScanner scanner(line.substr(mark + entry_mark.size()));
        scanner.number(id).pass({")", ":", "size="});
        return scanner.found() ? std::optional(scanner) : std::nullopt;
    }
    if (const std::size_t mark = line.find(older_mark); mark != std::string_view::npos) {
        LogScanner scanner(line.substr(mark + older_mark.size()));
        scanner.number(id).pass({",", "calculated offset:"});
        return scanner.found() ? std::optional(scanner) : std::nullopt;
    }
    return std::nullopt;
}

/// Whether a line begins like a buffer in a plan that TensorFlow Lite Micro printed, or is of its recording allocator.
bool is_tflm_line(std::string_view line) {
    std::int64_t id = 0;
    return entry_of(line, id).has_value() || is_tflm_recording_line(line);
}

/// Reads the rest of an entry. False: the line is incomplete.
bool read_entry(LogScanner scanner, std::string_view line, Entry& entry) {
    if (line.find(entry_mark) != std::string_view::npos) {
        scanner.number(entry.size).pass({",", "offset="}).number(entry.offset).pass({",", "first_used="});
        scanner.number(entry.first).pass({"last_used="}).number(entry.last);
    } else {
        scanner.number(entry.offset).pass({",", "size required:"}).number(entry.size);
        scanner.pass({",", "first_time_created:"}).number(entry.first);
        scanner.pass({",", "last_time_used:"}).number(entry.last);
    }
    return scanner.found();
}

/// Whether a line belongs to the map after a plan: `12: ..0011.. (4k)`, or in the older wording only 80 such
/// characters.
bool is_map_line(std::string_view line) {
    constexpr std::string_view marks = ".*!0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    constexpr std::size_t width = 80;
    line = trimmed(line);
    const std::size_t colon = line.find(": ");
    if (colon != std::string_view::npos) {
        // Other output may precede the step.
        const std::size_t begin = line.find_last_of(" \t", colon) + 1;
        std::int64_t step = 0;
        LogScanner scanner(line.substr(begin));
        std::string_view row;
        std::int64_t kilobytes = 0;
        scanner.number(step).pass({":"}).text(row, "(").number(kilobytes).pass({"k)"});
        row = trimmed(row);
        if (scanner.found() && !row.empty() && row.find_first_not_of(marks) == std::string_view::npos) {
            return true;
        }
    }
    return line.size() >= width && line.substr(line.size() - width).find_first_not_of(marks) == std::string_view::npos;
}

/// The entries of one printed plan.
struct Run {
    std::vector<Entry> entries;
    bool has_map = false;
    Error wrong;  ///< why it is not complete; empty cause: it is
};

class TflmLogReader {
public:
    explicit TflmLogReader(const std::string& source) : source_(source), recordings_(source) {}

    Expected<Document> read(std::string_view content) {
        LogLines lines(content);
        while (lines.next()) {
            read_line(lines);
            recordings_.read_line(lines);
        }
        if (runs_.empty() && recordings_.has_lines()) {
            return recordings_.recording().and_then(
                [&](const TflmRecording& recording) { return arenascope::document_of(recording, source_); });
        }
        return plan().map([&](Document document) {
            add_recording(document);
            return document;
        });
    }

private:
    /// The last complete plan.
    [[nodiscard]] Expected<Document> plan() const {
        const bool any_map = std::ranges::any_of(runs_, [](const Run& run) { return run.has_map; });
        const auto is_complete = [&](const Run& run) { return run.wrong.cause.empty() && (run.has_map || !any_map); };
        const auto last = std::find_if(runs_.rbegin(), runs_.rend(), is_complete);
        if (last == runs_.rend()) {
            // If the last plan only lacks its map, report the error of an earlier plan with a map.
            const auto wrong =
                std::find_if(runs_.rbegin(), runs_.rend(), [](const Run& run) { return !run.wrong.cause.empty(); });
            return wrong == runs_.rend() ? failure(Error{source_, 0, "the log holds no memory plan", cure()})
                                         : failure(wrong->wrong);
        }
        return document(*last);
    }

    /// What the allocator recorded beside the plan.
    void add_recording(Document& document) const {
        if (!recordings_.has_lines()) {
            return;
        }
        const auto recording = recordings_.recording();
        if (!recording) {
            document.notes.push_back("the recording of the allocator in the log was ignored: line " +
                                     std::to_string(recording.error().line) + ": " + recording.error().cause);
            return;
        }
        document.notes.push_back(planned_share_text(recording->arena));
        document.notes.insert(document.notes.end(), recording->notes.begin(), recording->notes.end());
        document.arena = recording->arena;
    }

    static std::string cure() { return "a line reads: 0 (id=0): size=16, offset=0, first_used=0 last_used=1"; }

    void read_line(const LogLines& lines) {
        Entry entry;
        entry.line = lines.number();
        const auto begun = entry_of(lines.text(), entry.id);
        if (!begun) {
            if (!runs_.empty() && is_map_line(lines.text())) {
                runs_.back().has_map = true;
            }
            return;
        }
        if (runs_.empty() || entry.id == 0 || runs_.back().has_map) {
            runs_.emplace_back();
            expected_id_ = 0;
        }
        Run& run = runs_.back();
        if (entry.id != expected_id_) {
            blame(entry.line, "the plan has id " + std::to_string(entry.id) + " where id " +
                                  std::to_string(expected_id_) + " was expected");
        }
        if (!read_entry(*begun, lines.text(), entry)) {
            blame(entry.line, "the line is incomplete: " + in_quotes(trimmed(lines.text())));
        }
        expected_id_ = checked_add(entry.id, 1).value_or(0);
        cut_ = lines.may_be_cut();
        run.entries.push_back(entry);
    }

    /// Records the first error of a plan; later ones are ignored.
    void blame(std::int64_t line, std::string cause) {
        if (runs_.back().wrong.cause.empty()) {
            runs_.back().wrong = Error{source_, line, std::move(cause),
                                       "print the plan again, with nothing between its lines; " + cure()};
        }
    }

    Expected<Document> document(const Run& run) const {
        PrintedPlan plan;
        for (const Entry& entry : run.entries) {
            const auto lifetime = lifetime_of_uses(entry.first, entry.last);
            if (!lifetime) {
                return failure(
                    Error{source_, entry.line, "last_used does not fit in 64 bits", "write a smaller number"});
            }
            Buffer buffer;
            buffer.name = "buffer_" + std::to_string(entry.id);
            buffer.size = Bytes(entry.size);
            buffer.lifetime = *lifetime;
            plan.buffers.push_back({std::move(buffer), Offset(entry.offset), entry.line});
        }
        add_notes(run, plan.notes);
        return document_of(std::move(plan), source_);
    }

    void add_notes(const Run& run, std::vector<std::string>& notes) const {
        if (runs_.size() > 1) {
            notes.push_back(
                "the log holds " + std::to_string(runs_.size()) + " plans; this is the last complete one, " + "lines " +
                std::to_string(run.entries.front().line) + " to " + std::to_string(run.entries.back().line));
        }
        if (&run != &runs_.back()) {
            const Run& last = runs_.back();
            notes.push_back("the plan after it, from line " + std::to_string(last.entries.front().line) +
                            ", is not complete: " +
                            (last.wrong.cause.empty() ? std::string("no map follows it") : last.wrong.cause));
        }
        if (!run.has_map) {
            notes.emplace_back(cut_ && &run == &runs_.back()
                                   ? "the log ends inside the plan: buffers or digits may be missing"
                                   : "no map follows the plan: if the log was cut off there, buffers are missing");
        }
    }

    const std::string& source_;
    std::vector<Run> runs_;
    TflmRecordingReader recordings_;
    std::int64_t expected_id_ = 0;
    bool cut_ = false;
};

}  // namespace

Format tflm_log_format() {
    return {.description = {FileFormat::tflm_log, "tflm-log", "TFLite Micro log", "*.txt *.log",
                            FormatMaker::microcontroller_tool, FormatKind::printed_plan},
            .signs = {.is_line = is_tflm_line},
            .read = [](const FormatInput& input) { return TflmLogReader(input.source).read(input.content); }};
}

}  // namespace arenascope
