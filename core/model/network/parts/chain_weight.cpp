#include "core/model/network/parts/chain_weight.h"

#include <algorithm>

#include "core/model/memory/live_profile.h"
#include "core/model/network/multiply_accumulates.h"

namespace arenascope {

ChainScale::ChainScale(const SplitSteps& steps, const Problem& problem, Bytes size_multiple)
    : steps_(steps),
      multiple_(size_multiple.value()),
      live_(steps.size(), 0),
      new_at_(steps.size(), 0),
      begin_(steps.size(), -1),
      bytes_(steps.size(), 0),
      macs_(steps.size(), 0),
      ends_(steps.size()),
      freed_(steps.size()) {
    const LiveProfile profile = live_profile(problem);
    IndexedVector<BufferIndex, std::int64_t> writers(problem.buffers.size(), -1);
    for (std::size_t step = 0; step < steps.size(); ++step) {
        const auto at = static_cast<std::int64_t>(step);
        live_[step] = live_at(profile, Step(at)).value();
        for (const BufferIndex written : problem.graph->operators[step].writes) {
            writers[written] = writers[written] < 0 ? at : writers[written];
            const Buffer& buffer = problem.buffers[written];
            begin_[step] = buffer.lifetime.begin.value();
            new_at_[step] += begin_[step] == at ? buffer.size.value() : 0;
        }
        const Node& node = steps.node(step);
        if (!node.outputs.empty() && node.outputs.front() != TensorIndex::none()) {
            const auto size = size_of(steps.network().tensors[node.outputs.front()]);
            bytes_[step] = size && *size ? (*size)->value() : 0;
        }
        macs_[step] = multiply_accumulates(steps.network(), node).value_or(0);
        work_ = checked_add(work_, macs_[step]).value_or(work_);
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        const std::int64_t last = buffer.lifetime.end.value() - 1;
        if (last >= 0 && last < std::ssize(ends_)) {
            ends_[static_cast<std::size_t>(last)].push_back({buffer.size.value(), writers[i]});
        }
    }
}

void ChainScale::find_last_readers(const Chain& chain) {
    last_reader_.assign(chain.length(), chain.last);
    for (std::size_t step = chain.first; step <= chain.last; ++step) {
        freed_[step].clear();
        for (const SplitSteps::Operand& operand : steps_.operands(step)) {
            if (operand.writer >= chain.first && operand.writer < step) {
                last_reader_[operand.writer - chain.first] = step;
            }
        }
    }
    for (std::size_t step = chain.first; step < chain.last; ++step) {
        freed_[last_reader_[step - chain.first]].push_back(step - chain.first);
    }
    alive_.assign(chain.length(), 0);
}

ChainWeight ChainScale::weigh(const Chain& chain) {
    find_last_readers(chain);
    const auto first = static_cast<std::int64_t>(chain.first);
    const std::int64_t output = written_by(chain.last, chain.first);
    std::int64_t outside = around(chain.first);
    std::int64_t peak = 0;
    std::int64_t extra = 0;
    for (std::int64_t part = 0; part < chain.parts; ++part) {
        if (!steps_.find_rows(chain, part, rows_)) {
            return {Bytes(0), 0, false};
        }
        visits_ += chain.length();
        std::int64_t inside = 0;
        for (std::size_t step = chain.first; step <= chain.last; ++step) {
            const std::size_t at = step - chain.first;
            const std::int64_t extent = steps_.form(step, chain.axis)->extent;
            // A row has a whole number of multiplications and of bytes.
            extra += macs_[step] / extent * rows_[at].size();
            if (step < chain.last) {
                alive_[at] = rounded(bytes_[step] / extent * rows_[at].size());
                inside += alive_[at];
            }
            const bool has_output = part > 0 || step == chain.last;
            peak = std::max(peak, outside + inside + (has_output ? output : 0));
            for (const std::size_t freed : freed_[step]) {
                inside -= alive_[freed];
            }
            if (part + 1 == chain.parts) {
                for (const Ending& ending : ends_[step]) {
                    outside -= ending.writer < first ? ending.bytes : 0;
                }
            }
        }
    }
    for (std::size_t step = chain.first; step <= chain.last; ++step) {
        extra -= macs_[step];
    }
    return {Bytes(peak), extra, true};
}

}  // namespace arenascope
