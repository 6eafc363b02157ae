#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace arenascope {

/// Hands out names that differ: the name itself, or `name#2`, `name#3`, … where it is taken.
class UniqueNames {
public:
    /// Keeps a name for whoever asks for just that one: no numbered name is the same.
    void reserve(std::string_view name) { counts_.try_emplace(std::string(name), 0); }
    /// Amortized O(1) in the number of names.
    [[nodiscard]] std::string add(std::string name);

private:
    std::unordered_map<std::string, std::size_t> counts_;  ///< how often each was asked for
};

}  // namespace arenascope
