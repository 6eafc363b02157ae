#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>

namespace arenascope {

/// Makes names unique: the first of a name stays as it is, later ones become `name#2`, `name#3`, ….
class UniqueNames {
public:
    /// Keeps numbered names from being equal to `name`. The first `add` of it still returns it unchanged.
    void reserve(std::string_view name) { counts_.try_emplace(std::string(name), 0); }
    /// A name that was not returned before. Amortized O(1) in the number of names.
    [[nodiscard]] std::string add(std::string name);

private:
    std::unordered_map<std::string, std::size_t> counts_;  ///< how often each name was added
};

}  // namespace arenascope
