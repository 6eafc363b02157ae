#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/analysis/debugging/step_field.h"
#include "core/analysis/debugging/step_value.h"
#include "core/model/expression/rational.h"
#include "core/model/expression/syntax_tree.h"
#include "core/model/memory/quantity.h"

namespace arenascope {

/// What conditions read of each step, so that nothing else is computed. `hole` is not here: it is computed at the step
/// where it is read.
struct StepNeeds {
    bool peak = false;                      ///< `peak`, `best`, or who carries the peak
    bool tiers = false;                     ///< `tier`
    bool overlaps = false;                  ///< `overlap`
    bool changes = false;                   ///< `touches_bytes`, `touches_steps`
    std::vector<RegionIndex> regions = {};  ///< `peak` of these regions; ascending

    /// Adds what another condition reads.
    void add(const StepNeeds& other);
    void add(RegionIndex region);
};

/// The type of a value, known before any step is. Names are compared with the words of their own list.
enum class StepType : std::uint8_t { truth, number, text, kind, reason, tier, region };

/// A node of an expression whose names are looked up, so that it is evaluated without text and without allocation.
struct BoundNode {
    enum class Kind : std::uint8_t {
        constant,  ///< value
        field,     ///< field
        function,  ///< function with `buffer` or `region`; before(E) and changed(E) have one child and a memory `slot`
        expression,  ///< operation, over one or more children
        pattern,     ///< text: what its child matches
    };
    Kind kind = Kind::constant;
    StepType type = StepType::truth;
    std::size_t position = 0;  ///< 1-based character
    StepValue value = {};
    StepField field = StepField::peak;
    StepFunction function = StepFunction::offset;
    ExpressionNode::Kind operation = ExpressionNode::Kind::literal;
    BufferIndex buffer = BufferIndex::none();
    RegionIndex region = RegionIndex::none();
    std::size_t slot = 0;
    std::int64_t from = 0;  ///< range of touches_bytes and touches_steps
    std::int64_t to = 0;
    std::string text = {};
    std::vector<std::uint32_t> children = {};  ///< positions of earlier nodes
};

/// An expression over the steps of a run, in the order in which its parts are computed. The root is the last node.
struct BoundExpression {
    std::vector<BoundNode> nodes;
    std::vector<std::uint32_t> remembered;  ///< by slot: the argument of a before(E) or changed(E); inner ones first
    StepNeeds needs;
    /// Whether a condition can hold at groups and rearrangements, too, and not at main steps alone: it has `.any`, or
    /// reads `kind`, `group`, `rearrangement` or `frame`.
    bool is_for_inner_steps = false;
};

}  // namespace arenascope
