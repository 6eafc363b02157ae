#include "core/format/plan/deployment_json.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/base/error/quotation.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/format/plan/address_json.h"
#include "core/format/plan/graph_json.h"
#include "core/format/plan/json_document.h"
#include "core/format/plan/listed_span.h"
#include "core/format/plan/part_json.h"
#include "core/format/plan/problem_json.h"
#include "core/model/network/deployed_problem.h"
#include "core/model/network/shortened_network.h"

namespace arenascope {
namespace {

class DeploymentWriter {
public:
    DeploymentWriter(const Problem& problem, const Layout& layout) : problem_(problem), layout_(layout) {}

    std::string text(const ShortenedNetwork& network, const std::vector<OperatorIndex>& removed) {
        MemberWriter deployment(out_, 2);
        deployment.text("format", deployment_format_name);
        deployment.number("version", deployment_format_version);
        deployment.number("peak", peak(problem_, layout_).value());
        append_second_memories(deployment);
        const std::vector<ListedOperator> listed = listed_operators(network);
        const ListedSpans spans(problem_, network, listed);
        append_whole_buffers(deployment, "inputs", needed_inputs(network, spans),
                             [&](BufferIndex index) { return spans.of_given(index); });
        deployment.list("outputs", network.outputs, [&](const ShortenedOutput& one, std::size_t) {
            MemberWriter members(out_);
            members.text("name", buffer(one.output).name);
            append_held(members, one.output, one.held);
            members.close();
        });
        append_whole_buffers(deployment, "variables", network.variables, [](BufferIndex) { return ListedSpan(); });
        append_whole_buffers(deployment, "scratch", used_scratch(network, spans),
                             [&](BufferIndex index) { return spans.of_scratch(index); });
        append_unknown_sizes(deployment);
        deployment.row("removed", removed, [&](OperatorIndex index) { append_json_string(out_, node(index).name); });
        append_execution(deployment, listed);
        deployment.close();
        out_ += '\n';
        return std::move(out_);
    }

private:
    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index]; }
    [[nodiscard]] const Operator& node(OperatorIndex index) const { return problem_.graph->operators[index]; }

    /// Where the bytes of a buffer from `position` on lie.
    void append_place(MemberWriter& members, BufferIndex index, Bytes position, Bytes size) {
        if (const auto& placement = layout_.placements[index]) {
            members.text("region", problem_.regions[placement->region].name);
            members.number("offset", (placement->offset + position).value());
            append_address(members, "address",
                           address_of(problem_, *placement) + static_cast<Address>(position.value()));
        }
        members.number("size", size.value());
    }

    void append_part(MemberWriter& members, const HeldBytes& part) {
        members.text("buffer", buffer(part.buffer).name);
        members.number("position", part.position.value());
        append_place(members, part.buffer, part.position, part.size);
    }

    void append_held(MemberWriter& members, BufferIndex tensor, const HeldTensor& held) {
        if (held.size() == 1) {
            append_part(members, held.front());
            return;
        }
        members.row("parts", held, [&](const HeldBytes& part) {
            MemberWriter inner(out_);
            append_part(inner, part);
            inner.close();
        });
        append_place(members, tensor, Bytes(0), buffer(tensor).size);
    }

    /// Without that of removed operators, and without variable scratch that found no room.
    [[nodiscard]] std::vector<BufferIndex> used_scratch(const ShortenedNetwork& network,
                                                        const ListedSpans& spans) const {
        std::vector<BufferIndex> used;
        std::ranges::copy_if(network.scratch, std::back_inserter(used), [&](BufferIndex index) {
            return buffer(index).size > Bytes(0) && spans.of_scratch(index).first;
        });
        return used;
    }

    [[nodiscard]] static std::vector<BufferIndex> needed_inputs(const ShortenedNetwork& network,
                                                                const ListedSpans& spans) {
        std::vector<BufferIndex> needed;
        std::ranges::copy_if(network.inputs, std::back_inserter(needed),
                             [&](BufferIndex index) { return spans.needs_given(index); });
        return needed;
    }

