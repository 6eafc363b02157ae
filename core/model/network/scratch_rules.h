#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/network/size_expression.h"

namespace arenascope {

/// One scratch rule: the scratch that certain operators need.
struct ScratchDemand {
    std::string pattern;  ///< type or name of the operators; may contain * and ?
    SizeExpression size;  ///< for variable scratch: the minimum; 0: none
    bool variable = false;
    bool overlay = false;
    bool fast = false;
    std::int64_t line = 0;  ///< in the rule file
};

/// Adds a scratch buffer for each operator and each rule that matches it. It is called `OPERATOR scratch`, `OPERATOR
/// scratch 2` and so on, and lives in the step of the operator. It lies in the memory of the operator's core, or where
/// its first output lies.
/// A fixed rule with the result 0 adds nothing; a variable one then has no minimum. Rules that use a missing tensor or
/// extent are skipped, and a note counts the operators. Another note lists the rules that match no operator. A scratch
/// buffer with the same name and step is kept, so that a plan can be read again with the rules that made it. Linear in
/// operators and rules. Errors, with the line of the rule: there are no operators, or a size is negative or does not
/// fit in 64 bits. Source: docs/method.md, section "Scratch buffers". It says which scratch exists, but not how large
/// it is; this is a choice of this project.
[[nodiscard]] Expected<void> add_scratch(Problem& problem, Layout& layout, const std::vector<ScratchDemand>& rules,
                                         const std::string& source, std::vector<std::string>& notes);

}  // namespace arenascope
