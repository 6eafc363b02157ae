#include "core/analysis/compare/change_filter.h"

#include <cstdlib>

namespace arenascope {
namespace {

constexpr std::string_view side_a = "(A)";
constexpr std::string_view side_b = "(B)";

/// A change with what is known of both plans.
struct ChangeSubject {
    const ChangeFacts& facts;
    Comparand a;
    Comparand b;
    const ComparedBuffer* change = nullptr;
};

std::optional<Value> field_of_side(const BufferFacts& facts, BufferIndex buffer, std::string_view field) {
    return buffer == BufferIndex::none() ? std::nullopt : buffer_field(facts, buffer, field);
}

Value moved_field(const ChangeSubject& subject) {
    const auto distance = offset_change(subject.a, subject.b, *subject.change);
    return distance && subject.change->is_moved ? Value(std::abs(*distance)) : Value(subject.change->is_moved);
}

/// Whether the kind of change that a field names is there; empty for another field.
std::optional<Value> kind_field(const ChangeSubject& subject, std::string_view field) {
    const ComparedBuffer& change = *subject.change;
    if (field == "moved") {
        return moved_field(subject);
    }
    if (field == "added" || field == "removed") {
        return Value(field == "added" ? is_added(change) : is_removed(change));
    }
    if (field == "renamed") {
        return Value(change.is_renamed);
    }
    if (field == "resized" || field == "retimed") {
        return Value(field == "resized" ? change.is_resized : change.is_retimed);
    }
    return std::nullopt;
}

std::optional<Value> change_field(const ChangeSubject& subject, std::string_view field) {
    const ComparedBuffer& change = *subject.change;
    if (field.ends_with(side_a)) {
        return field_of_side(subject.facts.a, change.first, field.substr(0, field.size() - side_a.size()));
    }
    if (field.ends_with(side_b)) {
        return field_of_side(subject.facts.b, change.second, field.substr(0, field.size() - side_b.size()));
    }
    if (const auto kind = kind_field(subject, field)) {
        return kind;
    }
    return is_removed(change) ? field_of_side(subject.facts.a, change.first, field)
                              : field_of_side(subject.facts.b, change.second, field);
}

}  // namespace

const std::vector<std::string>& change_fields() {
    static const std::vector<std::string> fields = [] {
        std::vector<std::string> list{"added", "removed", "renamed", "moved", "resized", "retimed"};
        for (const std::string_view side : {std::string_view(), side_a, side_b}) {
            for (const std::string& field : buffer_fields()) {
                list.push_back(field + std::string(side));
            }
        }
        return list;
    }();
    return fields;
}

Expected<ChangeFilter> ChangeFilter::parse(std::string_view text) {
    return TextFilter::parse(text, change_fields()).map([](TextFilter parsed) {
        ChangeFilter filter;
        filter.filter_ = std::move(parsed);
        return filter;
    });
}

std::vector<std::size_t> ChangeFilter::passing(const ChangeFacts& facts,
                                               const std::vector<ComparedBuffer>& changes) const {
    ChangeSubject subject{facts, {*facts.a.problem, *facts.a.layout}, {*facts.b.problem, *facts.b.layout}, nullptr};
    const FieldLookup lookup = [&subject](std::string_view field) { return change_field(subject, field); };
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const ComparedBuffer& change = changes[i];
        subject.change = &change;
        if ((!is_added(change) && filter_.accepts(lookup, facts.a.problem->buffers[change.first].name)) ||
            (!is_removed(change) && filter_.accepts(lookup, facts.b.problem->buffers[change.second].name))) {
            positions.push_back(i);
        }
    }
    return positions;
}

}  // namespace arenascope
