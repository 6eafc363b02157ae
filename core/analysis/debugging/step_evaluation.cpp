#include "core/analysis/debugging/step_evaluation.h"

#include <algorithm>
#include <utility>

#include "core/analysis/debugging/step_value.h"
#include "core/model/expression/glob.h"
#include "core/model/memory/lifetime.h"
#include "core/trace/trace_sink.h"

namespace arenascope {
namespace {

template <class Number>
StepValue number_or_nothing(const Number& number) {
    return number ? StepValue::of(static_cast<std::int64_t>(number->value())) : StepValue();
}

StepValue count_value(std::uint64_t count) {
    return StepValue::of(static_cast<std::int64_t>(count));
}

/// The number of the step itself, or of the one around it, at a level of the path.
StepValue number_in_path(const RecordedStep& step, std::size_t level) {
    return step.path.size() > level ? count_value(step.path[level]) : StepValue();
}

bool meets(OptionalOffset offset, const BoundNode& range, const Buffer& buffer) {
    return offset && *offset < Offset(range.to) && Offset(range.from) < *offset + buffer.size;
}

bool touches(const RecordedStep& step, const BoundNode& range, const Problem& problem) {
    return std::any_of(step.changes.begin(), step.changes.end(), [&](const Move& change) {
        const Buffer& buffer = problem.buffers[change.buffer];
        if (range.region != RegionIndex::none() && range.region != buffer.region) {
            return false;
        }
        if (range.function == StepFunction::touches_steps) {
            return buffer.lifetime.begin < Step(range.to) && Step(range.from) < buffer.lifetime.end;
        }
        return meets(change.from, range, buffer) || meets(change.to, range, buffer);
    });
}

}  // namespace

StepEvaluation::StepEvaluation(StepExpression expression)
    : expression_(std::move(expression)),
      remembered_(expression_.bound().remembered.size() * frame_kind_count),
      fresh_(expression_.bound().remembered.size()) {}

StepValue StepEvaluation::Remembered::get() const {
    StepValue now = value;
    if (now.kind == StepValue::Kind::text) {
        now.text = text;
    }
    return now;
}

void StepEvaluation::Remembered::set(const StepValue& now) {
    if (now.kind == StepValue::Kind::text) {
        text.assign(now.text);
    }
    value = now;
}

StepEvaluation::Remembered& StepEvaluation::remembered(std::size_t slot, FrameKind kind) {
    return remembered_[slot * frame_kind_count + static_cast<std::size_t>(kind)];
}

StepValue StepEvaluation::next(const RecordedStep& step) {
    const BoundExpression& bound = expression_.bound();
    const StepValue value = value_of(static_cast<std::uint32_t>(bound.nodes.size() - 1), step);
    if (fresh_.empty()) {
        return value;
    }
    result_.set(value);
    for (std::size_t slot = 0; slot < fresh_.size(); ++slot) {
        fresh_[slot] = value_of(bound.remembered[slot], step);
    }
    // An outer argument may view the text of an inner one, which is therefore replaced after it.
    for (std::size_t slot = fresh_.size(); slot-- > 0;) {
        remembered(slot, step.kind).set(fresh_[slot]);
    }
    return result_.get();
}

StepValue StepEvaluation::value_of(std::uint32_t index, const RecordedStep& step) {
    const BoundNode& node = expression_.bound().nodes[index];
    switch (node.kind) {
        case BoundNode::Kind::constant:
            return node.type == StepType::text ? StepValue::of(std::string_view(node.text)) : node.value;
        case BoundNode::Kind::field:
            return value_of_field(node.field, step);
        case BoundNode::Kind::function:
            return value_of_function(node, step);
        case BoundNode::Kind::pattern: {
            const StepValue subject = value_of(node.children.front(), step);
            return StepValue::of(!subject.is_lacking() && matches_glob(subject.text, node.text));
        }
        default:
            return value_of_expression(node, step);
    }
}

StepValue StepEvaluation::value_of_field(StepField field, const RecordedStep& step) {
    switch (field) {
        case StepField::peak:
            return StepValue::of(step.state->peak().value());
        case StepField::best:
            return number_or_nothing(step.best);
        case StepField::iteration:
            return number_in_path(step, 0);
        case StepField::group:
            return number_in_path(step, 1);
        case StepField::rearrangement:
            return number_in_path(step, 2);
        case StepField::pass:
            return step.pass ? count_value(*step.pass) : StepValue();
        case StepField::placed:
            return count_value(step.state->placed());
        case StepField::moved:
            return count_value(step.moved);
        case StepField::hole:
            return StepValue::of(step.state->largest_hole().value());
        case StepField::overlap:
            return count_value(step.state->overlaps());
        case StepField::reason:
            return StepValue::named(static_cast<std::size_t>(step.goal), name_of(step.goal));
        case StepField::kind:
            return StepValue::named(static_cast<std::size_t>(step.kind), name_of(step.kind));
        case StepField::region:
            return step.region == RegionIndex::none()
                       ? StepValue()
                       : StepValue::named(step.region.value(), step.state->problem().regions[step.region].name);
        case StepField::note:
            return StepValue::of(step.note);
        case StepField::frame:
            path_ = path_text(step.path);
            return StepValue::of(std::string_view(path_));
        default:
            return {};
    }
}

StepValue StepEvaluation::value_of_function(const BoundNode& node, const RecordedStep& step) {
    switch (node.function) {
        case StepFunction::region_peak:
            return StepValue::of(step.state->peak(node.region).value());
        case StepFunction::offset:
            return number_or_nothing(step.state->offset(node.buffer));
        case StepFunction::tail:
            return number_or_nothing(step.state->tail(node.buffer));
        case StepFunction::tier: {
            const std::span<const Risk> risks = step.risks.empty() ? step.state->risks_of_layout() : step.risks;
            const bool is_placed = !step.risks.empty() || step.state->offset(node.buffer);
            if (risks.empty() || !is_placed) {
                return {};
            }
            const Tier tier = risks[node.buffer.value()].tier;
            return StepValue::named(static_cast<std::size_t>(tier), name_of(tier));
        }
        case StepFunction::before:
            return remembered(node.slot, step.kind).get();
        case StepFunction::changed: {
            const StepValue before = remembered(node.slot, step.kind).get();
            const StepValue now = before.is_lacking() ? before : value_of(node.children.front(), step);
            return StepValue::of(!before.is_lacking() && !now.is_lacking() && !is_equal(before, now));
        }
        default:
            return StepValue::of(touches(step, node, step.state->problem()));
    }
}

StepValue StepEvaluation::value_of_expression(const BoundNode& node, const RecordedStep& step) {
    using Operation = ExpressionNode::Kind;
    const auto holds = [&](std::uint32_t child) { return value_of(child, step).is_true(); };
    switch (node.operation) {
        case Operation::logical_and:
            return StepValue::of(std::all_of(node.children.begin(), node.children.end(), holds));
        case Operation::logical_or:
            return StepValue::of(std::any_of(node.children.begin(), node.children.end(), holds));
        case Operation::logical_not:
            return StepValue::of(!holds(node.children.front()));
        default:
            break;
    }
    const StepValue left = value_of(node.children.front(), step);
    const StepValue right = node.children.size() > 1 ? value_of(node.children.back(), step) : left;
    return node.type == StepType::truth ? StepValue::of(compared(node.operation, left, right))
                                        : calculated(node.operation, left, right);
}

}  // namespace arenascope
