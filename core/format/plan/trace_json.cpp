#include "core/format/plan/trace_json.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <utility>

#include "core/error/quotation.h"
#include "core/format/plan/object_choice_json.h"
#include "core/format/plan/problem_json.h"
#include "core/text/json_reader.h"
#include "core/text/json_text.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_validation.h"

namespace arenascope {
namespace {

/// By frame: what it changes, as a file lists it.
using ListedChanges = IndexedVector<FrameIndex, FrameChanges>;

constexpr unsigned hexadecimal = 16;

std::string hex_text(std::uint64_t number) {
    std::array<char, 16> digits = {};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, hexadecimal).ptr;
    return {digits.data(), end};
}

template <class IndexType>
std::optional<std::int64_t> number_of(IndexType index) {
    return index == IndexType::none() ? std::nullopt : std::optional<std::int64_t>(index.value());
}

std::optional<std::int64_t> number_of(std::optional<Offset> offset) {
    return offset ? std::optional(offset->value()) : std::nullopt;
}

std::int64_t number_of(Risk risk) {
    return code_of(risk);
}

/// Appends a list with the numbers of all elements; nothing if there are no elements.
template <class Elements, class Numbers>
void append_numbers(MemberWriter& members, std::string_view key, const Elements& elements, Numbers&& numbers) {
    if (elements.empty()) {
        return;
    }
    std::string& out = members.name(key);
    char before = '[';
    for (const auto& element : elements) {
        for (const std::optional<std::int64_t> number : numbers(element)) {
            out += before;
            append_json_number(out, number);
            before = ',';
        }
    }
    out += ']';
}

using Triple = std::array<std::optional<std::int64_t>, 3>;
using Pair = std::array<std::optional<std::int64_t>, 2>;
using Single = std::array<std::optional<std::int64_t>, 1>;
using Quintuple = std::array<std::optional<std::int64_t>, 5>;

void append_step(std::string& out, const PlacementStep& step) {
    MemberWriter members(out);
    members.number("buffer", number_of(step.buffer));
    members.count("chosen", step.chosen);
    append_numbers(members, "candidates", step.candidates, [](Offset offset) { return Single{offset.value()}; });
    append_numbers(members, "ghosts", step.ghosts, [](const PlacementStep::Ghost& ghost) {
        return Pair{number_of(ghost.buffer), ghost.offset.value()};
    });
    append_numbers(members, "avoided", step.avoided, [](BufferIndex one) { return Single{number_of(one)}; });
    if (step.object) {
        append_object_choice(members.name("object"), *step.object);
    }
    if (step.taken_from != BufferIndex::none()) {
        members.number("taken_from", number_of(step.taken_from));
    }
    append_numbers(members, "figures", step.figures, [](const PlacementStep::Figures& one) {
        return Quintuple{one.height.value(), one.waste.value(), one.below.value(),
                         one.above ? std::optional(one.above->value()) : std::nullopt, number_of(one.taken_from)};
    });
    append_numbers(members, "contexts", step.contexts, [](Offset offset) { return Single{offset.value()}; });
    members.close();
}

void append_learning(std::string& out, const LearningPoint& point) {
    MemberWriter members(out);
    members.number("region", number_of(point.region));
    members.count("number", point.number);
    members.count("attempts", point.attempts);
    members.number("best", point.best.value());
    members.number("mean", point.mean.value());
    members.number("worst", point.worst.value());
    members.number("fragmentation", point.fragmentation);
    members.close();
}

void append_frame(std::string& out, const Frame& frame, const FrameChanges& changes) {
    MemberWriter members(out);
    members.text("kind", name_of(frame.kind));
    members.number("parent", number_of(frame.parent));
    members.number("peak", frame.peak.value());
    members.text("goal", name_of(frame.goal));
    members.count("work", frame.work);
    members.count("attempts", frame.attempts);
    if (frame.region != RegionIndex::none()) {
        members.number("region", number_of(frame.region));
    }
    if (!frame.note.empty()) {
        members.text("note", frame.note);
    }
    if (frame.skipped > 0) {
        members.count("skipped", frame.skipped);
    }
    append_numbers(members, "moves", changes.moves, [](const Move& move) {
        return Triple{number_of(move.buffer), number_of(move.from), number_of(move.to)};
    });
    append_numbers(members, "order", changes.order, [](const OrderChange& change) {
        return Triple{std::int64_t{change.position}, number_of(change.from), number_of(change.to)};
    });
    append_numbers(members, "risks", changes.risks, [](const RiskChange& change) {
        return Triple{number_of(change.buffer), number_of(change.from), number_of(change.to)};
    });
    append_numbers(members, "members", frame.members, [](BufferIndex member) { return Single{number_of(member)}; });
    if (frame.step) {
        append_step(members.name("step"), *frame.step);
    }
    if (frame.learning) {
        append_learning(members.name("learning"), *frame.learning);
    }
    members.close();
}

void append_dropped(MemberWriter& members, const Trace& trace) {
    const std::uint64_t all = dropped_frames(trace);
    members.count("dropped", all);
    if (all == trace.dropped[static_cast<std::size_t>(FrameKind::rearrangement)]) {
        return;
    }
    MemberWriter kinds(members.name("dropped_kinds"));
    for (std::size_t kind = 0; kind < frame_kind_count; ++kind) {
        if (trace.dropped[kind] > 0) {
            kinds.count(name_of(static_cast<FrameKind>(kind)), trace.dropped[kind]);
        }
    }
    kinds.close();
}

/// Reads one frame. Numbers out of range are errors, so that no conversion truncates them.
class FrameReader {
public:
    explicit FrameReader(const JsonField& field) : field_(field) {}

