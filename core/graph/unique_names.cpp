#include "core/graph/unique_names.h"

namespace arenascope {

std::string UniqueNames::add(const std::string& name) {
    std::size_t& count = taken_[name];
    ++count;
    if (count == 1) {
        return name;
    }
    std::string numbered;
    do {
        numbered = name + "#" + std::to_string(taken_[name]++);
    } while (taken_.contains(numbered));
    taken_.emplace(numbered, 1);
    return numbered;
}

}  // namespace arenascope
