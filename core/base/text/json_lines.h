#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

/// One step on the way from the root of a JSON text to a value in it.
struct JsonStep {
    std::string key;        ///< the member of an object; empty: this step leads to an element of a list
    std::size_t index = 0;  ///< position in the list
};

/// The 1-based line of the value that `steps` lead to from the root. For a member of an object, this is the line of its
/// key. If the value does not exist, it is the line of the innermost value on the way that does. 0 if the text is empty
/// or not JSON. Parses the whole text again, so call it only when there is an error. Linear.
[[nodiscard]] std::int64_t line_of(std::string_view text, const std::vector<JsonStep>& steps);

/// The 1-based line of each element of the list that `steps` lead to; empty if there is no such list. Call it only when
/// there is an error, as above. Linear.
[[nodiscard]] std::vector<std::int64_t> lines_of_elements(std::string_view text, const std::vector<JsonStep>& steps);

}  // namespace arenascope
