#include "core/planner/generate/generated_problem.h"

#include <string>

#include "core/planner/generate/dense_problem.h"
#include "core/planner/generate/model_problem.h"
#include "core/planner/generate/perfect_packing.h"
#include "core/planner/generate/sparse_problem.h"

namespace arenascope {

Expected<Problem> generated_problem(GeneratedKind kind, std::size_t count, std::uint64_t seed) {
    if (count == 0 || count > most_generated_buffers) {
        return failure("a problem of " + std::to_string(count) + " buffers cannot be generated",
                       "give a number from 1 to " + std::to_string(most_generated_buffers));
    }
    switch (kind) {
        case GeneratedKind::sparse:
            return sparse_problem(count, seed);
        case GeneratedKind::dense:
            return dense_problem(count, seed);
        case GeneratedKind::model:
            return model_problem(count, seed);
        case GeneratedKind::perfect:
            break;
    }
    return perfect_packing(count, seed).problem;
}

}  // namespace arenascope