    [[nodiscard]] Frame read() const {
        Frame frame;
        read_kind_and_goal(frame);
        frame.parent = index<FrameIndex>(field_.optional_integer("parent"), "parent");
        frame.peak = Offset(not_negative(field_, "peak"));
        frame.work = field_.count("work");
        frame.attempts = field_.count("attempts");
        frame.note = field_.optional_text("note", {});
        frame.region = index<RegionIndex>(field_.optional_integer("region"), "region");
        read_skipped(frame);
        for (const auto number : field_.integers("members")) {
            frame.members.push_back(index<BufferIndex>(number, "members"));
        }
        field_.with_object("step", [&frame](const JsonField& step) { frame.step = FrameReader(step).read_step(); });
        field_.with_object("learning",
                           [&frame](const JsonField& point) { frame.learning = FrameReader(point).read_learning(); });
        field_.note_unknown_keys({"kind", "parent", "peak", "goal", "work", "attempts", "note", "region", "skipped",
                                  "moves", "order", "risks", "members", "step", "learning"});
        return frame;
    }

    [[nodiscard]] FrameChanges read_changes() const {
        FrameChanges changes;
        for_each_triple("moves", [&](const Triple& three) {
            changes.moves.push_back({index<BufferIndex>(three[0], "moves"), offset(three[1]), offset(three[2])});
        });
        for_each_triple("order", [&](const Triple& three) {
            changes.order.push_back({index<BufferIndex>(three[0], "order").value(),
                                     index<BufferIndex>(three[1], "order"), index<BufferIndex>(three[2], "order")});
        });
        for_each_triple("risks", [&](const Triple& three) {
            changes.risks.push_back({index<BufferIndex>(three[0], "risks"), risk(three[1]), risk(three[2])});
        });
        return changes;
    }

private:
    [[nodiscard]] PlacementStep read_step() const {
        PlacementStep step;
        step.buffer = index<BufferIndex>(field_.integer("buffer"), "buffer");
        step.chosen = field_.count("chosen");
        for (const auto number : field_.integers("candidates")) {
            step.candidates.push_back(place(number, "candidates"));
        }
        for_each_group<Pair>("ghosts", "a buffer and an offset for each ghost", [&](const Pair& two) {
            step.ghosts.push_back({index<BufferIndex>(two[0], "ghosts"), place(two[1], "ghosts")});
        });
        for (const auto number : field_.integers("avoided")) {
            step.avoided.push_back(index<BufferIndex>(number, "avoided"));
        }
        field_.with_object("object", [&step](const JsonField& choice) { step.object = read_object_choice(choice); });
        step.taken_from = index<BufferIndex>(field_.optional_integer("taken_from"), "taken_from");
        for_each_group<Quintuple>("figures", "five numbers for each candidate", [&](const Quintuple& five) {
            step.figures.push_back({place(five[0], "figures"), Bytes(place(five[1], "figures").value()),
                                    Bytes(place(five[2], "figures").value()), above(five[3]),
                                    index<BufferIndex>(five[4], "figures")});
        });
        for (const auto number : field_.integers("contexts")) {
            step.contexts.push_back(place(number, "contexts"));
        }
        field_.note_unknown_keys(
            {"buffer", "chosen", "candidates", "ghosts", "avoided", "object", "taken_from", "figures", "contexts"});
        return step;
    }

