#pragma once

#include <iostream>
#include <rapidcheck.h>
#include <string>
#include <utility>

#include "tests/support/fresh_seed.h"

namespace arenascope::test {

/// As rc::check(), but draws other values in each run. A failure prints the seed that repeats it.
template <class Testable>
bool check_freshly(const std::string& description, Testable&& testable) {
    rc::detail::TestMetadata metadata;
    metadata.id = description;
    metadata.description = description;
    rc::detail::TestParams parameters;
    parameters.seed = fresh_seed();
    parameters.maxSuccess = static_cast<int>(problems_to_draw(300));
    const auto result = rc::detail::checkTestable(std::forward<Testable>(testable), metadata, parameters);
    const bool is_right = result.template is<rc::detail::SuccessResult>();
    if (!is_right) {
        rc::detail::printResultMessage(result, std::cerr);
        std::cerr << "\nfailed with ARENASCOPE_SEED=" << parameters.seed << std::endl;
    }
    return is_right;
}

}  // namespace arenascope::test
