#include "core/format/plan/deployment_json.h"

#include "core/graph/shortened_network.h"
#include "core/text/json_text.h"

namespace arenascope {
namespace {

class DeploymentWriter {
public:
    DeploymentWriter(const Problem& problem, const Layout& layout) : problem_(problem), layout_(layout) {}

    std::string text(const ShortenedNetwork& network, const std::vector<OperatorIndex>& removed) {
        out_ = "{\n  \"format\": \"arenascope-deployment\",\n  \"version\": 2,\n  \"peak\": ";
        append_number(out_, peak(problem_, layout_).value());
        out_ += ",\n";
        append_whole_buffers("inputs", network.inputs);
        append_list(out_, "outputs", network.outputs, [&](const ShortenedOutput& output, std::size_t) {
            MemberWriter members(out_);
            members.text("name", buffer(output.output).name);
            append_held(members, output.output, output.held);
            members.close();
        });
        out_ += ",\n";
        append_whole_buffers("variables", network.variables);
        append_whole_buffers("scratch", network.scratch);
        append_unknown_sizes();
        out_ += "  \"removed\": ";
        append_row(removed, [&](OperatorIndex index) { append_json_string(out_, node(index).name); });
        out_ += ",\n";
        append_execution(network);
        out_ += "\n}\n";
        return std::move(out_);
    }

private:
    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index.value()]; }
    [[nodiscard]] const Operator& node(OperatorIndex index) const { return problem_.graph->operators[index.value()]; }

    /// Appends a list on one line.
    template <class Elements, class Write>
    void append_row(const Elements& elements, Write&& write) {
        out_ += '[';
        for (std::size_t i = 0; i < elements.size(); ++i) {
            out_ += i == 0 ? "" : ", ";
            write(elements[i]);
        }
        out_ += ']';
    }

    /// Appends the place of `size` bytes of a buffer, from `position` on.
    void append_place(MemberWriter& members, BufferIndex index, Bytes position, Bytes size) {
        if (const auto& placement = layout_.placements[index.value()]) {
            members.text("region", problem_.regions[placement->region.value()].name);
            members.number("offset", (placement->offset + position).value());
            members.number("address", address_of(problem_, *placement) + position.value());
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
        members.name("parts");
        append_row(held, [&](const HeldBytes& part) {
            MemberWriter inner(out_);
            append_part(inner, part);
            inner.close();
        });
        append_place(members, tensor, Bytes(0), buffer(tensor).size);
    }

    void append_whole_buffers(std::string_view key, const std::vector<BufferIndex>& buffers) {
        append_list(out_, key, buffers, [&](BufferIndex index, std::size_t) {
            MemberWriter members(out_);
            members.text("name", buffer(index).name);
            append_place(members, index, Bytes(0), buffer(index).size);
            members.close();
        });
        out_ += ",\n";
    }

    /// Appends the tensors that have no place because their size is unknown, if there are any.
    void append_unknown_sizes() {
        if (!problem_.graph || problem_.graph->unknown_sizes.empty()) {
            return;
        }
        out_ += "  \"unknown_sizes\": ";
        append_row(problem_.graph->unknown_sizes,
                   [&](const UnknownSize& unknown) { append_json_string(out_, unknown.tensor); });
        out_ += ",\n";
    }

    /// Appends operators and transfers in execution order.
    void append_execution(const ShortenedNetwork& network) {
        struct Entry {
            const ShortenedOperator* node = nullptr;
            const ShortenedTransfer* transfer = nullptr;
        };
        std::vector<Entry> entries;
        auto transfer = network.transfers.begin();
        for (std::size_t i = 0; i <= network.operators.size(); ++i) {
            for (; transfer != network.transfers.end() && transfer->before == i; ++transfer) {
                entries.push_back({nullptr, &*transfer});
            }
            if (i < network.operators.size()) {
                entries.push_back({&network.operators[i], nullptr});
            }
        }
        append_list(out_, "operators", entries, [&](const Entry& entry, std::size_t) {
            entry.node != nullptr ? append_operator(*entry.node) : append_transfer(*entry.transfer);
        });
    }

    void append_transfer(const ShortenedTransfer& transfer) {
        MemberWriter members(out_);
        members.text("name", buffer(transfer.copy).name);
        members.text("type", "Transfer");
        members.name("reads") += '[';
        MemberWriter read(out_);
        append_held(read, transfer_into(problem_, transfer.copy)->source, transfer.held);
        read.close();
        out_ += ']';
        append_names(members, "constants", {});
        append_writes(members, {transfer.copy});
        members.close();
    }

    void append_writes(MemberWriter& members, const std::vector<BufferIndex>& writes) {
        members.name("writes");
        append_row(writes, [&](BufferIndex written) {
            MemberWriter write(out_);
            write.text("buffer", buffer(written).name);
            append_place(write, written, Bytes(0), buffer(written).size);
            write.close();
        });
    }

    void append_operator(const ShortenedOperator& shortened) {
        const Operator& original = node(shortened.node);
        MemberWriter members(out_);
        members.text("name", original.name);
        members.text("type", original.type);
        members.name("reads");
        std::size_t operand = 0;
        append_row(shortened.reads, [&](const HeldTensor& held) {
            MemberWriter read(out_);
            append_held(read, original.reads[operand++], held);
            read.close();
        });
        append_names(members, "constants", original.constants);
        append_writes(members, original.writes);
        if (!original.reads_outside.empty() || !original.writes_outside.empty()) {
            append_names(members, "reads_outside", original.reads_outside);
            append_names(members, "writes_outside", original.writes_outside);
        }
        members.close();
    }

    void append_names(MemberWriter& members, std::string_view key, const std::vector<std::string>& names) {
        members.name(key);
        append_row(names, [&](const std::string& name) { append_json_string(out_, name); });
    }

    const Problem& problem_;
    const Layout& layout_;
    std::string out_;
};

}  // namespace

std::string deployment_json_text(const Problem& problem, const Layout& layout,
                                 const std::vector<OperatorIndex>& removed) {
    return DeploymentWriter(problem, layout).text(shortened_network(problem, removed), removed);
}

}  // namespace arenascope
