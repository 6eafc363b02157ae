#include "tests/bench/bar.h"

#include <utility>

namespace arenascope::bench {

bool set_bar(Bar bar) {
    bars().push_back(std::move(bar));
    return true;
}

std::vector<Bar>& bars() {
    static std::vector<Bar> all;
    return all;
}

}  // namespace arenascope::bench
