#include "core/analysis/debugging/trace_facts.h"

#include <algorithm>
#include <vector>

#include "core/analysis/debugging/step_walk.h"
#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

/// What is known about a part of a condition before any step is.
struct Certainty {
    enum class Kind : std::uint8_t { open, lacking, always, never } kind = Kind::open;
    std::string reason = {};
};

class Proof {
public:
    Proof(const BoundExpression& bound, const TraceFacts& facts, const Problem& problem)
        : bound_(bound), facts_(facts), problem_(problem) {}

    [[nodiscard]] Certainty all() {
        // Children come before their parents.
        for (const BoundNode& node : bound_.nodes) {
            known_.push_back(certainty_of(node));
        }
        return known_.back();
    }

private:
    using Operation = ExpressionNode::Kind;
    using Known = Certainty::Kind;

    [[nodiscard]] bool has(FrameKind kind) const { return facts_.kinds.test(static_cast<std::size_t>(kind)); }

    [[nodiscard]] Certainty certainty_of(const BoundNode& node) const {
        switch (node.kind) {
            case BoundNode::Kind::field:
                return field(node.field);
            case BoundNode::Kind::function:
                return function(node);
            case BoundNode::Kind::pattern: {
                const Certainty& subject = known_[node.children.front()];
                return subject.kind == Known::lacking ? Certainty{Known::never, subject.reason} : Certainty();
            }
            case BoundNode::Kind::expression:
                return expression(node);
            default:
                return {};
        }
    }

    [[nodiscard]] Certainty field(StepField field) const {
        if (field == StepField::pass && !has(FrameKind::pass)) {
            return {Known::lacking, "the run has no passes"};
        }
        if (field == StepField::group && !has(FrameKind::group)) {
            return {Known::lacking, "the run has no groups"};
        }
        if (field == StepField::rearrangement && !has(FrameKind::rearrangement)) {
            return {Known::lacking, "the run has no rearrangements"};
        }
        if (field == StepField::region && std::ranges::find(facts_.regions, true) == facts_.regions.end()) {
            return {Known::lacking, "every step is about the whole problem"};
        }
        return {};
    }

    [[nodiscard]] Certainty function(const BoundNode& node) const {
        if (node.function == StepFunction::before || node.function == StepFunction::changed) {
            const Certainty& argument = known_[node.children.front()];
            const bool is_changed = node.function == StepFunction::changed;
            if (argument.kind == Known::lacking) {
                return {is_changed ? Known::never : Known::lacking, argument.reason};
            }
            // The first step of a kind has none before it, so that nothing always held before.
            return argument.kind == Known::never ? Certainty{Known::never, argument.reason} : Certainty();
        }
        return {};
    }

    [[nodiscard]] Certainty expression(const BoundNode& node) const {
        switch (node.operation) {
            case Operation::logical_and:
                return any(node, Known::never, Known::always);
            case Operation::logical_or:
                return any(node, Known::always, Known::never);
            case Operation::logical_not: {
                const Certainty& part = known_[node.children.front()];
                return part.kind == Known::always  ? Certainty{Known::never, part.reason}
                       : part.kind == Known::never ? Certainty{Known::always, part.reason}
                                                   : Certainty();
            }
            default:
                return calculation(node);
        }
    }

    /// `deciding`, if one child is it; `other`, if all are that one.
    [[nodiscard]] Certainty any(const BoundNode& node, Known deciding, Known other) const {
        std::string reasons;
        bool all_other = true;
        for (const std::uint32_t child : node.children) {
            const Certainty& part = known_[child];
            if (part.kind == deciding) {
                return part;
            }
            all_other = all_other && part.kind == other;
            if (reasons.find(part.reason) == std::string::npos) {
                reasons += (reasons.empty() ? "" : ", and ") + part.reason;
            }
        }
        return all_other ? Certainty{other, reasons} : Certainty();
    }

    [[nodiscard]] Certainty calculation(const BoundNode& node) const {
        for (const std::uint32_t child : node.children) {
            if (known_[child].kind == Known::lacking) {
                return {node.type == StepType::truth ? Known::never : Known::lacking, known_[child].reason};
            }
        }
        const bool is_equality = node.operation == Operation::equal || node.operation == Operation::unequal;
        if (!is_equality) {
            return {};
        }
        const BoundNode& left = bound_.nodes[node.children.front()];
        const BoundNode& right = bound_.nodes[node.children.back()];
        const bool is_swapped = left.kind == BoundNode::Kind::constant;
        return word_of(is_swapped ? right : left, is_swapped ? left : right, node.operation == Operation::equal);
    }

    /// A kind or a region that does not occur equals nothing.
    [[nodiscard]] Certainty word_of(const BoundNode& subject, const BoundNode& word, bool is_equal) const {
        if (subject.kind != BoundNode::Kind::field || word.kind != BoundNode::Kind::constant ||
            (word.type != StepType::kind && word.type != StepType::region)) {
            return {};
        }
        const auto position = static_cast<std::size_t>(word.value.number.numerator());
        const bool is_kind = word.type == StepType::kind;
        const bool occurs = is_kind ? facts_.kinds.test(position) && static_cast<FrameKind>(position) != FrameKind::pass
                                    : bool(facts_.regions[RegionIndex(position)]);
        if (occurs || (!is_equal && !is_kind)) {
            return {};
        }
        const std::string reason =
            !is_kind ? "no step is about the region " + in_quotes(problem_.regions[RegionIndex(position)].name)
            : static_cast<FrameKind>(position) == FrameKind::pass
                ? "a pass is no step: its iterations are, write pass == 1"
                : "the run has no step of the kind " + std::string(name_of(static_cast<FrameKind>(position)));
        return {is_equal ? Known::never : Known::always, reason};
    }

    const BoundExpression& bound_;
    const TraceFacts& facts_;
    const Problem& problem_;
    std::vector<Certainty> known_;  ///< by node
};

}  // namespace

TraceFacts facts_of(const Trace& trace, const Problem& problem) {
    TraceFacts facts;
    facts.regions.resize(problem.regions.size());
    for (const Frame& frame : trace.frames) {
        facts.kinds.set(static_cast<std::size_t>(frame.kind));
        if (frame.region != RegionIndex::none() && frame.region.value() < facts.regions.size()) {
            facts.regions[frame.region] = true;
        }
    }
    return facts;
}

std::optional<std::string> never_holds(const StepExpression& condition, const TraceFacts& facts,
                                       const Problem& problem) {
    const Certainty known = Proof(condition.bound(), facts, problem).all();
    return known.kind == Certainty::Kind::never || known.kind == Certainty::Kind::lacking ? std::optional(known.reason)
                                                                                          : std::nullopt;
}

}  // namespace arenascope
