#include "core/model/network/operator_pattern.h"

#include "core/base/error/quotation.h"
#include "core/model/expression/glob.h"

namespace arenascope {
namespace {

bool matches_pattern(const std::string& text, const std::string& pattern) {
    return pattern.find_first_of("*?") == std::string::npos ? compare_ignoring_case(text, pattern) == 0
                                                            : matches_glob(text, pattern);
}

}  // namespace

bool matches_operator(const Operator& one, const std::string& pattern) {
    return matches_pattern(one.type, pattern) || matches_pattern(one.name, pattern);
}

std::string note_of_unmatched(const std::string& source, const std::map<std::int64_t, std::string>& unmatched) {
    std::string patterns;
    for (const auto& [line, pattern] : unmatched) {
        patterns += (patterns.empty() ? "" : ", ") + in_quotes(pattern) + " (line " + std::to_string(line) + ")";
    }
    return patterns.empty() ? patterns : source + ": no operator has the type or the name " + patterns;
}

}  // namespace arenascope