    template <class SpanOf>
    void append_whole_buffers(MemberWriter& deployment, std::string_view key, const std::vector<BufferIndex>& given,
                              const SpanOf& span_of) {
        deployment.list(key, given, [&](BufferIndex index, std::size_t) {
            MemberWriter members(out_);
            members.text("name", buffer(index).name);
            append_place(members, index, Bytes(0), buffer(index).size);
            const ListedSpan span = span_of(index);
            if (span.first) {
                members.number("first", *span.first);
            }
            if (span.last) {
                members.number("last", *span.last);
            }
            const ScratchRequest* request = scratch_request_of(problem_, index);
            if (request != nullptr && request->overlay) {
                members.flag("overlay", true);
            }
            append_gaps(members, span.gaps);
            members.close();
        });
    }

    void append_gaps(MemberWriter& members, const std::vector<DeployedGap>& gaps) {
        if (gaps.empty()) {
            return;
        }
        members.row("gaps", gaps, [&](const DeployedGap& gap) {
            MemberWriter inner(out_);
            inner.number("first", gap.first);
            inner.number("last", gap.last);
            if (gap.window) {
                inner.number("from", gap.window->from.value());
                inner.number("to", gap.window->to.value());
            }
            inner.close();
        });
    }

    /// The memories that do not count in the peak; nothing where there is none.
    void append_second_memories(MemberWriter& deployment) {
        std::vector<RegionIndex> second;
        for (std::size_t i = 0; i < problem_.regions.size(); ++i) {
            if (problem_.regions[i].second) {
                second.emplace_back(i);
            }
        }
        if (!second.empty()) {
            deployment.row("second_memories", second,
                           [&](RegionIndex region) { append_json_string(out_, problem_.regions[region].name); });
        }
    }

    /// The tensors that have no place because their size is not known; nothing where there is none.
    void append_unknown_sizes(MemberWriter& deployment) {
        if (problem_.graph && !problem_.graph->unknown_sizes.empty()) {
            deployment.row("unknown_sizes", problem_.graph->unknown_sizes,
                           [&](const UnknownSize& one) { append_json_string(out_, one.tensor); });
        }
    }

    void append_execution(MemberWriter& deployment, const std::vector<ListedOperator>& listed) {
        deployment.list("operators", listed, [&](const ListedOperator& entry, std::size_t) {
            entry.node != nullptr ? append_operator(*entry.node) : append_transfer(*entry.transfer);
        });
    }

    void append_transfer(const ShortenedTransfer& one) {
        MemberWriter members(out_);
        members.text("name", buffer(one.copy).name);
        members.text("type", "Transfer");
        members.name("reads") += '[';
        MemberWriter read(out_);
        append_held(read, transfer_into(problem_, one.copy)->source, one.held);
        read.close();
        out_ += ']';
        append_names(members, "constants", {});
        append_writes(members, {one.copy});
        members.close();
    }

    void append_writes(MemberWriter& members, const std::vector<BufferIndex>& writes) {
        members.row("writes", writes, [&](BufferIndex written) {
            MemberWriter write(out_);
            write.text("buffer", buffer(written).name);
            append_place(write, written, Bytes(0), buffer(written).size);
            write.close();
        });
    }

    void append_operator(const ShortenedOperator& one) {
        const Operator& subject = node(one.node);
        MemberWriter members(out_);
        members.text("name", subject.name);
        members.text("type", subject.type);
        if (subject.feature != OperatorFeature::ordinary) {
            members.text("feature", name_of(subject.feature));
        }
        if (subject.feature == OperatorFeature::in_place) {
            members.row("shareable", subject.shareable,
                        [&](std::uint32_t position) { append_json_number(out_, position); });
        }
        std::size_t operand = 0;
        members.row("reads", one.reads, [&](const HeldTensor& held) {
            MemberWriter read(out_);
            append_held(read, subject.reads[operand++], held);
            read.close();
        });
        append_names(members, "constants", subject.constants);
        append_writes(members, subject.writes);
        append_operator_part(members, subject.part);
        if (!subject.reads_outside.empty() || !subject.writes_outside.empty()) {
            append_names(members, "reads_outside", subject.reads_outside);
            append_names(members, "writes_outside", subject.writes_outside);
        }
        members.close();
    }

    void append_names(MemberWriter& members, std::string_view key, const std::vector<std::string>& names) {
        members.row(key, names, [&](const std::string& name) { append_json_string(out_, name); });
    }

