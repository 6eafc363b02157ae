#pragma once

#include <rapidcheck.h>
#include <set>
#include <string>
#include <vector>

namespace arenascope::test {

/// Up to 39 different names, sorted: each of up to five parts with a separator behind each, and the end.
inline std::vector<std::string> drawn_names(const rc::Gen<std::string>& part, const rc::Gen<std::string>& separator,
                                            const std::string& end = {}) {
    std::set<std::string> drawn;
    const int count = *rc::gen::inRange(1, 40);
    for (int i = 0; i < count; ++i) {
        std::string name;
        const int parts = *rc::gen::inRange(1, 6);
        for (int k = 0; k < parts; ++k) {
            name += *part + *separator;
        }
        drawn.insert(name + end);
    }
    return {drawn.begin(), drawn.end()};
}

}  // namespace arenascope::test
