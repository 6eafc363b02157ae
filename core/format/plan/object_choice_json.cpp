#include "core/format/plan/object_choice_json.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "core/base/text/json_text.h"
#include "core/format/plan/named_member.h"

namespace arenascope {
namespace {

void append_candidate(std::string& out, const ObjectChoice::Candidate& candidate) {
    MemberWriter members(out);
    members.count("object", candidate.object.value());
    members.number("size", candidate.size.value());
    members.number("distance", candidate.distance.value());
    members.text("outcome", name_of(candidate.outcome));
    members.close();
}

std::uint32_t position_in(const JsonField& field, std::string_view key) {
    const std::uint64_t number = field.count(key);
    if (number >= std::numeric_limits<std::uint32_t>::max()) {
        field.refuse(key, std::to_string(number) + " is no position in a list", "record the trace again");
        return 0;
    }
    return static_cast<std::uint32_t>(number);
}

ObjectChoice::Candidate read_candidate(const JsonField& field) {
    ObjectChoice::Candidate candidate;
    candidate.object = ObjectIndex(position_in(field, "object"));
    candidate.size = Bytes(not_negative(field, "size"));
    candidate.distance = Duration(not_negative(field, "distance"));
    candidate.outcome = named_member(field, "outcome", field.text("outcome"), object_outcome_named,
                                     "there is no outcome ", "record the trace again");
    field.note_unknown_keys({"object", "size", "distance", "outcome"});
    return candidate;
}

}  // namespace

std::int64_t not_negative(const JsonField& field, std::string_view key) {
    const std::int64_t number = field.integer(key);
    if (number < 0) {
        field.refuse(key, "it is negative (" + std::to_string(number) + ")", "record the trace again");
    }
    return number;
}

void append_object_choice(std::string& out, const ObjectChoice& choice) {
    MemberWriter members(out);
    members.text("rule", name_of(choice.rule));
    members.row("free", choice.candidates,
                [&](const ObjectChoice::Candidate& candidate) { append_candidate(members.out(), candidate); });
    if (choice.unlisted > 0) {
        members.count("unlisted", choice.unlisted);
    }
    members.number("after", choice.after.value());
    members.number("total", choice.total.value());
    if (choice.breadth) {
        members.number("task", choice.breadth->task.value());
        members.number("breadth", choice.breadth->live.value());
    }
    if (choice.position) {
        members.count("position", *choice.position);
    }
    members.close();
}

ObjectChoice read_object_choice(const JsonField& field) {
    ObjectChoice choice;
    choice.rule = named_member(field, "rule", field.text("rule"), object_rule_named, "there is no rule ",
                               "record the trace again");
    field.for_each("free", [&choice](const JsonField& each) { choice.candidates.push_back(read_candidate(each)); });
    choice.unlisted = field.has("unlisted") ? position_in(field, "unlisted") : 0;
    choice.after = Bytes(not_negative(field, "after"));
    choice.total = Bytes(not_negative(field, "total"));
    if (field.has("breadth")) {
        choice.breadth = {Step(field.integer("task")), Bytes(not_negative(field, "breadth"))};
    }
    if (field.has("position")) {
        choice.position = position_in(field, "position");
    }
    field.note_unknown_keys({"rule", "free", "unlisted", "after", "total", "task", "breadth", "position"});
    return choice;
}

}  // namespace arenascope
