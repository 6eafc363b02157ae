#include "core/base/text/unique_names.h"

namespace arenascope {

std::string UniqueNames::add(std::string name) {
    std::size_t& count = counts_[name];
    ++count;
    if (count == 1) {
        return name;
    }
    while (true) {
        std::string numbered = name + "#" + std::to_string(count);
        if (counts_.try_emplace(numbered, 1).second) {
            return numbered;
        }
        ++count;
    }
}

}  // namespace arenascope
