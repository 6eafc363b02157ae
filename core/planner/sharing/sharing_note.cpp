#include "core/planner/sharing/sharing_note.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>

#include "core/model/memory/live_profile.h"
#include "core/planner/sharing/quick_placement.h"

namespace arenascope {
namespace {

class SharingNotes {
public:
    SharingNotes(const Problem& problem, const SharingPlan& plan, Offset peak)
        : problem_(problem), plan_(plan), peak_(peak), shared_(plan.shared) {
        std::sort(shared_.begin(), shared_.end());
    }

    std::vector<std::string> run() const {
        std::vector<std::vector<std::string>> told(plan_.blocks.size());
        // What is copied is the exception, so it stands first.
        for (const bool is_shared : {false, true}) {
            for (std::size_t i = 0; problem_.graph && i < problem_.graph->operators.size(); ++i) {
                const Operator& node = problem_.graph->operators[OperatorIndex(i)];
                for (const std::uint32_t position : node.shareable) {
                    const SharedOperand one{OperatorIndex(i), position};
                    const std::string text =
                        node.writes.empty() || shares(one) != is_shared ? std::string() : told_of(one);
                    if (!text.empty()) {
                        told[plan_.block_of[node.writes.front()]].push_back(text);
                    }
                }
            }
        }
        std::vector<std::string> notes;
        std::transform(told.begin(), told.end(), std::back_inserter(notes), joined);
        return notes;
    }

private:
    /// The first few, and how many more there are.
    [[nodiscard]] static std::string joined(const std::vector<std::string>& texts) {
        constexpr std::size_t most = 4;
        std::string note;
        for (std::size_t i = 0; i < std::min(most, texts.size()); ++i) {
            note += (i == 0 ? "" : ", ") + texts[i];
        }
        return note + (texts.size() > most ? " and " + std::to_string(texts.size() - most) + " more" : "");
    }

    [[nodiscard]] bool shares(const SharedOperand& one) const {
        return std::binary_search(shared_.begin(), shared_.end(), one);
    }

    /// Empty: the operand neither shares nor is copied on purpose.
    [[nodiscard]] std::string told_of(const SharedOperand& one) const {
        const Operator& node = problem_.graph->operators[one.node];
        const BufferIndex operand = node.reads[one.position];
        const Name& read = problem_.buffers[operand].name;
        const Name& written = problem_.buffers[node.writes.front()].name;
        if (shares(one)) {
            return node.feature == OperatorFeature::in_place    ? written + " overwrites " + read + " in place"
                   : node.feature == OperatorFeature::removable ? written + " is bytes of " + read
                                                                : read + " lies inside " + written;
        }
        const auto& copied = plan_.decisions.copied;
        const bool is_decided = std::binary_search(copied.begin(), copied.end(), one);
        const bool is_copy =
            std::find(plan_.copies.begin(), plan_.copies.end(), OperandCopy{one.node, operand}) != plan_.copies.end();
        if (!is_decided && !is_copy) {
            return {};
        }
        const std::string apart =
            is_copy ? read + " is copied into " + written : written + " does not overwrite " + read;
        return apart + (is_decided ? reason_for(one) : std::string());
    }

    /// What the peak would be if the operand shares, if that is higher.
    [[nodiscard]] std::string reason_for(const SharedOperand& one) const {
        SharingDecisions other = plan_.decisions;
        other.copied.erase(std::lower_bound(other.copied.begin(), other.copied.end(), one));
        other.shared.insert(std::lower_bound(other.shared.begin(), other.shared.end(), one), one);
        const SharingPlan shared = sharing_plan(problem_, {.decisions = &other});
        if (std::find(shared.shared.begin(), shared.shared.end(), one) == shared.shared.end()) {
            return {};
        }
        const Problem blocks = block_problem(problem_, shared);
        const std::int64_t least = threshold(blocks).value();
        const std::int64_t placed = lowest_peak(blocks).value();
        if (least > peak_.value()) {
            return ": sharing it would raise the peak to " + (placed > least ? "at least " : std::string()) +
                   std::to_string(least);
        }
        return placed > peak_.value() ? ": sharing it, greedy placements reach " + std::to_string(placed)
                                      : std::string();
    }

    [[nodiscard]] static Offset lowest_peak(const Problem& blocks) {
        Offset lowest(std::numeric_limits<std::int64_t>::max());
        for (const QuickPlacement& quick : quick_placements) {
            if (const QuickLayout placed = placed_quickly(blocks, quick, lowest); placed.layout) {
                lowest = peak(blocks, *placed.layout);
            }
        }
        return lowest;
    }

    const Problem& problem_;
    const SharingPlan& plan_;
    Offset peak_;
    std::vector<SharedOperand> shared_;
};

}  // namespace

std::vector<std::string> sharing_notes(const Problem& problem, const SharingPlan& plan, Offset peak) {
    return SharingNotes(problem, plan, peak).run();
}

}  // namespace arenascope
