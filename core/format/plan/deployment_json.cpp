#include "core/format/plan/deployment_json.h"

#include "core/graph/shortened_network.h"
#include "core/text/json_text.h"

namespace arenascope {
namespace {

class DeploymentWriter {
public:
    DeploymentWriter(const Problem& problem, const Layout& layout) : problem_(problem), layout_(layout) {}

    std::string text(const ShortenedNetwork& network, const std::vector<OperatorIndex>& removed) {
        MemberWriter deployment(out_, 2);
        deployment.text("format", "arenascope-deployment");
        deployment.number("version", 2);
        deployment.number("peak", peak(problem_, layout_).value());
        append_whole_buffers(deployment, "inputs", network.inputs);
        deployment.list("outputs", network.outputs, [&](const ShortenedOutput& one, std::size_t) {
            MemberWriter members(out_);
            members.text("name", buffer(one.output).name);
            append_held(members, one.output, one.held);
            members.close();
        });
        append_whole_buffers(deployment, "variables", network.variables);
        append_whole_buffers(deployment, "scratch", network.scratch);
        append_unknown_sizes(deployment);
        deployment.row("removed", removed, [&](OperatorIndex index) { append_json_string(out_, node(index).name); });
        append_execution(deployment, network);
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
        members.row("parts", held, [&](const HeldBytes& part) {
            MemberWriter inner(out_);
            append_part(inner, part);
            inner.close();
        });
        append_place(members, tensor, Bytes(0), buffer(tensor).size);
    }

    void append_whole_buffers(MemberWriter& deployment, std::string_view key, const std::vector<BufferIndex>& given) {
        deployment.list(key, given, [&](BufferIndex index, std::size_t) {
            MemberWriter members(out_);
            members.text("name", buffer(index).name);
            append_place(members, index, Bytes(0), buffer(index).size);
            members.close();
        });
    }

    /// The tensors that have no place because their size is not known; nothing where there is none.
    void append_unknown_sizes(MemberWriter& deployment) {
        if (problem_.graph && !problem_.graph->unknown_sizes.empty()) {
            deployment.row("unknown_sizes", problem_.graph->unknown_sizes,
                           [&](const UnknownSize& one) { append_json_string(out_, one.tensor); });
        }
    }

    /// Operators and transfers in the order in which they run.
    void append_execution(MemberWriter& deployment, const ShortenedNetwork& network) {
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
        deployment.list("operators", entries, [&](const Entry& entry, std::size_t) {
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
        std::size_t operand = 0;
        members.row("reads", one.reads, [&](const HeldTensor& held) {
            MemberWriter read(out_);
            append_held(read, subject.reads[operand++], held);
            read.close();
        });
        append_names(members, "constants", subject.constants);
        append_writes(members, subject.writes);
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

}  // namespace

std::string deployment_json_text(const Problem& problem, const Layout& layout,
                                 const std::vector<OperatorIndex>& removed) {
    return DeploymentWriter(problem, layout).text(shortened_network(problem, removed), removed);
}

}  // namespace arenascope