    const Problem& problem_;
    const Layout& layout_;
    std::string out_;
};

/// Reads the lists of a deployment one after the other. Regions get their base from the first address in them.
class DeploymentReader {
public:
    Deployment read(const JsonField& root) {
        deployment_.inputs = given(root, "inputs");
        deployment_.variables = buffers(root, "variables", "name");
        deployment_.scratch = given(root, "scratch");
        root.for_each("outputs", [this](const JsonField& field) {
            deployment_.outputs.push_back({field.text("name"), tensor(field)});
            field.note_unknown_keys({"name", "buffer", "position", "parts", "region", "offset", "address", "size"});
        });
        deployment_.removed = texts_of(root, "removed");
        deployment_.unknown_sizes = texts_of(root, "unknown_sizes");
        root.for_each("operators", [this](const JsonField& field) { read_operator(field); });
        for (const std::string& name : texts_of(root, "second_memories")) {
            const auto found = std::ranges::find(deployment_.regions, name, &Region::name);
            if (found != deployment_.regions.end()) {  // else nothing lies there
                found->second = true;
            }
        }
        root.note_unknown_keys({"format", "version", "peak", "inputs", "outputs", "variables", "scratch",
                                "second_memories", "unknown_sizes", "removed", "operators"});
        return std::move(deployment_);
    }

private:
    std::vector<DeployedBuffer> buffers(const JsonField& field, std::string_view list, std::string_view name_key) {
        std::vector<DeployedBuffer> read;
        field.for_each(list, [&](const JsonField& element) {
            read.push_back({element.text(name_key), size(element), place(element)});
            element.note_unknown_keys({name_key, "region", "offset", "address", "size"});
        });
        return read;
    }

    /// Buffers with the positions of the operators that need them.
    std::vector<DeployedBuffer> given(const JsonField& field, std::string_view list) {
        std::vector<DeployedBuffer> read;
        field.for_each(list, [&](const JsonField& element) {
            read.push_back({element.text("name"), size(element), place(element), position(element, "first"),
                            position(element, "last"), element.flag("overlay", false)});
            if (list == "scratch") {
                read.back().gaps = gaps(element);
            }
            element.note_unknown_keys(
                {"name", "region", "offset", "address", "size", "first", "last", "overlay", "gaps"});
        });
        return read;
    }

    static std::vector<DeployedGap> gaps(const JsonField& field) {
        std::vector<DeployedGap> read;
        field.for_each("gaps", [&](const JsonField& element) {
            DeployedGap& gap = read.emplace_back();
            gap.first = needed_position(element, "first");
            gap.last = needed_position(element, "last");
            if (element.has("from") || element.has("to")) {
                gap.window = Window{Bytes(element.integer("from")), Bytes(element.integer("to"))};
            }
            element.note_unknown_keys({"first", "last", "from", "to"});
        });
        return read;
    }

    static std::optional<std::uint32_t> position(const JsonField& field, std::string_view key) {
        const auto read = field.optional_integer(key);
        if (read && (*read < 0 || *read > INT32_MAX)) {
            field.refuse(key, "it is " + std::to_string(*read), "count the operators of the list from 0");
        }
        return read ? std::optional(static_cast<std::uint32_t>(*read)) : std::nullopt;
    }

    static std::uint32_t needed_position(const JsonField& field, std::string_view key) {
        (void)field.integer(key);
        return position(field, key).value_or(0);
    }

    static Bytes size(const JsonField& field) {
        const std::int64_t bytes = field.integer("size");
        if (bytes < 1) {
            field.refuse("size", "it is " + std::to_string(bytes), "a size is at least 1");
        }
        return Bytes(bytes);
    }

    OptionalPlacement place(const JsonField& field) {
        if (!field.has("offset")) {
            return std::nullopt;
        }
        const std::int64_t offset = field.integer("offset");
        const Address address = field.has("address") ? read_address(field, "address") : static_cast<Address>(offset);
        const std::int64_t bytes = field.integer("size");
        if (offset < 0 || bytes < 1 || !checked_add(offset, bytes) || !has_addresses(address, bytes) ||
            address < static_cast<Address>(offset)) {
            field.refuse("offset", "offset, address and size do not fit together",
                         "an offset is at least 0, and an address is the base of the region plus the offset");
            return std::nullopt;
        }
        const Address base = address - static_cast<Address>(offset);
        const RegionIndex region = region_of(field.text("region"), base);
        if (deployment_.regions[region].base != base) {
            field.refuse(
                "address",
                "it is not the offset plus the base of the region, " + std::to_string(deployment_.regions[region].base),
                "all addresses of a region have the same base");
        }
        return Placement{Offset(offset), region};
    }

