#pragma once

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A plan or a problem to compare.
struct Comparand {
    const Problem& problem;
    const Layout& layout;
};

}  // namespace arenascope
