#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "core/format/feature_rules_text.h"
#include "tests/fuzz/network.h"
#include "tests/fuzz/target.h"

using namespace arenascope;

void fuzz::read_feature_rules(Input input) {
    const auto rules = parse_feature_rules({reinterpret_cast<const char*>(input.data), input.size}, "rules");
    if (!rules) {
        return rules.error().cause.empty() ? std::abort() : void();
    }
    Problem problem = network(Bytes(1 << 20));
    std::vector<std::string> notes;
    if (!apply_feature_rules(problem, *rules, "rules", notes)) {
        std::abort();
    }
}
