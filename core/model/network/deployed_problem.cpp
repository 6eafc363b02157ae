#include "core/model/network/deployed_problem.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace arenascope {
namespace {

class DeployedBuffers {
public:
    explicit DeployedBuffers(const Deployment& deployment) : deployment_(deployment) {}

    DeployedProblem run() {
        made_.problem.graph.emplace().has_derived_lifetimes = true;
        if (!deployment_.regions.empty()) {
            made_.problem.regions = deployment_.regions;
        }
        add_given(deployment_.inputs, BufferKind::input);
        add_given(deployment_.variables, BufferKind::variable);
        for (const DeployedBuffer& scratch : deployment_.scratch) {
            const std::size_t index = add(scratch, BufferKind::scratch);
            begin_at_[index] = never;
            need(index, scratch);
            gaps_[index] = scratch.gaps;
        }
        overlay();
        for (const DeployedOperator& one : deployment_.operators) {
            run_operator(one, ++last_step_);
        }
        for (const DeployedOutput& output : deployment_.outputs) {
            for (const DeployedPart& part : output.tensor.parts) {
                hand_out(part);
            }
        }
        for (const std::string& tensor : deployment_.unknown_sizes) {
            made_.problem.graph->unknown_sizes.push_back({tensor, {}, {}, "the deployment gives no size"});
        }
        settle_merges();
        for (std::size_t i = 0; i < made_.problem.buffers.size(); ++i) {
            set_lifetime(i);
        }
        return std::move(made_);
    }

private:
    static constexpr std::int64_t never = -1;

    /// Some bytes of a buffer that are needed until a step.
    struct Use {
        std::int64_t end;
        std::int64_t from;
        std::int64_t to;
    };
    /// Some bytes of a buffer.
    struct Held {
        std::size_t buffer;
        std::int64_t from;
        std::int64_t to;
    };
    /// A buffer that lies in the output of a merge, from the step of the merge on.
    struct Merged {
        std::size_t whole;
        std::size_t part;
        std::int64_t position;
        std::int64_t step;
    };
    /// Steps in which a merge stands for a buffer.
    struct Hidden {
        std::int64_t from;
        std::int64_t to;
    };
    /// An operand of a merge that lies in its output.
    struct MergePart {
        std::size_t buffer;
        Bytes position;
    };

    [[nodiscard]] Buffer& buffer(std::size_t index) { return made_.problem.buffers[index]; }

    /// The buffer of a name; a new one if there is none.
    std::size_t add(const DeployedBuffer& one, BufferKind kind) {
        const auto [found, is_new] = index_of_.try_emplace(one.name, made_.problem.buffers.size());
        if (is_new) {
            Buffer& made = made_.problem.buffers.emplace_back();
            made.name = one.name;
            made.size = one.size;
            made.kind = kind;
            made.region = one.place ? one.place->region : RegionIndex();
            made.pin = one.place ? std::optional(one.place->offset) : std::nullopt;
            made_.layout.placements.push_back(one.place);
            begin_at_.push_back(0);
            uses_.emplace_back();
            hidden_.emplace_back();
            gaps_.emplace_back();
        }
        return found->second;
    }

    void add_given(const std::vector<DeployedBuffer>& given, BufferKind kind) {
        for (const DeployedBuffer& one : given) {
            need(add(one, kind), one);
        }
    }

    /// The first and the last operator that need a buffer, as far as the file says it.
    void need(std::size_t index, const DeployedBuffer& one) {
        begin_at_[index] = one.first ? std::int64_t{*one.first} + 1 : begin_at_[index];
        if (one.last) {
            uses_[index].push_back({std::int64_t{*one.last} + 2, 0, one.size.value()});
        }
    }

    /// Scratch of the same operators that may lie in one another.
    void overlay() {
        std::map<std::pair<std::optional<std::uint32_t>, std::optional<std::uint32_t>>, std::vector<BufferIndex>>
            groups;
        for (const DeployedBuffer& one : deployment_.scratch) {
            if (one.overlay && one.first) {
                groups[{one.first, one.last}].emplace_back(index_of_.at(one.name));
            }
        }
        for (auto& [operators, members] : groups) {
            if (members.size() > 1) {
                made_.layout.sharing.push_back({SharingGroup::Kind::overlay, std::move(members)});
            }
        }
    }

    /// The bytes of a part; empty if there is no such buffer.
    [[nodiscard]] std::optional<Held> held(const DeployedPart& part) const {
        const auto found = index_of_.find(part.buffer);
        const std::int64_t from = part.position.value();
        return found == index_of_.end() ? std::nullopt
                                        : std::optional(Held{found->second, from, from + part.size.value()});
    }