    /// Free bytes above a candidate; null in the file: unlimited.
    [[nodiscard]] std::optional<Bytes> above(std::optional<std::int64_t> number) const {
        return number ? std::optional(Bytes(place(number, "figures").value())) : std::nullopt;
    }

    [[nodiscard]] LearningPoint read_learning() const {
        LearningPoint point;
        point.region = index<RegionIndex>(field_.integer("region"), "region");
        point.number = field_.count("number");
        point.attempts = field_.count("attempts");
        point.best = Offset(not_negative(field_, "best"));
        point.mean = Offset(not_negative(field_, "mean"));
        point.worst = Offset(not_negative(field_, "worst"));
        point.fragmentation = not_negative(field_, "fragmentation");
        field_.note_unknown_keys({"region", "number", "attempts", "best", "mean", "worst", "fragmentation"});
        return point;
    }

    void read_skipped(Frame& frame) const {
        const std::uint64_t skipped = field_.count("skipped");
        if (skipped > std::numeric_limits<std::uint32_t>::max()) {
            field_.refuse("skipped", "there cannot be so many frames", "record the trace again");
            return;
        }
        frame.skipped = static_cast<std::uint32_t>(skipped);
    }

    void read_kind_and_goal(Frame& frame) const {
        const std::string kind_text = field_.text("kind");
        const auto kind = frame_kind_named(kind_text);
        if (!kind) {
            field_.refuse("kind", "there is no kind of frame " + in_quotes(kind_text), "record the trace again");
            return;
        }
        const std::string goal_text = field_.optional_text("goal", name_of(Goal::none));
        const auto goal = goal_named(goal_text);
        if (!goal) {
            field_.refuse("goal", "there is no goal " + in_quotes(goal_text), "record the trace again");
            return;
        }
        frame.kind = *kind;
        frame.goal = *goal;
    }

    template <class IndexType>
    [[nodiscard]] IndexType index(std::optional<std::int64_t> number, std::string_view key) const {
        if (!number) {
            return IndexType::none();
        }
        if (*number < 0 || *number >= std::numeric_limits<std::uint32_t>::max()) {
            field_.refuse(key, std::to_string(*number) + " is no position in a list", "record the trace again");
            return IndexType::none();
        }
        return IndexType(static_cast<std::size_t>(*number));
    }

    [[nodiscard]] static std::optional<Offset> offset(std::optional<std::int64_t> number) {
        return number ? std::optional(Offset(*number)) : std::nullopt;
    }

    [[nodiscard]] Offset place(std::optional<std::int64_t> number, std::string_view key) const {
        if (!number || *number < 0) {
            field_.refuse(key, "there is an offset that is null or negative", "record the trace again");
        }
        return Offset(number.value_or(0));
    }

    [[nodiscard]] Risk risk(std::optional<std::int64_t> code) const {
        const std::int64_t last = number_of(Risk{Tier::high, Cause::over});
        if (!code || *code < 0 || *code > last) {
            field_.refuse("risks", "there is a code beyond 0 to " + std::to_string(last), "record the trace again");
            return {};
        }
        return risk_of(static_cast<std::uint8_t>(*code));
    }

    template <class Use>
    void for_each_triple(std::string_view key, Use&& use) const {
        for_each_group<Triple>(key, "three numbers for each change", use);
    }

    template <class Group, class Use>
    void for_each_group(std::string_view key, const std::string& what, Use&& use) const {
        const auto numbers = field_.integers(key);
        Group group;
        if (numbers.size() % group.size() != 0) {
            field_.refuse(key, "the list must hold " + what, "record the trace again");
            return;
        }
        for (std::size_t i = 0; i < numbers.size(); i += group.size()) {
            std::copy_n(numbers.begin() + static_cast<std::ptrdiff_t>(i), group.size(), group.begin());
            use(group);
        }
    }

    const JsonField& field_;
};

/// Roots, children and previous siblings follow from the parents, because siblings stand in time order.
void link_frames(const JsonField& root, Trace& trace) {
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const FrameIndex parent = trace.frames[i].parent;
        if (parent != FrameIndex::none() && parent.value() >= i) {
            root.refuse("frames", "frame " + std::to_string(i) + " stands before its parent", "record the trace again");
            return;
        }
        auto& siblings = parent == FrameIndex::none() ? trace.roots : trace.frames[parent].children;
        trace.frames[i].previous = siblings.empty() ? FrameIndex::none() : siblings.back();
        siblings.emplace_back(i);
    }
}

