// What libFuzzer runs with each assignment of operators to cores that it makes up. It may be refused, or name what
// there is not; a network that is split by it must be sound.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "core/format/assignment_csv.h"
#include "core/graph/many_core_problem.h"
#include "tests/fuzz/network.h"

using namespace arenascope;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto list = parse_assignment_csv({reinterpret_cast<const char*>(data), size}, "cores.csv");
    if (!list) {
        return list.error().cause.empty() ? std::abort(), 0 : 0;
    }
    const Problem problem = fuzz::network(Bytes(64));
    const auto cores = assigned_by_name(problem, *list, 0, "cores.csv");
    if (!cores) {
        return 0;
    }
    for (const TransferTime time : {TransferTime::late, TransferTime::early}) {
        const auto split = many_core_problem(problem, empty_layout(problem), *cores, time);
        if (split && !validate(split->problem)) {
            std::abort();
        }
    }
    return 0;
}