    void use(const Held& bytes, std::int64_t step, std::int64_t end) {
        std::int64_t& begin = begin_at_[bytes.buffer];
        begin = begin == never ? step : std::min(begin, step);
        uses_[bytes.buffer].push_back({end, bytes.from, bytes.to});
    }

    void run_operator(const DeployedOperator& one, std::int64_t step) {
        Operator& node = made_.problem.graph->operators.emplace_back();
        node.name = one.name;
        node.type = one.type;
        node.step = Step(step);
        node.constants = one.constants;
        node.reads_outside = one.reads_outside;
        node.writes_outside = one.writes_outside;
        made_.problem.step_labels.push_back({Step(step), one.name});
        const bool is_merge =
            one.feature == OperatorFeature::merge && one.writes.size() == 1 && one.writes.front().place;
        const std::vector<MergePart> parts = is_merge ? parts_of(one) : std::vector<MergePart>();
        const std::vector<bool> is_overwritten = overwritten(one);
        node.part = one.part;
        if (node.part) {
            node.part->reads.clear();
        }
        for (std::size_t i = 0; i < one.reads.size(); ++i) {
            for (const DeployedPart& part : one.reads[i].parts) {
                if (const auto bytes = held(part)) {
                    const bool is_part =
                        std::ranges::any_of(parts, [&](const MergePart& each) { return each.buffer == bytes->buffer; });
                    use(*bytes, step, is_overwritten[i] || is_part ? step : step + 1);
                    node.reads.emplace_back(bytes->buffer);
                    if (node.part) {
                        // Rows are those of the whole operand, which several buffers may hold.
                        node.part->reads.push_back(one.reads[i].parts.size() == 1 ? one.part->reads[i] : std::nullopt);
                    }
                }
            }
        }
        for (const DeployedBuffer& written : one.writes) {
            const std::size_t known = made_.problem.buffers.size();
            const std::size_t index = add(written, BufferKind::activation);
            begin_at_[index] = index == known ? step : begin_at_[index];
            node.writes.emplace_back(index);
        }
        for (const MergePart& part : parts) {
            merged_.push_back({index_of_.at(one.writes.front().name), part.buffer, part.position.value(), step});
        }
    }

    /// By operand: whether an in-place operator overwrites it, also as another operand that is the same.
    [[nodiscard]] static std::vector<bool> overwritten(const DeployedOperator& one) {
        std::vector<bool> is_overwritten(one.reads.size(), false);
        if (one.feature != OperatorFeature::in_place || one.writes.size() != 1 || !one.writes.front().place) {
            return is_overwritten;
        }
        for (const std::uint32_t taken : one.shareable) {
            const DeployedTensor& operand = one.reads[taken];
            for (std::size_t i = 0; i < one.reads.size() && operand.place == one.writes.front().place; ++i) {
                is_overwritten[i] = is_overwritten[i] || one.reads[i] == operand;
            }
        }
        return is_overwritten;
    }

    /// The buffers in the operands of a merge that already lie in its output as a whole.
    [[nodiscard]] std::vector<MergePart> parts_of(const DeployedOperator& one) {
        std::vector<MergePart> parts;
        const Placement& whole = *one.writes.front().place;
        Bytes position;
        for (const DeployedTensor& read : one.reads) {
            for (const DeployedPart& part : read.parts) {
                const auto found = index_of_.find(part.buffer);
                if (found != index_of_.end() && part.size == buffer(found->second).size && has_value(found->second) &&
                    made_.layout.placements[found->second] == Placement{whole.offset + position, whole.region}) {
                    parts.push_back({found->second, position});
                }
                position = position + part.size;
            }
        }
        return parts;
    }

    /// Whether a buffer has one value in a run.
    [[nodiscard]] bool has_value(std::size_t index) {
        return buffer(index).kind == BufferKind::activation || buffer(index).kind == BufferKind::input;
    }

    /// While the output of a merge lives, it stands for its parts, and keeps the bytes of those that are read later.
    void settle_merges() {
        std::vector<std::int64_t> last;
        for (std::size_t i = 0; i < uses_.size(); ++i) {
            last.push_back(begin_at_[i] + 1);
            for (const Use& one : uses_[i]) {
                last[i] = std::max(last[i], one.end);
            }
        }
        // An outer merge comes later than the inner one, and stands for both.
        for (auto merged = merged_.rbegin(); merged != merged_.rend(); ++merged) {
            last[merged->part] = std::max(last[merged->part], last[merged->whole]);
            hidden_[merged->part].push_back({merged->step, last[merged->whole]});
        }
        for (const Merged& merged : merged_) {
            for (const Use& one : uses_[merged.part]) {
                if (one.end > merged.step) {
                    uses_[merged.whole].push_back(
                        {std::min(one.end, last[merged.whole]), one.from + merged.position, one.to + merged.position});
                }
            }
        }
    }