void read_fingerprint(const JsonField& root, Trace& trace) {
    const std::string text = root.text("fingerprint");
    const auto [end, error] =
        std::from_chars(text.data(), text.data() + text.size(), trace.fingerprint, static_cast<int>(hexadecimal));
    if (error != std::errc() || end != text.data() + text.size()) {
        root.refuse("fingerprint", "it is no hexadecimal number", "record the trace again");
    }
}

/// Earlier files have one number, because only rearrangements were left out.
void read_dropped(const JsonField& root, Trace& trace) {
    if (!root.has("dropped_kinds")) {
        trace.dropped[static_cast<std::size_t>(FrameKind::rearrangement)] = root.count("dropped");
        return;
    }
    root.with_object("dropped_kinds", [&trace](const JsonField& kinds) {
        for (std::size_t kind = 0; kind < frame_kind_count; ++kind) {
            trace.dropped[kind] = kinds.count(name_of(static_cast<FrameKind>(kind)));
        }
    });
}

Trace read_trace(const JsonField& root, std::size_t buffer_count, ListedChanges& changes) {
    Trace trace;
    root.with_object("provenance", [&trace](const JsonField& field) { trace.provenance = read_provenance(field); });
    read_fingerprint(root, trace);
    trace.buffer_count = static_cast<std::uint32_t>(buffer_count);
    trace.threshold = Bytes(not_negative(root, "threshold"));
    read_dropped(root, trace);
    root.for_each("frames", [&](const JsonField& frame) {
        trace.frames.push_back(FrameReader(frame).read());
        changes.push_back(FrameReader(frame).read_changes());
    });
    const auto result = root.optional_integer("result");
    if (result && (*result < 0 || *result >= static_cast<std::int64_t>(trace.frames.size()))) {
        root.refuse("result", "there is no frame " + std::to_string(*result), "record the trace again");
    } else if (result) {
        trace.result = FrameIndex(static_cast<std::size_t>(*result));
    }
    link_frames(root, trace);
    root.note_unknown_keys({"format", "version", "provenance", "hand_edits", "problem", "fingerprint", "threshold",
                            "result", "dropped", "dropped_kinds", "frames"});
    return trace;
}

/// The tails and addresses of every state that a replay can reach must fit in 64 bits.
Expected<void> check_moves(const Document& document, const ListedChanges& changes, std::string_view content,
                           const std::string& source) {
    const Problem& problem = document.problem;
    const auto lies = [&](std::size_t frame, std::string_view key, BufferIndex index,
                          std::optional<Offset> offset) -> Expected<void> {
        const Buffer& buffer = problem.buffers[index];
        const auto tail = checked_add(offset.value_or(Offset(0)).value(), buffer.size.value());
        if (!tail || !checked_add(*tail, problem.regions[buffer.region].base)) {
            return failure(Error{source, line_of(content, {{"frames", 0}, {"", frame}, {std::string(key), 0}}),
                                 "frames[" + std::to_string(frame) + "]." + std::string(key) +
                                     ": base + offset + size of buffer " + in_quotes(buffer.name) +
                                     " does not fit in 64 bits",
                                 "record the trace again"});
        }
        return {};
    };
    Expected<void> valid;
    for (std::size_t i = 0; i < document.trace->frames.size() && valid; ++i) {
        const Frame& frame = document.trace->frames[i];
        for (const Move& move : changes[FrameIndex(i)].moves) {
            valid = valid.and_then([&] { return lies(i, "moves", move.buffer, move.from); }).and_then([&] {
                return lies(i, "moves", move.buffer, move.to);
            });
        }
        const LearningPoint* point = frame.learning ? &*frame.learning : nullptr;
        if (point != nullptr && point->region.value() >= problem.regions.size()) {
            return failure(Error{source, line_of(content, {{"frames", 0}, {"", i}, {"learning", 0}}),
                                 "frames[" + std::to_string(i) + "].learning: there is no region " +
                                     std::to_string(point->region.value()),
                                 "record the trace again"});
        }
        if (!frame.step) {
            continue;
        }
        for (const Offset candidate : frame.step->candidates) {
            valid = valid.and_then([&] { return lies(i, "step", frame.step->buffer, candidate); });
        }
        for (const PlacementStep::Ghost& ghost : frame.step->ghosts) {
            valid = valid.and_then([&] { return lies(i, "step", ghost.buffer, ghost.offset); });
        }
        const std::vector<PlacementStep::Ghost>& ghosts = frame.step->ghosts;
        for (std::size_t k = 0; k < frame.step->contexts.size() && !ghosts.empty(); ++k) {
            valid = valid.and_then(
                [&] { return lies(i, "step", ghosts[k % ghosts.size()].buffer, frame.step->contexts[k]); });
        }
    }
    return valid;
}

