#include "core/model/network/spill/spill_copies.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/base/text/unique_names.h"

namespace arenascope {
namespace {

/// Which buffer an operator finds at a step instead of a moved one.
struct Standing {
    Step step;
    BufferIndex buffer;
};

class BufferMover {
public:
    BufferMover(Problem& problem, RegionIndex first, RegionIndex second)
        : problem_(problem), first_(first), second_(second) {
        for (const Buffer& each : problem.buffers) {
            (void)names_.add(each.name);
        }
    }

    void move(BufferIndex index, const SpillItem& item, const std::vector<SpillMove>& moves,
              const std::vector<Step>& steps) {
        const Buffer whole = problem_.buffers[index];
        const SpillMove& made = moves.front();
        const bool begins_in_first = item.events.front().arrives ? made.after != SpillPlace::second : made.in_first;
        Buffer& base = problem_.buffers[index];
        if (base.region != (begins_in_first ? first_ : second_)) {
            base.region = begins_in_first ? first_ : second_;
            base.set_hint({});
        }
        here_ = begins_in_first ? index : BufferIndex::none();
        there_ = begins_in_first ? BufferIndex::none() : index;
        last_ = index;
        for (std::size_t e = 0; e < moves.size(); ++e) {
            if (!item.events[e].arrives) {
                pass(index, moves[e], steps[item.events[e].time], item.events[e].writes > 0);
            }
        }
        for (const BufferIndex open : {here_, there_}) {
            if (open != BufferIndex::none()) {
                problem_.buffers[open].lifetime.end = whole.lifetime.end;
                last_ = open;
            }
        }
        if (last_ != index && whole.kind == BufferKind::output) {
            problem_.buffers[index].kind = BufferKind::activation;
            problem_.buffers[last_].kind = BufferKind::output;
        }
    }

    /// Makes the operators use what stands at their steps.
    void redirect() {
        for (Operator& node : problem_.graph->operators) {
            for (auto* used : {&node.reads, &node.writes}) {
                for (BufferIndex& buffer : *used) {
                    const auto found = standing_.find(buffer);
                    if (found == standing_.end()) {
                        continue;
                    }
                    const auto at = std::ranges::find(found->second, node.step, &Standing::step);
                    buffer = at == found->second.end() ? buffer : at->buffer;
                }
            }
        }
    }

    void extend_lists() {
        if (problem_.usage_graph) {
            problem_.usage_graph->may_take_over.resize(problem_.buffers.size());
        }
    }

private:
    /// One use. Transfers of a step take place in it: in before the operator, out after it.
    void pass(BufferIndex index, const SpillMove& move, Step step, bool changes) {
        const Step end = step + Duration(1);
        if (move.in_first && here_ == BufferIndex::none()) {
            here_ = copy_of(index, there_, first_, step);
        }
        standing_[index].push_back({step, move.in_first ? here_ : there_});
        const bool stays_there = move.after != SpillPlace::first;
        if (there_ != BufferIndex::none() && (!stays_there || (move.in_first && changes))) {
            problem_.buffers[there_].lifetime.end = end;
            there_ = BufferIndex::none();
        }
        if (stays_there && there_ == BufferIndex::none()) {
            there_ = copy_of(index, here_, second_, step);
        }
        if (here_ != BufferIndex::none() && move.after == SpillPlace::second) {
            problem_.buffers[here_].lifetime.end = end;
            here_ = BufferIndex::none();
        }
    }

    BufferIndex copy_of(BufferIndex index, BufferIndex source, RegionIndex region, Step step) {
        const Buffer& from = problem_.buffers[source];
        Buffer copy;
        copy.name = names_.add(problem_.buffers[index].name.text() + "@" + problem_.regions[region].name);
        copy.size = from.size;
        copy.alignment = from.alignment;
        copy.set_dimensions(from.dimensions());
        copy.region = region;
        copy.lifetime = {step, step + Duration(1)};
        const BufferIndex made(problem_.buffers.size());
        problem_.buffers.push_back(std::move(copy));
        problem_.transfers.push_back({source, made});
        if (problem_.graph && !problem_.graph->tensors.empty()) {
            problem_.graph->tensors.push_back(TensorFacts(problem_.graph->tensors[source]));
        }
        return made;
    }

    Problem& problem_;
    RegionIndex first_;
    RegionIndex second_;
    UniqueNames names_;
    std::map<BufferIndex, std::vector<Standing>> standing_;
    BufferIndex here_ = BufferIndex::none();   ///< what stands for the buffer in the first memory
    BufferIndex there_ = BufferIndex::none();  ///< and in the second
    BufferIndex last_;
};

}  // namespace

void move_buffers(Problem& problem, RegionIndex first, RegionIndex second, const std::vector<BufferIndex>& buffers,
                  const std::vector<SpillItem>& items, const SpillChoice& choice, const std::vector<Step>& steps) {
    BufferMover mover(problem, first, second);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        mover.move(buffers[i], items[i], choice.moves[i], steps);
    }
    if (problem.graph) {
        mover.redirect();
    }
    mover.extend_lists();
}

}  // namespace arenascope
