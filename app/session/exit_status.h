#pragma once

namespace arenascope {

/// Exit statuses of the program. They are a contract with scripts and never change.
enum class ExitStatus : int {
    fine = 0,
    finding = 1,    ///< check: not ok; plan: does not fit; compare: grew by more than allowed
    unusable = 2,   ///< wrong usage, or an input that cannot be read
    stopped = 3,    ///< stopped before it found any layout
    unwritten = 4,  ///< the result could not be written
};

}  // namespace arenascope