Expected<void> check_regions(const Document& document, std::string_view content, const std::string& source) {
    const std::size_t regions = document.problem.regions.size();
    for (std::size_t i = 0; i < document.trace->frames.size(); ++i) {
        const RegionIndex region = document.trace->frames[FrameIndex(i)].region;
        if (region != RegionIndex::none() && region.value() >= regions) {
            return failure(Error{source, line_of(content, {{"frames", i}}),
                                 "region: there is no region " + std::to_string(region.value()),
                                 "record the trace again"});
        }
    }
    return {};
}

/// Sets the changes of the trace. Checks what must hold between the trace and its problem, and within the trace.
Expected<void> set_consistent_changes(Document& document, const ListedChanges& changes, std::string_view content,
                                      const std::string& source) {
    if (auto valid = validate_read(document.problem, content, source, {{"problem", 0}, {"buffers", 0}}); !valid) {
        return valid;
    }
    if (fingerprint(document.problem) != document.trace->fingerprint) {
        return failure(Error{source, line_of(content, {{"fingerprint", 0}}),
                             "fingerprint: the trace was recorded on another problem than the one beside it",
                             "record the trace again"});
    }
    if (auto valid = set_changes(*document.trace, changes); !valid) {
        Error error = std::move(valid.error());
        error.source = source;
        error.line = line_of(content, {{"frames", 0}});
        return failure(std::move(error));
    }
    return check_regions(document, content, source).and_then([&] {
        return check_moves(document, changes, content, source);
    });
}

}  // namespace

Expected<Document> parse_trace_json(std::string_view content, const std::string& source) {
    const auto tree = parse_json(content, source);
    if (!tree) {
        return failure(tree.error());
    }
    JsonReading reading{source, content};
    const JsonField root(*tree, reading);
    Document document;
    ListedChanges changes;
    document.format = FileFormat::trace_json;
    check_version(root, trace_format_version);
    if (!root.has("problem")) {
        root.refuse("problem", "it is missing", "record the trace again");
    }
    if (!reading.failed()) {
        root.with_object(
            "problem", [&document](const JsonField& field) { read_problem(field, document.problem, document.layout); });
        document.hand_edits = read_hand_edits(root);
        document.trace = read_trace(root, document.problem.buffers.size(), changes);
    }
    if (reading.failed()) {
        return failure(std::move(*reading.error));
    }
    if (auto consistent = set_consistent_changes(document, changes, content, source); !consistent) {
        return failure(std::move(consistent.error()));
    }
    Layout result = empty_layout(document.problem);
    if (document.trace->result != FrameIndex::none()) {
        TracePlayer player(*document.trace);
        player.go_to(document.trace->result);
        result = player.layout(document.problem);
    }
    copy_sharing(result, document.layout);
    document.layout = std::move(result);
    document.provenance = document.trace->provenance;
    if (!reading.unknown_keys.empty()) {
        document.notes.push_back(reading.unknown_keys_note());
    }
    return document;
}

std::string trace_json_text(const Problem& problem, const Layout& layout, const Trace& trace,
                            std::span<const HandEdit> hand_edits) {
    std::string out;
    MemberWriter members(out, 0);
    members.text("format", trace_format_name);
    members.number("version", trace_format_version);
    append_provenance(members.name("provenance"), trace.provenance);
    append_hand_edits(members, hand_edits);
    Layout sharing = empty_layout(problem);
    copy_sharing(sharing, layout);
    MemberWriter plan(members.name("problem"), 2);
    append_problem(plan, problem, sharing);
    plan.close();
    members.text("fingerprint", hex_text(trace.fingerprint));
    members.number("threshold", trace.threshold.value());
    members.number("result", number_of(trace.result));
    append_dropped(members, trace);
    members.name("frames") += '[';
    ChangeWalk walk(trace);
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        out += i == 0 ? "" : ",";
        append_json_line(out, 0);
        append_frame(out, trace.frames[i], walk.changes_of(FrameIndex(i)));
    }
    append_json_line(out, 0);
    out += ']';
    members.close();
    out += '\n';
    return out;
}

}  // namespace arenascope
