#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/error/error.h"
#include "core/planner/planner.h"

namespace arenascope {

/// The seconds that an external planner may take if nobody says otherwise.
inline constexpr double default_external_seconds = 60.0;

/// A planner that is a program of the user's, see parse_external_command(). It is run without a shell, watched by
/// run_process(), and its answer is checked like any layout.
///
///   exec:COMMAND        gets each region as MiniMalloc CSV on its standard input, one run after the other; buffers
///                       that share memory in the file are one buffer
///   exec:json:COMMAND   gets the whole problem as a plan in JSON, with regions, pins and sharing groups
///
/// The answer is due on standard output. Its environment has ARENASCOPE_SECONDS, ARENASCOPE_SEED, ARENASCOPE_THREADS,
/// and, where there is one, ARENASCOPE_CAPACITY: the capacity of the region in bytes.
/// `seconds`: its time in all; empty: default_external_seconds. At the limit, or at a stop, it is ended; the result is
/// then an empty layout and a note that says so. Its errors are sentences with the last lines of its standard error.
/// An answer takes at most 64 MiB and four times the bytes of the problem. The error here is one of the text.
[[nodiscard]] Expected<std::shared_ptr<const Planner>> external_planner(const std::string& text,
                                                                        std::optional<double> seconds);

}  // namespace arenascope