    RegionIndex region_of(const std::string& name, Address base) {
        for (std::size_t i = 0; i < deployment_.regions.size(); ++i) {
            if (deployment_.regions[i].name == name) {
                return RegionIndex(i);
            }
        }
        Region& made = deployment_.regions.emplace_back();
        made.name = name;
        made.base = base;
        return RegionIndex(deployment_.regions.size() - 1);
    }

    static DeployedPart part(const JsonField& field) {
        const DeployedPart part{field.text("buffer"), Bytes(field.integer("position")), size(field)};
        if (part.position < Bytes(0)) {
            field.refuse("position", "it is negative", "count the bytes from 0");
        }
        return part;
    }

    DeployedTensor tensor(const JsonField& field) {
        DeployedTensor read{{}, size(field), place(field)};
        if (!field.has("parts")) {
            read.parts.push_back(part(field));
            return read;
        }
        Bytes before;
        field.for_each("parts", [&](const JsonField& element) {
            read.parts.push_back(part(element));
            check_part(element, read, before);
            before = before + std::min(read.parts.back().size, read.size - before);
            element.note_unknown_keys({"buffer", "position", "region", "offset", "address", "size"});
        });
        if (before != read.size) {
            field.refuse("parts",
                         "they have " + std::to_string(before.value()) + " of the " +
                             std::to_string(read.size.value()) + " bytes that are read",
                         "the sizes of the parts add up to the size of the whole");
        }
        return read;
    }

    /// A part must follow the bytes before it in the whole.
    void check_part(const JsonField& field, const DeployedTensor& whole, Bytes before) {
        const DeployedPart& part = whole.parts.back();
        if (part.size > whole.size - before) {
            field.refuse("size", "the part ends behind the whole",
                         "the sizes of the parts add up to the size of the whole");
        }
        const auto found = place(field);
        if (!found || !whole.place) {
            return;
        }
        if (found->region != whole.place->region) {
            field.refuse("region", "the part lies in another region than the whole",
                         "all parts lie in the region of the whole");
        } else if (const Offset wanted = whole.place->offset + before; found->offset != wanted) {
            field.refuse("offset",
                         "the part lies at " + std::to_string(found->offset.value()) + ", not at " +
                             std::to_string(wanted.value()),
                         "a part lies at the offset of the whole plus the sizes of the parts before it");
        }
    }

    void read_operator(const JsonField& field) {
        DeployedOperator& one = deployment_.operators.emplace_back();
        one.name = field.text("name");
        one.type = field.optional_text("type", {});
        field.for_each("reads", [&](const JsonField& element) {
            one.reads.push_back(tensor(element));
            element.note_unknown_keys({"buffer", "position", "parts", "region", "offset", "address", "size"});
        });
        read_feature(field, one.reads.size(), one.feature, one.shareable);
        one.writes = buffers(field, "writes", "buffer");
        one.constants = texts_of(field, "constants");
        one.reads_outside = texts_of(field, "reads_outside");
        one.writes_outside = texts_of(field, "writes_outside");
        one.part = read_operator_part(field, one.reads.size());
        field.note_unknown_keys({"name", "type", "feature", "shareable", "reads", "constants", "writes",
                                 "reads_outside", "writes_outside", "part"});
    }

    Deployment deployment_;
};

