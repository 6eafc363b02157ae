#pragma once

#include <cstddef>
#include <cstdint>

#include "core/format/file_format.h"

namespace arenascope::fuzz {

/// An input made up by libFuzzer.
struct Input {
    const std::uint8_t* data;
    std::size_t size;
};

// Each target aborts if a condition is violated. libFuzzer treats this as a crash and keeps the input.

/// Reads a file. The result must be an error or a consistent document, because the whole program relies on that.
void read_file(FileFormat format, Input input);
/// Reads scratch rules and applies them to a small network. The result must be an error or a valid problem.
void read_scratch_rules(Input input);
void read_feature_rules(Input input);
/// Reads an assignment to cores and splits a small network by it. The result must be an error or a valid problem.
void read_assignment(Input input);
/// Runs every planner on a problem drawn from the input. Small problems are compared with an oracle that tries every
/// layout (LeastPeak); for larger ones, the overlap checker checks the plan.
void plan_problem(Input input);

}  // namespace arenascope::fuzz
