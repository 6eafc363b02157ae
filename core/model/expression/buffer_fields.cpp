#include "core/model/expression/buffer_fields.h"

namespace arenascope {
namespace {

std::optional<Value> integer(std::int64_t value) {
    return Value(value);
}

std::optional<Value> text(std::string_view value) {
    return Value(std::string(value));
}

std::optional<Value> offset_or_nothing(const std::optional<Offset>& offset) {
    return offset ? integer(offset->value()) : std::nullopt;
}

std::optional<Value> placed_field(const BufferFacts& facts, BufferIndex index, std::string_view field) {
    if (facts.layout == nullptr || index.value() >= facts.layout->placements.size()) {
        return std::nullopt;
    }
    const auto& placement = facts.layout->placements[index];
    if (!placement) {
        return std::nullopt;
    }
    if (field == "offset") {
        return integer(placement->offset.value());
    }
    if (field == "tail") {
        return integer((placement->offset + facts.problem->buffers[index].size).value());
    }
    return integer(address_of(*facts.problem, *placement));
}

std::optional<Value> scratch_field(const BufferFacts& facts, BufferIndex index, std::string_view field) {
    if (facts.problem->buffers[index].kind != BufferKind::scratch) {
        return std::nullopt;
    }
    if (field == "scratch") {
        const ScratchRequest* request = scratch_request_of(*facts.problem, index);
        return text(request != nullptr && request->variable ? "variable" : "fixed");
    }
    if (facts.layout == nullptr || index.value() >= facts.layout->placements.size()) {
        return std::nullopt;
    }
    if (field == "part") {
        const auto& placement = facts.layout->placements[index];
        return placement ? text(facts.problem->regions[placement->region].name) : std::nullopt;
    }
    const auto rule = scratch_rule_of(*facts.layout, index);
    return rule ? text(name_of(*rule)) : std::nullopt;
}

std::optional<Value> risk_field(const BufferFacts& facts, BufferIndex index, std::string_view field) {
    if (index.value() >= facts.risks.size()) {
        return std::nullopt;
    }
    const Risk risk = facts.risks[index];
    return text(field == "tier" ? name_of(risk.tier) : name_of(risk.cause));
}

std::optional<Value> maker_field(const BufferFacts& facts, BufferIndex index, std::string_view field) {
    const StackFrame* maker = maker_of(*facts.problem, index);
    return maker != nullptr ? std::optional(frame_field(*maker, field)) : std::nullopt;
}

std::optional<Value> order_field(const BufferFacts& facts, BufferIndex index, std::string_view field) {
    if (facts.order == nullptr || index.value() >= facts.order->place.size() || facts.order->place[index] == 0) {
        return std::nullopt;
    }
    return field == "order" ? integer(facts.order->place[index]) : integer(facts.order->change[index]);
}

}  // namespace

const std::vector<std::string>& buffer_fields() {
    static const std::vector<std::string> fields{
        "name",    "size", "begin",  "end",       "length",  "offset", "tail",      "tier",      "cause",
        "address", "kind", "region", "alignment", "hint",    "pin",    "gaps",      "conflicts", "scratch",
        "part",    "rule", "order",  "reordered", "overlap", "file",   "file_path", "line",      "function"};
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
    const Buffer& subject = facts.problem->buffers[buffer];
    if (field == "name") {
        return text(subject.name);
    }
    if (field == "size") {
        return integer(subject.size.value());
    }
    if (field == "begin") {
        return integer(subject.lifetime.begin.value());
    }
    if (field == "end") {
        return integer(subject.lifetime.end.value());
    }
    if (field == "length") {
        return integer(length(subject.lifetime).value());
    }
    if (field == "offset" || field == "tail" || field == "address") {
        return placed_field(facts, buffer, field);
    }
    if (field == "tier" || field == "cause") {
        return risk_field(facts, buffer, field);
    }
    if (field == "kind") {
        return text(name_of(subject.kind));
    }
    if (field == "region") {
        return text(facts.problem->regions[subject.region].name);
    }
    if (field == "alignment") {
        return integer(alignment_of(*facts.problem, subject).value());
    }
    if (field == "hint") {
        return offset_or_nothing(subject.hint());
    }
    if (field == "pin") {
        return offset_or_nothing(subject.pin);
    }
    if (field == "gaps") {
        return integer(static_cast<std::int64_t>(subject.gaps().size()));
    }
    if (field == "scratch" || field == "part" || field == "rule") {
        return scratch_field(facts, buffer, field);
    }
    if (field == "file" || field == "file_path" || field == "line" || field == "function") {
        return maker_field(facts, buffer, field);
    }
    if (field == "order" || field == "reordered") {
        return order_field(facts, buffer, field);
    }
    if (field == "overlap" && buffer.value() < facts.overlaps.size()) {
        return integer(facts.overlaps[buffer]);
    }
    if (field == "conflicts" && buffer.value() < facts.conflicts.size()) {
        return integer(facts.conflicts[buffer]);
    }
    return std::nullopt;
}

}  // namespace arenascope
