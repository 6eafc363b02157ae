#include "core/picture/network/network_diagram.h"

#include <algorithm>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

constexpr std::uint32_t no_writer = 0xFFFFFFFF;

class Diagrams {
public:
    explicit Diagrams(const Problem& problem) : problem_(problem), writer_(problem.buffers.size(), no_writer) {}

    NetworkDiagram run() {
        const auto& operators = problem_.graph->operators;
        for (std::size_t i = 0; i < operators.size(); ++i) {
            made_.nodes.push_back({OperatorIndex(i), BufferIndex::none()});
            for (const BufferIndex written : operators[i].writes) {
                writer_[written] = writer_[written] == no_writer ? static_cast<std::uint32_t>(i) : writer_[written];
            }
        }
        for (std::size_t i = 0; i < operators.size(); ++i) {
            add_reads(static_cast<std::uint32_t>(i));
        }
        return std::move(made_);
    }

private:
    void add_reads(std::uint32_t reader) {
        const std::vector<BufferIndex>& reads = problem_.graph->operators[reader].reads;
        for (auto read = reads.begin(); read != reads.end(); ++read) {
            if (std::find(reads.begin(), read, *read) != read) {
                continue;
            }
            const std::uint32_t from = node_of(source_of(*read));
            if (from != reader) {
                made_.edges.push_back({from, reader, *read});
            }
        }
    }

    /// The tensor that a chain of transfers begins with.
    [[nodiscard]] BufferIndex source_of(BufferIndex buffer) const {
        for (std::size_t i = 0; i < problem_.transfers.size(); ++i) {
            const Transfer* transfer = transfer_into(problem_, buffer);
            if (transfer == nullptr) {
                break;
            }
            buffer = transfer->source;
        }
        return buffer;
    }

    std::uint32_t node_of(BufferIndex buffer) {
        if (writer_[buffer] == no_writer) {
            writer_[buffer] = static_cast<std::uint32_t>(made_.nodes.size());
            made_.nodes.push_back({OperatorIndex::none(), buffer});
        }
        return writer_[buffer];
    }

    const Problem& problem_;
    IndexedVector<BufferIndex, std::uint32_t> writer_;  ///< position in `nodes`
    NetworkDiagram made_;
};

}  // namespace

NetworkDiagram network_diagram(const Problem& problem) {
    return problem.graph ? Diagrams(problem).run() : NetworkDiagram{};
}

}  // namespace arenascope
