#include <cstdlib>
#include <string_view>

#include "core/format/assignment_csv.h"
#include "core/model/network/many_core_problem.h"
#include "tests/fuzz/network.h"
#include "tests/fuzz/target.h"

using namespace arenascope;

void fuzz::read_assignment(Input input) {
    const auto list = parse_assignment_csv({reinterpret_cast<const char*>(input.data), input.size}, "cores.csv");
    if (!list) {
        return list.error().cause.empty() ? std::abort() : void();
    }
    const Problem problem = network(Bytes(64));
    const auto cores = assigned_by_name(problem, *list, 0, "cores.csv");
    if (!cores) {
        return;
    }
    for (const TransferTime time : {TransferTime::late, TransferTime::early}) {
        const auto split = many_core_problem(problem, empty_layout(problem), *cores, time);
        if (split && !validate(split->problem)) {
            std::abort();
        }
    }
}
