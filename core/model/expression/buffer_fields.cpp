#include "core/model/expression/buffer_fields.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace arenascope {
namespace {

std::optional<Value> integer(std::int64_t value) {
    return Value(value);
}

std::optional<Value> address(Address value) {
    return std::in_range<std::int64_t>(value) ? Value(static_cast<std::int64_t>(value)) : Value(value);
}

std::optional<Value> text(std::string_view value) {
    return Value(std::string(value));
}

std::optional<Value> offset_or_nothing(const std::optional<Offset>& offset) {
    return offset ? integer(offset->value()) : std::nullopt;
}

/// A buffer and what is known of it.
struct Subject {
    const BufferFacts& facts;
    BufferIndex index;

    [[nodiscard]] const Buffer& buffer() const { return facts.problem->buffers[index]; }
    [[nodiscard]] bool is_scratch() const { return buffer().kind == BufferKind::scratch; }
    [[nodiscard]] bool has_layout() const {
        return facts.layout != nullptr && index.value() < facts.layout->placements.size();
    }
    [[nodiscard]] OptionalPlacement placement() const {
        return has_layout() ? facts.layout->placements[index] : OptionalPlacement();
    }
    [[nodiscard]] bool has_order() const {
        return facts.order != nullptr && index.value() < facts.order->place.size() && facts.order->place[index] != 0;
    }
    [[nodiscard]] bool has_risk() const { return index.value() < facts.risks.size(); }
};

std::optional<Value> scratch_field(const Subject& one) {
    const ScratchRequest* request = scratch_request_of(*one.facts.problem, one.index);
    return one.is_scratch() ? text(request != nullptr && request->variable ? "variable" : "fixed") : std::nullopt;
}

std::optional<Value> rule_field(const Subject& one) {
    const bool is_known = one.is_scratch() && one.has_layout();
    const auto rule = is_known ? scratch_rule_of(*one.facts.layout, one.index) : std::nullopt;
    return rule ? text(name_of(*rule)) : std::nullopt;
}

std::optional<Value> maker_field(const Subject& one, std::string_view field) {
    const StackFrame* maker = maker_of(*one.facts.problem, one.index);
    return maker != nullptr ? std::optional(frame_field(*maker, field)) : std::nullopt;
}

/// The number of a buffer in a list that may be shorter; empty: it has none.
std::optional<Value> listed_number(IndexedSpan<BufferIndex, const std::int64_t> list, BufferIndex index) {
    return index.value() < list.size() ? integer(list[index]) : std::nullopt;
}

/// A field, and its value for a buffer.
struct FieldRow {
    std::string_view name;
    std::optional<Value> (*value)(const Subject& one);
};

constexpr FieldRow field_rows[] = {
    {"name", [](const Subject& one) { return text(one.buffer().name); }},
    {"size", [](const Subject& one) { return integer(one.buffer().size.value()); }},
    {"begin", [](const Subject& one) { return integer(one.buffer().lifetime.begin.value()); }},
    {"end", [](const Subject& one) { return integer(one.buffer().lifetime.end.value()); }},
    {"length", [](const Subject& one) { return integer(length(one.buffer().lifetime).value()); }},
    {"offset",
     [](const Subject& one) { return one.placement() ? integer(one.placement()->offset.value()) : std::nullopt; }},
    {"tail",
     [](const Subject& one) {
         return one.placement() ? integer((one.placement()->offset + one.buffer().size).value()) : std::nullopt;
     }},
    {"tier",
     [](const Subject& one) { return one.has_risk() ? text(name_of(one.facts.risks[one.index].tier)) : std::nullopt; }},
    {"cause",
     [](const Subject& one) {
         return one.has_risk() ? text(name_of(one.facts.risks[one.index].cause)) : std::nullopt;
     }},
    {"address",
     [](const Subject& one) {
         const auto& placement = one.placement();
         return placement ? address(address_of(*one.facts.problem, *placement)) : std::nullopt;
     }},
    {"kind", [](const Subject& one) { return text(name_of(one.buffer().kind)); }},
    {"region", [](const Subject& one) { return text(one.facts.problem->regions[one.buffer().region].name); }},
    {"alignment", [](const Subject& one) { return integer(alignment_of(*one.facts.problem, one.buffer()).value()); }},
    {"hint", [](const Subject& one) { return offset_or_nothing(one.buffer().hint()); }},
    {"pin", [](const Subject& one) { return offset_or_nothing(one.buffer().pin); }},
    {"gaps", [](const Subject& one) { return integer(std::ssize(one.buffer().gaps())); }},
    {"conflicts", [](const Subject& one) { return listed_number(one.facts.conflicts, one.index); }},
    {"scratch", scratch_field},
    {"part",
     [](const Subject& one) {
         return one.is_scratch() && one.placement() ? text(one.facts.problem->regions[one.placement()->region].name)
                                                    : std::nullopt;
     }},
    {"rule", rule_field},
    {"order",
     [](const Subject& one) { return one.has_order() ? integer(one.facts.order->place[one.index]) : std::nullopt; }},
    {"reordered",
     [](const Subject& one) { return one.has_order() ? integer(one.facts.order->change[one.index]) : std::nullopt; }},
    {"shared_steps", [](const Subject& one) { return listed_number(one.facts.overlaps, one.index); }},
    {"file", [](const Subject& one) { return maker_field(one, "file"); }},
    {"file_path", [](const Subject& one) { return maker_field(one, "file_path"); }},
    {"line", [](const Subject& one) { return maker_field(one, "line"); }},
    {"function", [](const Subject& one) { return maker_field(one, "function"); }},
};

}  // namespace

const std::vector<std::string>& buffer_fields() {
    static const std::vector<std::string> fields = [] {
        std::vector<std::string> names;
        for (const FieldRow& row : field_rows) {
            names.emplace_back(row.name);
        }
        return names;
    }();
    return fields;
}

Value frame_field(const StackFrame& frame, std::string_view field) {
    if (field == "line") {
        return frame.line;
    }
    return std::string(field == "function"    ? std::string_view(frame.function)
                       : field == "file_path" ? std::string_view(frame.file)
                                              : file_name_of(frame.file));
}

std::optional<Value> buffer_field(const BufferFacts& facts, BufferIndex buffer, std::string_view field) {
    if (field == shown_name) {
        const std::string_view name = facts.problem->buffers[buffer].name;
        return text(facts.names(name));
    }
    const auto* const row = std::ranges::find(field_rows, field, &FieldRow::name);
    return row != std::end(field_rows) ? row->value({facts, buffer}) : std::nullopt;
}

}  // namespace arenascope
