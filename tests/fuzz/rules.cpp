// What libFuzzer runs with each rule file for scratch that it makes up. The rules may be refused, or ask for what no
// operator has; what they add to a small network must be sound.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/format/scratch_rules_text.h"
#include "tests/fuzz/network.h"

using namespace arenascope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto rules = parse_scratch_rules({reinterpret_cast<const char*>(data), size}, "rules");
    if (!rules) {
        return rules.error().cause.empty() ? std::abort(), 0 : 0;
    }
    Problem problem = fuzz::network(Bytes(1 << 20));
    problem.graph->tensors.assign(problem.buffers.size(), {"float32", {1, 64, 64, 64}});
    Layout layout = empty_layout(problem);
    std::vector<std::string> notes;
    const auto added = add_scratch(problem, layout, *rules, "rules", notes);
    if (added && (!validate(problem) || layout.placements.size() != problem.buffers.size())) {
        std::abort();
    }
    return 0;
}
