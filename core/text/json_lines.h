#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

/// One step from a value of a JSON text into it.
struct JsonStep {
    std::string key;        ///< the member of an object; empty: the element of a list
    std::size_t index = 0;  ///< position in the list
};

/// The 1-based line of the value that the steps lead to from the root: of its key in an object, else of its beginning.
/// If there is no such value, the line of the innermost one around it that is there. 0 for an empty text or one that
/// is no JSON. Reads the text again, so that it is for errors only. Linear.
[[nodiscard]] std::int64_t line_of(std::string_view text, const std::vector<JsonStep>& steps);

/// The line of each element of the list that the steps lead to, empty if there is none. For errors only, as above.
/// Linear.
[[nodiscard]] std::vector<std::int64_t> lines_of_elements(std::string_view text, const std::vector<JsonStep>& steps);

}  // namespace arenascope
