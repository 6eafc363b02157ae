#pragma once

#include "core/memory/layout.h"
#include "core/memory/problem.h"

namespace arenascope {

/// A plan or a problem to compare.
struct Comparand {
    const Problem& problem;
    const Layout& layout;
};

}  // namespace arenascope
