#include "core/planner/scratch/tensor_problem.h"

#include <utility>

#include "core/base/containers/indexed_vector.h"

namespace arenascope {
namespace {

class Remainder {
public:
    Remainder(const Problem& whole, const std::vector<bool>& left_out) : whole_(whole) {
        for (std::size_t i = 0; i < whole.buffers.size(); ++i) {
            index_.push_back(left_out[i] ? BufferIndex::none() : BufferIndex(result_.kept.size()));
            if (!left_out[i]) {
                result_.kept.emplace_back(i);
                result_.problem.buffers.push_back(whole.buffers[i]);
            }
        }
        result_.problem.regions = whole.regions;
        result_.problem.step_labels = whole.step_labels;
    }

    TensorProblem run() {
        if (whole_.graph) {
            keep_graph();
        }
        if (whole_.usage_graph) {
            UsageGraph& kept = result_.problem.usage_graph.emplace();
            for (const BufferIndex buffer : result_.kept) {
                kept.may_take_over.push_back(kept_of(whole_.usage_graph->may_take_over[buffer]));
            }
        }
        for (const Transfer& one : whole_.transfers) {
            if (is_kept(one.source) && is_kept(one.copy)) {
                result_.problem.transfers.push_back({now(one.source), now(one.copy)});
            }
        }
        for (ScratchRequest request : whole_.scratch) {
            if (is_kept(request.buffer)) {
                request.buffer = now(request.buffer);
                result_.problem.scratch.push_back(request);
            }
        }
        return std::move(result_);
    }

private:
    [[nodiscard]] BufferIndex now(BufferIndex buffer) const { return index_[buffer]; }
    [[nodiscard]] bool is_kept(BufferIndex buffer) const { return now(buffer) != BufferIndex::none(); }

    [[nodiscard]] std::vector<BufferIndex> kept_of(const std::vector<BufferIndex>& buffers) const {
        std::vector<BufferIndex> kept;
        for (const BufferIndex buffer : buffers) {
            if (is_kept(buffer)) {
                kept.push_back(now(buffer));
            }
        }
        return kept;
    }

    void keep_graph() {
        Graph& graph = result_.problem.graph.emplace(*whole_.graph);
        for (Operator& one : graph.operators) {
            keep_operator(one);
        }
        if (!graph.tensors.empty()) {
            graph.tensors.clear();
            for (const BufferIndex buffer : result_.kept) {
                graph.tensors.push_back(whole_.graph->tensors[buffer]);
            }
        }
    }

    void keep_operator(Operator& one) const {
        std::vector<std::uint32_t> position(one.reads.size());
        bool shares_left_out = false;
        std::uint32_t kept = 0;
        for (std::size_t i = 0; i < one.reads.size(); ++i) {
            position[i] = kept;
            kept += is_kept(one.reads[i]) ? 1 : 0;
        }
        for (std::uint32_t& shared : one.shareable) {
            shares_left_out = shares_left_out || !is_kept(one.reads[shared]);
            shared = position[shared];
        }
        one.reads = kept_of(one.reads);
        const std::size_t written = one.writes.size();
        one.writes = kept_of(one.writes);
        if (shares_left_out || one.writes.size() != written) {
            one.feature = OperatorFeature::ordinary;
            one.shareable.clear();
            one.positions.clear();
        }
    }

    const Problem& whole_;
    IndexedVector<BufferIndex, BufferIndex> index_;  ///< by buffer of the whole problem; none(): left out
    TensorProblem result_;
};

}  // namespace

TensorProblem without_buffers(const Problem& whole, const std::vector<bool>& left_out) {
    return Remainder(whole, left_out).run();
}

Layout whole_layout(const Problem& whole, const TensorProblem& tensors, const Layout& layout) {
    Layout result = empty_layout(whole);
    for (std::size_t i = 0; i < tensors.kept.size(); ++i) {
        result.placements[tensors.kept[i]] = layout.placements[i];
    }
    result.sharing = layout.sharing;
    for (SharingGroup& group : result.sharing) {
        for (BufferIndex& member : group.members) {
            member = tensors.kept[member];
        }
    }
    result.removed = layout.removed;
    result.copies = layout.copies;
    for (OperandCopy& copy : result.copies) {
        copy.operand = tensors.kept[copy.operand];
    }
    return result;
}

}  // namespace arenascope
