#include <cstdlib>
#include <string_view>
#include <vector>

#include "core/format/scratch_rules_text.h"
#include "tests/fuzz/network.h"
#include "tests/fuzz/target.h"

using namespace arenascope;

void fuzz::read_scratch_rules(Input input) {
    const auto rules = parse_scratch_rules({reinterpret_cast<const char*>(input.data), input.size}, "rules");
    if (!rules) {
        return rules.error().cause.empty() ? std::abort() : void();
    }
    Problem problem = network(Bytes(1 << 20));
    problem.graph->tensors.assign(problem.buffers.size(), {"float32", {1, 64, 64, 64}});
    Layout layout = empty_layout(problem);
    std::vector<std::string> notes;
    const auto added = add_scratch(problem, layout, *rules, "rules", notes);
    if (added && (!validate(problem) || layout.placements.size() != problem.buffers.size())) {
        std::abort();
    }
}