/// Every buffer that is read must be written or given, and be as large as its part that is read.
void check_buffers(const JsonField& root, const Deployment& deployment) {
    std::unordered_map<std::string_view, Bytes> known;
    const auto add = [&known](const std::vector<DeployedBuffer>& buffers) {
        for (const DeployedBuffer& one : buffers) {
            known.try_emplace(one.name, one.size);
        }
    };
    add(deployment.inputs);
    add(deployment.variables);
    add(deployment.scratch);
    for (const DeployedOperator& one : deployment.operators) {
        add(one.writes);
    }
    const auto check = [&](const DeployedTensor& tensor, std::string_view list, const std::string& reader) {
        for (const DeployedPart& part : tensor.parts) {
            const auto found = known.find(part.buffer);
            if (found == known.end()) {
                root.refuse(list, in_quotes(reader) + " reads " + in_quotes(part.buffer) + ", which nothing writes",
                            "name an input, a variable, a scratch buffer or one that an operator writes");
            } else if (part.position > found->second || part.size > found->second - part.position) {
                root.refuse(list, in_quotes(reader) + " reads more of " + in_quotes(part.buffer) + " than there is",
                            "position + size is at most the size of the buffer");
            }
        }
    };
    for (const DeployedOperator& one : deployment.operators) {
        for (const DeployedTensor& read : one.reads) {
            check(read, "operators", one.name);
        }
    }
    for (const DeployedOutput& output : deployment.outputs) {
        check(output.tensor, "outputs", output.name);
    }
}

/// What no operator writes may say which operators of the list need it.
void check_positions(const JsonField& root, std::string_view list, const std::vector<DeployedBuffer>& given,
                     std::size_t operators) {
    for (const DeployedBuffer& one : given) {
        const std::uint32_t last = one.last.value_or(one.first.value_or(0));
        if ((one.first || one.last) && (last >= operators || one.first.value_or(0) > last)) {
            root.refuse(list, in_quotes(one.name) + " has first and last operators that are not in the list in order",
                        "count the operators of the list from 0; the first is at most the last");
        }
    }
}

/// Gaps of scratch must lie between its first and its last operator.
void check_deployed_gaps(const JsonField& root, const std::vector<DeployedBuffer>& scratch) {
    for (const DeployedBuffer& one : scratch) {
        std::uint32_t free_from = one.first.value_or(0);
        for (const DeployedGap& gap : one.gaps) {
            if (!one.first || gap.first < free_from || gap.last < gap.first ||
                gap.last > one.last.value_or(*one.first)) {
                root.refuse("scratch", in_quotes(one.name) + " has a gap that is not between its operators",
                            "gaps lie between the first and the last operator, in order, and do not overlap");
            } else if (gap.window && (gap.window->from < Bytes(0) || gap.window->from >= gap.window->to ||
                                      gap.window->to > one.size)) {
                root.refuse("scratch", in_quotes(one.name) + " has a gap with a window that is not in the buffer",
                            "a window is from at least 0 to at most the size, and is not empty");
            }
            free_from = gap.last + 1;
        }
    }
}

}  // namespace

Expected<Document> parse_deployment_json(std::string_view content, const std::string& source) {
    auto read =
        read_json_document(content, source, deployment_format_version, [](const JsonField& root, Document& document) {
            if (root.integer("version") < 2) {
                return root.refuse("version", "version 1 does not say where the caller finds inputs and outputs",
                                   "plan the model again and write the deployment anew");
            }
            const Deployment& deployment = document.deployment.emplace(DeploymentReader().read(root));
            check_buffers(root, deployment);
            check_positions(root, "inputs", deployment.inputs, deployment.operators.size());
            check_positions(root, "scratch", deployment.scratch, deployment.operators.size());
            check_deployed_gaps(root, deployment.scratch);
        });
    return read.and_then([&](Document& document) {
        const auto& regions = document.deployment->regions;
        return (regions.empty() ? Expected<void>() : validate({{}, regions, {}, {}}, source))
            .and_then([&] {
                DeployedProblem made = deployed_problem(*document.deployment);
                document.problem = std::move(made.problem);
                document.layout = std::move(made.layout);
                return validate(document.problem, source);
            })
            .map([&] { return std::move(document); });
    });
}

std::string deployment_json_text(const Problem& problem, const Layout& layout,
                                 const std::vector<OperatorIndex>& removed) {
    return DeploymentWriter(problem, layout).text(shortened_network(problem, removed), removed);
}

Format deployment_json_format() {
    return {.description = {FileFormat::deployment_json, "deployment-json", "deployment", "*.json"},
            .signs = {.json_name = deployment_format_name},
            .read = [](const FormatInput& input) { return parse_deployment_json(input.content, input.source); },
            // It says what runs where. Only the size of its memories is open.
            .has_common_switches = false};
}

}  // namespace arenascope
