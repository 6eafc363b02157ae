#pragma once

#include <cstddef>
#include <cstdint>

#include "core/format/file_format.h"

namespace arenascope::fuzz {

/// An input that libFuzzer has made up.
struct Input {
    const std::uint8_t* data;
    std::size_t size;
};

// Each ends the program where something does not hold, which libFuzzer takes for a crash: it keeps the input.

/// A reader may refuse a file or read it; what it has read must be sound: all that the program does with a document
/// relies on that.
void read_file(FileFormat format, Input input);
/// Rules for scratch may be refused, or ask for what no operator has; what they add to a small network must be sound.
void read_scratch_rules(Input input);
/// An assignment of operators to cores may be refused, or name what there is not; a network that is split by it must be
/// sound.
void read_assignment(Input input);
/// Every planner plans the problem that the input stands for. Small problems are held against the oracle that tries
/// everything (LeastPeak), larger ones against the checker alone.
void plan_problem(Input input);

}  // namespace arenascope::fuzz
