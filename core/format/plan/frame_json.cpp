#include "core/format/plan/frame_json.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "core/format/plan/named_member.h"
#include "core/format/plan/object_choice_json.h"
#include "core/trace/packed_changes.h"

namespace arenascope {
namespace {

template <class IndexType>
std::optional<std::int64_t> number_of(IndexType index) {
    return index == IndexType::none() ? std::nullopt : std::optional<std::int64_t>(index.value());
}

std::optional<std::int64_t> number_of(OptionalOffset offset) {
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
        frame.kind = named_member(field_, "kind", field_.text("kind"), frame_kind_named, "there is no kind of frame ",
                                  "record the trace again");
        frame.goal = named_member(field_, "goal", field_.optional_text("goal", name_of(Goal::none)), goal_named,
                                  "there is no goal ", "record the trace again");
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

}  // namespace

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

Frame read_frame(const JsonField& field) {
    return FrameReader(field).read();
}

FrameChanges read_frame_changes(const JsonField& field) {
    return FrameReader(field).read_changes();
}

}  // namespace arenascope
