#include "core/format/plan/problem_json.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

#include "core/base/text/json_text.h"
#include "core/base/threads/ordered_parts.h"
#include "core/format/plan/address_json.h"
#include "core/format/plan/buffer_names.h"
#include "core/format/plan/graph_json.h"
#include "core/format/plan/named_member.h"
#include "core/format/plan/sharing_json.h"
#include "core/model/network/execution_order.h"

namespace arenascope {
namespace {

/// Appends nothing for false, the default.
void append_flag(MemberWriter& members, std::string_view key, bool value) {
    if (value) {
        members.flag(key, true);
    }
}

void append_region(std::string& out, const Problem& problem, const Region& region) {
    MemberWriter members(out);
    members.text("name", region.name);
    if (region.base != 0) {
        append_address(members, "base", region.base);
    }
    if (region.capacity) {
        members.number("capacity", region.capacity->value());
    }
    if (region.alignment != Bytes(1)) {
        members.number("alignment", region.alignment.value());
    }
    append_flag(members, "fast", region.fast);
    append_flag(members, "shares_addresses", region.shares_addresses);
    append_flag(members, "second", region.second);
    if (region.slow_part != RegionIndex::none()) {
        members.text("part_of", problem.regions[region.slow_part].name);
    }
    members.close();
}

void append_scratch_request(std::string& out, const ScratchRequest& request) {
    MemberWriter members(out);
    append_flag(members, "variable", request.variable);
    if (request.minimum != Bytes(0)) {
        members.number("minimum", request.minimum.value());
    }
    append_flag(members, "overlay", request.overlay);
    append_flag(members, "fast", request.fast);
    members.close();
}

void append_range(MemberWriter& members, std::string_view key, AddressRange range) {
    members.row(key, std::array{range.from, range.to},
                [&](Offset offset) { append_json_number(members.out(), offset.value()); });
}

void append_gaps(std::string& out, const std::vector<Gap>& gaps) {
    append_json_row(out, gaps, [&out](const Gap& gap) {
        MemberWriter members(out);
        members.number("begin", gap.steps.begin.value());
        members.number("end", gap.steps.end.value());
        if (gap.window) {
            members.number("from", gap.window->from.value());
            members.number("to", gap.window->to.value());
        }
        members.close();
    });
}

/// Appends the size in bytes, or the dimensions of a texture.
void append_size(MemberWriter& members, Bytes size, const std::vector<std::int64_t>& dimensions) {
    if (dimensions.empty()) {
        members.number("size", size.value());
        return;
    }
    members.row("size", dimensions, [&](std::int64_t extent) { append_json_number(members.out(), extent); });
}

void append_buffer(std::string& out, const Problem& problem, std::size_t index, const Layout& layout) {
    const Buffer& buffer = problem.buffers[index];
    const auto& placement = layout.placements[index];
    MemberWriter members(out);
    members.text("name", buffer.name);
    append_size(members, buffer.size, buffer.dimensions());
    members.number("begin", buffer.lifetime.begin.value());
    members.number("end", buffer.lifetime.end.value());
    if (buffer.alignment != Bytes(1)) {
        members.number("alignment", buffer.alignment.value());
    }
    const ScratchRequest* request = scratch_request_of(problem, BufferIndex(index));
    if (buffer.kind != (request != nullptr ? BufferKind::scratch : BufferKind::activation)) {
        members.text("kind", name_of(buffer.kind));
    }
    if (buffer.region != RegionIndex()) {
        members.text("region", problem.regions[buffer.region].name);
    }
    if (buffer.hint()) {
        members.number("hint", buffer.hint()->value());
    }
    if (buffer.pin) {
        members.number("pin", buffer.pin->value());
    }
    if (!buffer.gaps().empty()) {
        append_gaps(members.name("gaps"), buffer.gaps());
    }
    if (problem.usage_graph) {
        append_names(members.name("may_take_over"), problem, problem.usage_graph->may_take_over[index]);
    }
    if (const Transfer* transfer = transfer_into(problem, BufferIndex(index))) {
        members.text("copy_of", problem.buffers[transfer->source].name);
    }
    if (request != nullptr) {
        append_scratch_request(members.name("scratch"), *request);
    }
    if (const auto rule = scratch_rule_of(layout, BufferIndex(index))) {
        members.text("rule", name_of(*rule));
    }
    if (placement) {
        members.number("offset", placement->offset.value());
        if (placement->region != buffer.region) {
            members.text("placed_in", problem.regions[placement->region].name);
        }
        if (problem.regions[placement->region].base != 0) {
            append_address(members, "address", address_of(problem, *placement));
        }
    }
    members.close();
}

void append_object(std::string& out, const Problem& problem, const SharedObject& object) {
    MemberWriter members(out);
    members.number("offset", object.offset.value());
    append_size(members, object.size, object.dimensions);
    if (object.region != RegionIndex()) {
        members.text("region", problem.regions[object.region].name);
    }
    members.close();
}

/// Gives the sink what `plan` holds so far and the list of buffers, as MemberWriter::list() writes it. Without a sink
/// it stays in `plan`.
void write_buffers(const TextSink& sink, MemberWriter& plan, const Problem& problem, const Layout& layout) {
    constexpr std::size_t part_buffers = 4096;
    constexpr std::size_t indentation = 4;
    std::string& out = plan.name("buffers") += '[';
    const auto give = [&](std::string& text) {
        if (sink) {
            return sink(text);
        }
        out += text;
        return true;
    };
    if (sink) {
        sink(out);
        out.clear();
    }
    const std::size_t count = problem.buffers.size();
    in_ordered_parts<std::string>((count + part_buffers - 1) / part_buffers,
                                  [&](std::size_t part, std::string& text) {
                                      text.clear();
                                      for (std::size_t i = part * part_buffers;
                                           i < std::min((part + 1) * part_buffers, count); ++i) {
                                          text += i == 0 ? "" : ",";
                                          append_json_line(text, indentation);
                                          append_buffer(text, problem, i, layout);
                                      }
                                  },
                                  [&](std::size_t /*part*/, std::string& text) { return give(text); });
    if (count > 0) {
        append_json_line(out, indentation / 2);
    }
    out += ']';
}

Region read_region(const JsonField& field) {
    Region region;
    region.name = field.text("name");
    region.base = field.has("base") ? read_address(field, "base") : 0;
    if (const auto capacity = field.optional_integer("capacity")) {
        region.capacity = Bytes(*capacity);
    }
    region.alignment = Bytes(field.optional_integer("alignment").value_or(1));
    region.fast = field.flag("fast", false);
    region.shares_addresses = field.flag("shares_addresses", false);
    region.second = field.flag("second", false);
    field.note_unknown_keys({"name", "base", "capacity", "alignment", "fast", "part_of", "shares_addresses", "second"});
    return region;
}

Gap read_gap(const JsonField& field) {
    Gap gap;
    gap.steps = {Step(field.integer("begin")), Step(field.integer("end"))};
    if (field.has("from") || field.has("to")) {
        gap.window = Window{Bytes(field.integer("from")), Bytes(field.integer("to"))};
    }
    field.note_unknown_keys({"begin", "end", "from", "to"});
    return gap;
}

std::optional<Offset> optional_offset(const JsonField& field, std::string_view key) {
    const auto value = field.optional_integer(key);
    if (value && *value < 0) {
        field.refuse(key, "it is negative (" + std::to_string(*value) + ")",
                     "an offset is at least 0; remove it if there is none");
    }
    return value ? std::optional(Offset(*value)) : std::nullopt;
}

ScratchRequest read_scratch_request(const JsonField& field) {
    ScratchRequest request;
    request.variable = field.flag("variable", false);
    request.minimum = Bytes(field.optional_integer("minimum").value_or(0));
    request.overlay = field.flag("overlay", false);
    request.fast = field.flag("fast", false);
    field.note_unknown_keys({"variable", "minimum", "overlay", "fast"});
    return request;
}

/// Reads the scratch request of the buffer that is added next, and the rule that placed it.
void read_scratch(const JsonField& field, Problem& problem, Layout& layout) {
    const BufferIndex buffer(problem.buffers.size());
    field.with_object("scratch", [&](const JsonField& element) {
        problem.scratch.push_back(read_scratch_request(element));
        problem.scratch.back().buffer = buffer;
    });
    if (field.has("rule")) {
        layout.scratch.push_back({buffer, named_member(field, "rule", field.text("rule"), scratch_rule_named,
                                                       "there is no rule ", "remove it, or plan the scratch again")});
    }
}

/// Reads a number of bytes, or the two, three or four dimensions of a texture.
Bytes read_size(const JsonField& field, std::vector<std::int64_t>& dimensions) {
    if (!field.value().is_object() || !field.has("size") || !field.value()["size"].is_array()) {
        return Bytes(field.integer("size"));
    }
    for (const auto& dimension : field.integers("size")) {
        dimensions.push_back(dimension.value_or(0));
    }
    const auto size = size_of(dimensions);
    if (!size) {
        field.refuse(
            "size", "the product of the dimensions is not a valid size",
            "give bytes, or width and height, or width, height and depth, or batch, height, width and channels, "
            "each at least 1");
    }
    return size.value_or(Bytes(1));
}

bool has_lifetime(const JsonField& field) {
    return field.has("begin") || field.has("end");
}

/// `follows_operators`: a missing lifetime is computed from the operators.
Buffer read_buffer(const JsonField& field, const Problem& problem, bool follows_operators, VariableSize variable_size) {
    Buffer buffer;
    buffer.name = field.text("name");
    if (buffer.name.empty()) {
        field.refuse("name", "it is empty", "give each buffer a name");
    }
    const ScratchRequest* request = scratch_request_of(problem, BufferIndex(problem.buffers.size()));
    const bool is_variable = request != nullptr && request->variable;
    if (!is_variable || field.has("size")) {
        std::vector<std::int64_t> dimensions;
        buffer.size = read_size(field, dimensions);
        buffer.set_dimensions(std::move(dimensions));
    }
    // Before it is planned, variable scratch has only its minimum as size, whatever a plan says.
    if (is_variable && (!field.has("size") || (variable_size == VariableSize::minimum && !field.has("offset")))) {
        buffer.size = request->minimum;
        buffer.set_dimensions({});
    }
    buffer.kind = request != nullptr ? BufferKind::scratch : BufferKind::activation;
    buffer.lifetime = {Step(0), Step(1)};
    if (has_lifetime(field) || !follows_operators) {
        buffer.lifetime = {Step(field.integer("begin")), Step(field.integer("end"))};
    }
    buffer.alignment = Bytes(field.optional_integer("alignment").value_or(1));
    if (field.has("kind")) {
        buffer.kind = named_member(field, "kind", field.text("kind"), buffer_kind_named, "there is no kind ",
                                   "a kind is activation, input, output, variable or scratch");
    }
    buffer.region = read_region_name(field, "region", problem, RegionIndex());
    buffer.set_hint(optional_offset(field, "hint"));
    buffer.pin = optional_offset(field, "pin");
    std::vector<Gap> gaps;
    field.for_each("gaps", [&gaps](const JsonField& gap) { gaps.push_back(read_gap(gap)); });
    std::ranges::stable_sort(gaps, [](const Gap& a, const Gap& b) { return a.steps.begin < b.steps.begin; });
    buffer.set_gaps(std::move(gaps));
    field.note_unknown_keys({"name", "size", "begin", "end", "alignment", "kind", "region", "hint", "pin", "gaps",
                             "offset", "placed_in", "address", "may_take_over", "copy_of", "scratch", "rule"});
    return buffer;
}

/// Records an address of the buffer that was read last if it does not follow from its offset.
void note_address(Address stated, const Placement& placement, const Problem& problem, Layout& layout) {
    const Address actual = address_of(problem, placement);
    if (stated != actual) {
        layout.misstated.push_back({.kind = Contradiction::Kind::address,
                                    .buffer = BufferIndex(problem.buffers.size() - 1),
                                    .stated = static_cast<std::int64_t>(stated),
                                    .actual = static_cast<std::int64_t>(actual)});
    }
}

OptionalPlacement read_placement(const JsonField& field, const Problem& problem, Layout& layout) {
    const Buffer& buffer = problem.buffers.back();
    const auto offset = optional_offset(field, "offset");
    if (!offset) {
        return std::nullopt;
    }
    const Placement placement{*offset, read_region_name(field, "placed_in", problem, buffer.region)};
    const auto tail = checked_add(offset->value(), buffer.size.value());
    if (!tail || !has_addresses(problem.regions[placement.region].base, *tail)) {
        field.refuse("offset", "base + offset + size does not fit in 64 bits", "addresses stay below 2^64");
    }
    if (field.has("address") && tail) {
        note_address(read_address(field, "address"), placement, problem, layout);
    }
    return placement;
}

/// Read after all buffers, because a list may name a later one.
void read_usage_graph(const JsonField& field, BufferNames& names, Problem& problem) {
    std::vector<std::vector<BufferIndex>> lists;
    bool has_list = false;
    field.for_each("buffers", [&](const JsonField& element) {
        has_list = has_list || element.has("may_take_over");
        lists.push_back(names.buffers(element, "may_take_over"));
    });
    if (has_list) {
        problem.usage_graph = UsageGraph{std::move(lists)};
    }
}

/// Read after all buffers, because a copy may come before its source.
void read_transfers(const JsonField& field, BufferNames& names, Problem& problem) {
    BufferIndex copy;
    field.for_each("buffers", [&](const JsonField& element) {
        if (element.has("copy_of")) {
            if (const auto source = names.buffer(element, "copy_of")) {
                problem.transfers.push_back({*source, copy});
            }
        }
        copy = BufferIndex(copy.value() + 1);
    });
}

AddressRange read_range(const JsonField& field, std::string_view key) {
    const auto ends = field.integers(key);
    if (ends.size() != 2 || !ends[0] || !ends[1] || *ends[0] > *ends[1] || !checked_subtract(*ends[1], *ends[0])) {
        field.refuse(key, "it is not a range of bytes", "write [bottom, top]");
        return {};
    }
    return {Offset(*ends[0]), Offset(*ends[1])};
}

void read_heaps(const JsonField& field, const Problem& problem, Layout& layout) {
    field.for_each("heaps", [&](const JsonField& element) {
        layout.heaps.push_back({read_region_name(element, "region", problem, RegionIndex()),
                                read_range(element, "before"), read_range(element, "after")});
        element.note_unknown_keys({"region", "before", "after"});
    });
}

/// Read after all regions, because a fast part may come before the slower one.
void read_slow_parts(const JsonField& field, Problem& problem) {
    RegionIndex index;
    field.for_each("regions", [&](const JsonField& region) {
        if (region.has("part_of") && index.value() < problem.regions.size()) {
            problem.regions[index].slow_part = read_region_name(region, "part_of", problem, RegionIndex::none());
        }
        index = RegionIndex(index.value() + 1);
    });
}

void read_objects(const JsonField& field, const Problem& problem, Layout& layout) {
    field.for_each("objects", [&](const JsonField& element) {
        SharedObject object;
        object.offset = optional_offset(element, "offset").value_or(Offset(0));
        object.size = read_size(element, object.dimensions);
        object.region = read_region_name(element, "region", problem, RegionIndex());
        if (object.size < Bytes(1) || !checked_add(object.offset.value(), object.size.value())) {
            element.refuse("size", "it is below 1, or offset + size does not fit in 64 bits",
                           "an object is as large as the largest buffer that it holds");
        }
        element.note_unknown_keys({"offset", "size", "region"});
        layout.objects.push_back(std::move(object));
    });
}

}  // namespace

void append_problem(MemberWriter& plan, const Problem& problem, const Layout& layout, const TextSink& sink) {
    std::string& out = plan.out();
    plan.list("regions", problem.regions,
              [&](const Region& region, std::size_t) { append_region(out, problem, region); });
    if (!problem.step_labels.empty()) {
        plan.list("steps", problem.step_labels, [&](const StepLabel& label, std::size_t) {
            MemberWriter members(out);
            members.number("step", label.step.value());
            members.text("label", label.text);
            members.close();
        });
    }
    write_buffers(sink, plan, problem, layout);
    if (!layout.heaps.empty()) {
        plan.list("heaps", layout.heaps, [&](const HeapBounds& heap, std::size_t) {
            MemberWriter members(out);
            members.text("region", problem.regions[heap.region].name);
            append_range(members, "before", heap.before);
            append_range(members, "after", heap.after);
            members.close();
        });
    }
    // A step of a run may have objects that no buffer is in yet.
    std::vector<SharedObject> objects;
    std::ranges::copy_if(layout.objects, std::back_inserter(objects),
                         [](const SharedObject& object) { return object.size > Bytes(0); });
    if (!objects.empty()) {
        plan.list("objects", objects,
                  [&](const SharedObject& object, std::size_t) { append_object(out, problem, object); });
    }
    append_sharing(plan, problem, layout);
    append_graph(plan, problem);
    append_outcome(plan, problem, layout);
}

void read_problem(const JsonField& field, Problem& problem, Layout& layout, PlainBufferList* plain,
                  VariableSize variable_size) {
    if (field.has("regions")) {
        problem.regions.clear();
        field.for_each("regions", [&](const JsonField& region) { problem.regions.push_back(read_region(region)); });
        read_slow_parts(field, problem);
        if (problem.regions.empty()) {
            field.refuse("regions", "there is none", "give at least one region, or leave the list out");
            return;
        }
        // Tested before buffers look up their regions, because there may be far too many regions.
        if (auto valid = validate({{}, problem.regions, {}, {}}); !valid) {
            field.refuse("regions", valid.error().cause, valid.error().cure);
            return;
        }
    }
    field.for_each("steps", [&](const JsonField& label) {
        problem.step_labels.push_back({Step(label.integer("step")), label.text("label")});
        label.note_unknown_keys({"step", "label"});
    });
    std::ranges::stable_sort(problem.step_labels,
                             [](const StepLabel& a, const StepLabel& b) { return a.step < b.step; });
    if (plain != nullptr) {
        if (!plain->number_regions(problem.regions)) {
            field.refuse("buffers", "a region is missing, or an address does not fit in 64 bits", {});
        }
        problem.buffers = std::move(plain->buffers);
        layout.placements = std::move(plain->placements);
    }
    const bool follows_operators = field.has("operators");
    std::vector<BufferIndex> without_lifetime;
    field.for_each("buffers", [&](const JsonField& element) {
        if (follows_operators && !has_lifetime(element)) {
            without_lifetime.emplace_back(problem.buffers.size());
        }
        read_scratch(element, problem, layout);
        problem.buffers.push_back(read_buffer(element, problem, follows_operators, variable_size));
        if (element.has("rule") && problem.buffers.back().kind != BufferKind::scratch) {
            element.refuse("rule", "it is not a scratch buffer", "remove the rule, or set the kind to scratch");
        }
        layout.placements.push_back(read_placement(element, problem, layout));
    });
    // The list may be empty: a plan of no buffers is written as one, too.
    if (!field.has("buffers") && !field.has("operators")) {
        field.refuse("buffers", "it is missing", "list the buffers; the list may be empty");
    }
    BufferNames names(problem);
    read_usage_graph(field, names, problem);
    read_transfers(field, names, problem);
    read_heaps(field, problem, layout);
    read_objects(field, problem, layout);
    read_sharing(field, names, layout);
    read_graph(field, names, problem);
    if (!without_lifetime.empty()) {
        if (const auto derived = derive_lifetimes(problem, without_lifetime); !derived) {
            field.refuse("buffers", derived.error().cause, derived.error().cure);
        }
    }
    read_outcome(field, names, problem, layout);
}

Expected<void> validate_read(const Problem& problem, std::string_view content, const std::string& source,
                             const std::vector<JsonStep>& buffers) {
    auto valid = validate(problem, source);
    return valid ? valid : validate(problem, source, lines_of_elements(content, buffers));
}

}  // namespace arenascope