    void hand_out(const DeployedPart& part) {
        if (const auto bytes = held(part)) {
            use(*bytes, last_step_, last_step_ + 1);
            Buffer& holder = buffer(bytes->buffer);
            holder.kind = holder.kind == BufferKind::activation ? BufferKind::output : holder.kind;
        }
    }

    void set_lifetime(std::size_t index) {
        Buffer& one = buffer(index);
        const std::int64_t begin = std::max<std::int64_t>(0, begin_at_[index]);
        if (one.kind == BufferKind::variable) {
            one.lifetime = {Step(0), Step(last_step_ + 1)};
            return;
        }
        std::vector<Use>& uses = uses_[index];
        std::ranges::sort(uses, [](const Use& a, const Use& b) { return a.end > b.end; });
        const std::int64_t end = std::max(begin + 1, uses.empty() ? 0 : uses.front().end);
        one.lifetime = {Step(begin), Step(end)};
        std::int64_t from = one.size.value();
        std::int64_t to = 0;
        std::vector<Gap> gaps;
        for (std::size_t i = 0; i < uses.size(); ++i) {
            from = std::min(from, uses[i].from);
            to = std::max(to, uses[i].to);
            // When it is written, all of it is in use.
            const std::int64_t since = std::max(begin + 1, i + 1 < uses.size() ? uses[i + 1].end : 0);
            const bool is_part = from > 0 || to < one.size.value();
            if (is_part && since < std::min(uses[i].end, end)) {
                gaps.push_back({{Step(since), Step(uses[i].end)}, Window{Bytes(from), Bytes(to)}});
            }
        }
        std::ranges::reverse(gaps);
        one.set_gaps(std::move(gaps));
        for (const Hidden& hidden : hidden_[index]) {
            hide(one, Step(hidden.from), Step(hidden.to));
        }
        for (const DeployedGap& gap : gaps_[index]) {
            open_gap(one, {{Step(std::int64_t{gap.first} + 1), Step(std::int64_t{gap.last} + 2)}, gap.window});
        }
    }

    /// Leaves out the steps in which a merge stands for the buffer.
    static void hide(Buffer& one, Step from, Step to) {
        if (from <= one.lifetime.begin || one.lifetime.end <= from) {
            return;
        }
        open_gap(one, {{from, std::min(to, one.lifetime.end)}, std::nullopt});
        if (to >= one.lifetime.end) {
            one.lifetime.end = from;
            std::vector<Gap> gaps = one.gaps();
            gaps.pop_back();
            one.set_gaps(std::move(gaps));
        }
    }

    /// Adds a gap in the place of what other gaps say about its steps.
    static void open_gap(Buffer& one, const Gap& opened) {
        std::vector<Gap> gaps = {opened};
        const auto keep = [&gaps](Step begin, Step end, const std::optional<Window>& window) {
            if (begin < end) {
                gaps.push_back({{begin, end}, window});
            }
        };
        for (const Gap& gap : one.gaps()) {
            keep(gap.steps.begin, std::min(gap.steps.end, opened.steps.begin), gap.window);
            keep(std::max(gap.steps.begin, opened.steps.end), gap.steps.end, gap.window);
        }
        std::ranges::sort(gaps, [](const Gap& a, const Gap& b) { return a.steps.begin < b.steps.begin; });
        one.set_gaps(std::move(gaps));
    }

    const Deployment& deployment_;
    DeployedProblem made_;
    std::unordered_map<std::string_view, std::size_t> index_of_;  ///< names belong to the deployment
    std::vector<std::int64_t> begin_at_;                          ///< by buffer
    std::vector<std::vector<Use>> uses_;                          ///< by buffer
    std::vector<std::vector<Hidden>> hidden_;                     ///< by buffer
    std::vector<std::vector<DeployedGap>> gaps_;                  ///< by buffer
    std::vector<Merged> merged_;                                  ///< by step
    std::int64_t last_step_ = 0;
};

}  // namespace

DeployedProblem deployed_problem(const Deployment& deployment) {
    return DeployedBuffers(deployment).run();
}

}  // namespace arenascope
