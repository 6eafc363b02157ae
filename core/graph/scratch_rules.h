#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/error/error.h"
#include "core/graph/size_expression.h"
#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// What operators of a kind need as scratch.
struct ScratchDemand {
    std::string pattern;  ///< of the operators' types or names: the whole of it, or with * and ?
    SizeExpression size;  ///< of a variable one: its minimum
    bool variable = false;
    bool overlay = false;
    bool fast = false;
    std::int64_t line = 0;  ///< in the rule file
};

/// Adds a scratch buffer for each operator and each rule that it matches: `OPERATOR scratch`, `OPERATOR scratch 2` …,
/// alive in the operator's step, in the memory of its core or else where its first output lies. A rule that comes to 0
/// asks for nothing; one that asks for a tensor or an extent that the operator has not is passed over, which a note
/// counts; a note names each rule that fits no operator at all. A buffer of that name and step that is there already is
/// left as it is, so that a plan can be read again with the rules that made it. Linear in operators and rules. Errors,
/// with the rule's line: there are no operators, a size that is negative or passes 64 bits. Source:
/// 004_1da6691e92b8fba4, paragraphs 58 to 60, which say what scratch there is, not how large: this is the project's
/// choice.
[[nodiscard]] Expected<void> add_scratch(Problem& problem, Layout& layout, const std::vector<ScratchDemand>& rules,
                                         const std::string& source, std::vector<std::string>& notes);

}  // namespace arenascope
