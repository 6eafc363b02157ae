#include "app/session/journal_record.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "app/session/plan_edit.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/format/plan/annotations_json.h"
#include "core/format/plan/plan_json.h"
#include "core/format/plan/trace_binary.h"
#include "core/format/registry.h"

namespace arenascope {
namespace {

constexpr char end_of_head = '\0';          ///< it stands in no JSON
constexpr std::size_t numbers_of_edit = 5;  ///< buffer, offset, region, offset before, region before

void append_texts(MemberWriter& members, std::string_view key, const std::vector<std::string>& texts) {
    members.row(key, texts, [&members](const std::string& text) { append_json_string(members.out(), text); });
}

std::vector<std::string> texts_in(const JsonField& field, std::string_view key) {
    std::vector<std::string> texts;
    field.for_each(key, [&texts](const JsonField& element) {
        if (element.value().is_string()) {
            texts.push_back(bytes_of_json_string(element.value().get_ref<const std::string&>()));
        }
    });
    return texts;
}

void append_identity(MemberWriter& members, std::string_view key, const FileIdentity& identity) {
    MemberWriter member(members.name(key));
    member.number("size", identity.size);
    member.number("modified", identity.modified);
    member.text("hash", identity.hash);
    member.close();
}

FileIdentity identity_in(const JsonField& field, std::string_view key) {
    FileIdentity identity;
    field.with_object(key, [&identity](const JsonField& member) {
        identity = {member.integer("size"), member.integer("modified"), member.text("hash")};
    });
    return identity;
}

// ---- where it belongs

void append_file(MemberWriter& record, const UnsavedWork& now) {
    MemberWriter file(record.name("file"));
    file.text("path", now.path.toStdString());
    file.flag("can_replace", now.can_replace_file);
    append_identity(file, "file", with_hash(now.origin.file, now.path));
    append_identity(file, "source", with_hash(now.origin.source, now.plan.source));
    file.close();
}

void read_file(const JsonField& file, UnsavedWork& work) {
    work.path = QString::fromStdString(file.text("path"));
    work.can_replace_file = file.flag("can_replace", false);
    work.origin.file = identity_in(file, "file");
    work.origin.source = identity_in(file, "source");
}

// ---- the plan

bool has_same_facts(const PlanState& a, const PlanState& b) {
    const SourceFacts& source = a;
    const PlannerFacts& planner = a;
    return source == b && planner == b;
}

bool leaves_run_out(const PlanState& plan, std::size_t trace_limit) {
    return plan.trace && plan.trace->changes.bytes() > trace_limit;
}

std::string text_of_plan(const UnsavedWork& now, bool is_run_left_out) {
    const PlanState& plan = now.plan;
    return plan_json_text(*plan.problem, is_run_left_out ? *now.shown : *plan.layout, plan.provenance);
}

void append_plan(MemberWriter& record, const UnsavedWork& now, std::size_t bytes) {
    const auto& [source, import, switches, format, notes, left_out] = static_cast<const SourceFacts&>(now.plan);
    const auto& [misfits, heap_trials, plan_notes, seconds, lower_bound] = static_cast<const PlannerFacts&>(now.plan);
    MemberWriter plan(record.name("plan"));
    plan.count("bytes", bytes);
    plan.text("source", source.toStdString());
    plan.row("switches", switches, [&plan](const KeyValue& one) {
        MemberWriter member(plan.out());
        member.text("key", one.first);
        member.text("value", one.second);
        member.close();
    });
    plan.text("format", name_of(format));
    append_texts(plan, "notes", notes);
    plan.count("left_out", left_out);
    append_texts(plan, "plan_notes", plan_notes);
    if (seconds) {
        plan.number("microseconds", static_cast<std::int64_t>(*seconds * 1e6));
    }
    if (lower_bound) {
        plan.number("lower_bound", lower_bound->value());
    }
    std::vector<std::int64_t> numbers;
    for (const Misfit& misfit : misfits) {
        numbers.insert(numbers.end(), {static_cast<std::int64_t>(misfit.buffer.value()), misfit.missing.value(),
                                       misfit.largest_free_area.value()});
    }
    plan.row("misfits", numbers, [&plan](std::int64_t number) { append_json_number(plan.out(), number); });
    plan.flag("problem_of_file", now.plan.problem == now.origin.problem);
    plan.flag("layout_of_file", now.plan.layout == now.origin.layout);
    plan.flag("import_report", import != nullptr);
    plan.flag("history", now.plan.problem->history != nullptr);
    plan.flag("heap_trials", heap_trials != nullptr);
    plan.close();
}

/// A plan of this program if no format has this name.
FileFormat format_named(std::string_view name) {
    for (const Format& format : formats()) {
        if (format.description.name == name) {
            return format.description.format;
        }
    }
    return FileFormat::plan_json;
}

void read_plan(const JsonField& plan, JournalContent& content) {
    // What cannot be written, import and heap_trials, is read from the source or lost.
    auto& [source, import, switches, format, notes, left_out] = static_cast<SourceFacts&>(content.work.plan);
    auto& [misfits, heap_trials, plan_notes, seconds, lower_bound] = static_cast<PlannerFacts&>(content.work.plan);
    source = QString::fromStdString(plan.text("source"));
    switches.clear();
    plan.for_each("switches",
                  [&into = switches](const JsonField& one) { into.emplace_back(one.text("key"), one.text("value")); });
    format = format_named(plan.text("format"));
    notes = texts_in(plan, "notes");
    left_out = plan.count("left_out");
    plan_notes = texts_in(plan, "plan_notes");
    const auto microseconds = plan.optional_integer("microseconds");
    seconds = microseconds ? std::optional(static_cast<double>(*microseconds) / 1e6) : std::nullopt;
    const auto bound = plan.optional_integer("lower_bound");
    lower_bound = bound ? std::optional(Bytes(*bound)) : std::nullopt;
    const auto numbers = plan.integers("misfits");
    misfits.clear();
    for (std::size_t i = 0; i + 2 < numbers.size(); i += 3) {
        misfits.push_back({BufferIndex(static_cast<std::size_t>(numbers[i].value_or(0))),
                           Bytes(numbers[i + 1].value_or(0)), Bytes(numbers[i + 2].value_or(0))});
    }
    content.is_problem_of_file = plan.flag("problem_of_file", false);
    content.is_layout_of_file = plan.flag("layout_of_file", false);
    content.has_import_report = plan.flag("import_report", false);
    content.has_history = plan.flag("history", false);
    content.has_heap_trials = plan.flag("heap_trials", false);
}

// ---- the moves on top of it

void append_moves(MemberWriter& record, const PlanState& now, std::size_t kept) {
    std::vector<std::optional<std::int64_t>> numbers;
    const auto add_place = [&numbers](const OptionalPlacement& place) {
        numbers.push_back(place ? std::optional(place->offset.value()) : std::nullopt);
        numbers.push_back(place ? std::optional(static_cast<std::int64_t>(place->region.value())) : std::nullopt);
    };
    for (std::size_t i = kept; i < now.edits.size(); ++i) {
        numbers.push_back(static_cast<std::int64_t>(now.edits[i].buffer.value()));
        add_place(now.edits[i].placement);
        add_place(now.edits[i].from);
    }
    MemberWriter moves(record.name("moves"));
    if (now.frame != FrameIndex::none()) {
        moves.number("frame", static_cast<std::int64_t>(now.frame.value()));
    }
    moves.count("keep", kept);
    moves.row("add", numbers,
              [&moves](std::optional<std::int64_t> number) { append_json_number(moves.out(), number); });
    moves.close();
}

struct MovesRead {
    FrameIndex frame = FrameIndex::none();
    std::size_t kept = 0;
    std::vector<Edit> added;
};

/// `known`: how many moves there are so far.
MovesRead read_moves(const JsonField& moves, std::size_t known) {
    MovesRead read;
    const auto frame = moves.optional_integer("frame");
    read.frame = frame ? FrameIndex(static_cast<std::size_t>(*frame)) : FrameIndex::none();
    read.kept = moves.count("keep");
    const auto numbers = moves.integers("add");
    if (read.kept > known || numbers.size() % numbers_of_edit != 0) {
        moves.refuse("keep", "there are not so many moves", {});
        return read;
    }
    const auto place_at = [&numbers](std::size_t at) -> OptionalPlacement {
        if (!numbers[at] || !numbers[at + 1] || *numbers[at + 1] < 0) {
            return std::nullopt;
        }
        return Placement{Offset(*numbers[at]), RegionIndex(static_cast<std::size_t>(*numbers[at + 1]))};
    };
    for (std::size_t i = 0; i < numbers.size(); i += numbers_of_edit) {
        const auto to = place_at(i + 1);
        if (!numbers[i] || *numbers[i] < 0 || !to) {
            moves.refuse("add", "a move has no buffer or no place", {});
            break;
        }
        read.added.push_back({BufferIndex(static_cast<std::size_t>(*numbers[i])), *to, place_at(i + 3)});
    }
    return read;
}

// ---- breakpoints and watches

void append_lists(MemberWriter& record, const UnsavedWork& now) {
    MemberWriter lists(record.name("lists"));
    lists.row("breakpoints", now.breakpoints, [&lists](const Breakpoint& one) {
        MemberWriter member(lists.out());
        member.text("condition", one.condition);
        member.flag("enabled", one.is_enabled);
        member.count("ignored", one.ignored);
        member.flag("logs", one.action == Breakpoint::Action::log);
        member.text("line", one.line);
        member.close();
    });
    append_texts(lists, "watches", now.watches);
    lists.close();
}

void read_lists(const JsonField& lists, UnsavedWork& work) {
    work.breakpoints.clear();
    lists.for_each("breakpoints", [&work](const JsonField& one) {
        work.breakpoints.push_back(
            {.condition = one.text("condition"),
             .is_enabled = one.flag("enabled", true),
             .ignored = one.count("ignored"),
             .action = one.flag("logs", false) ? Breakpoint::Action::log : Breakpoint::Action::stop,
             .line = one.text("line")});
    });
    work.watches = texts_in(lists, "watches");
}

/// Adds one record. False: it is wrong, or of a newer version.
bool add_record(const std::string& record, JournalContent& content) {
    const std::size_t end = record.find(end_of_head);
    const std::string_view head = std::string_view(record).substr(0, end);
    std::string_view body = end == std::string::npos ? std::string_view() : std::string_view(record).substr(end + 1);
    const auto tree = parse_json(head, {});
    if (!tree) {
        return false;
    }
    JsonReading reading{{}, head};
    const JsonField root(*tree, reading);
    if (const auto version = root.optional_integer("version")) {
        content.version = *version;
        if (*version > journal_version) {
            return false;
        }
    } else if (content.version == 0) {
        return false;  // the first record stands alone
    }
    // A copy without the moves and the texts, of which there may be many. They are taken over if the record is right.
    SharedList<Edit> edits = std::exchange(content.work.plan.edits, {});
    JournalContent next = content;
    content.work.plan.edits = std::move(edits);
    MovesRead moved{content.work.plan.frame, content.work.plan.edits.size(), {}};
    const auto take = [&body, &reading](const JsonField& part, std::shared_ptr<const std::string>& into) {
        const std::uint64_t bytes = part.count("bytes");
        if (bytes > body.size()) {
            part.refuse("bytes", "there are fewer", {});
            return;
        }
        into = std::make_shared<const std::string>(body.substr(0, bytes));
        body.remove_prefix(reading.failed() ? 0 : bytes);
    };
    next.work.at = root.integer("at");
    next.work.edits = root.count("edits");
    next.work.is_dropped = root.flag("dropped", false);
    root.with_object("file", [&next](const JsonField& file) { read_file(file, next.work); });
    root.with_object("plan", [&next, &take](const JsonField& plan) {
        read_plan(plan, next);
        take(plan, next.plan_text);
    });
    root.with_object("trace", [&next, &take](const JsonField& trace) {
        take(trace, next.trace_bytes);
        next.is_run_left_out = trace.flag("left_out", false);
        next.is_trace_of_file = trace.flag("of_file", false);
    });
    root.with_object("annotations",
                     [&next](const JsonField& annotations) { next.annotations = annotations.value().dump(); });
    root.with_object("moves", [&moved, known = content.work.plan.edits.size()](const JsonField& moves) {
        moved = read_moves(moves, known);
    });
    root.with_object("view", [&next](const JsonField& view) { next.work.view = view_state_in(view); });
    root.with_object("lists", [&next](const JsonField& lists) { read_lists(lists, next.work); });
    if (reading.failed()) {
        return false;
    }
    std::vector<Edit> moves = content.work.plan.edits;
    moves.resize(moved.kept, Edit{});
    moves.insert(moves.end(), moved.added.begin(), moved.added.end());
    next.work.plan.edits = std::move(moves);
    next.work.plan.frame = moved.frame;
    content = std::move(next);
    ++content.records;
    return true;
}

}  // namespace

std::string journal_record(const UnsavedWork* before, const UnsavedWork& now, std::size_t trace_limit) {
    std::string head;
    std::string body;
    MemberWriter record(head);
    if (before == nullptr) {
        record.number("version", journal_version);
    }
    record.number("at", now.at);
    record.count("edits", now.edits);
    if (now.is_dropped) {
        record.flag("dropped", true);
    }
    // Each part of the plan belongs to a part of the record. The layout before those of planners is not kept.
    const auto& [problem, layout, own_layout, provenance, trace, frame, edits, hand_edits] =
        static_cast<const PlanVersion&>(now.plan);
    const bool is_first = before == nullptr;
    const UnsavedWork& then = is_first ? now : *before;
    if (is_first || std::tie(then.path, then.can_replace_file, then.origin.file, then.origin.source) !=
                        std::tie(now.path, now.can_replace_file, now.origin.file, now.origin.source)) {
        append_file(record, now);
    }
    const bool has_moved = is_first || then.plan.frame != frame || then.plan.edits != edits;
    const bool has_other_trace = is_first || then.plan.trace != trace;
    const bool has_other_problem = is_first || then.plan.problem != problem;
    const bool is_left_out = leaves_run_out(now.plan, trace_limit);
    if (has_other_problem || then.plan.layout != layout || then.plan.provenance != provenance ||
        !has_same_facts(then.plan, now.plan) || (is_left_out && (has_moved || has_other_trace)) ||
        leaves_run_out(then.plan, trace_limit) != is_left_out) {
        const std::string text = text_of_plan(now, is_left_out);
        append_plan(record, now, text.size());
        body += text;
    }
    if (has_other_trace) {
        const std::string bytes = trace && !is_left_out ? trace_binary_bytes(*problem, *layout, *trace) : std::string();
        MemberWriter member(record.name("trace"));
        member.count("bytes", bytes.size());
        member.flag("left_out", is_left_out);
        member.flag("of_file", trace && trace == now.origin.trace);
        member.close();
        body += bytes;
    }
    // They name buffers and regions.
    if (has_other_problem || then.plan.hand_edits != hand_edits || !has_same_notes(then.plan, now.plan)) {
        MemberWriter annotations(record.name("annotations"));
        append_annotations(annotations, {hand_edits, now.plan.pinned_notes, now.plan.bookmarks}, *problem,
                           BookmarkFrames::written);
        annotations.close();
    }
    if (has_moved) {
        const auto differs = std::ranges::mismatch(then.plan.edits, edits).in2;
        append_moves(record, now.plan, is_first ? 0 : static_cast<std::size_t>(differs - edits.begin()));
    }
    if (is_first || then.view != now.view) {
        record.name("view") += json_of(now.view);
    }
    if (is_first || then.breakpoints != now.breakpoints || then.watches != now.watches) {
        append_lists(record, now);
    }
    record.close();
    return head + end_of_head + body;
}

JournalContent journal_content(const std::vector<std::string>& records) {
    JournalContent content;
    for (const std::string& record : records) {
        if (!add_record(record, content)) {
            content.is_damaged = content.version <= journal_version;
            break;
        }
    }
    return content;
}

}  // namespace arenascope
