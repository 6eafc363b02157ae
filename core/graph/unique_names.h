#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

namespace arenascope {

/// Hands out names that differ: the name itself, or `name#2`, `name#3`, … where it is taken.
class UniqueNames {
public:
    [[nodiscard]] std::string add(const std::string& name);

private:
    std::unordered_map<std::string, std::size_t> taken_;  ///< how often each was asked for
};

}  // namespace arenascope
