#pragma once

namespace arenascope {

/// Exit statuses of the program: a contract with people's scripts.
enum class ExitStatus : int {
    fine = 0,
    finding = 1,    ///< check: anything but ok; plan: does not fit; compare: grown by more than allowed
    unusable = 2,   ///< wrong usage, or an input that cannot be read
    stopped = 3,    ///< stopped before any layout was found
    unwritten = 4,  ///< the result could not be written
};

}  // namespace arenascope
