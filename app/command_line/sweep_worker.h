#pragma once

#include <string>
#include <vector>

#include "app/command_line/sub_commands.h"
#include "app/command_line/sweep_line.h"
#include "app/command_line/worker_crew.h"
#include "app/session/exit_status.h"

namespace arenascope {

/// Planners of a sweep: the names between commas, or all of them for `all`; then the external ones, if they are asked
/// for. Error: a name that is unknown or given twice.
[[nodiscard]] Expected<std::vector<std::string>> swept_planners(const SweepArguments& arguments);

/// The switches that change a line, as they are typed, in an order of their own: two lines with the same switches can
/// stand in one table.
[[nodiscard]] std::string switches_of(const SweepArguments& arguments);

/// The SHA-256 of the content of a file in hexadecimal; empty: it cannot be read. Linear.
[[nodiscard]] std::string digest_of(const std::string& file);

/// The arguments of a worker for one file; see run_sweep_worker().
[[nodiscard]] std::vector<std::string> worker_arguments(const SweepArguments& arguments, const std::string& file);

/// A worker: prints the line of its file, anew before each part of the work, so that the last whole one tells what was
/// done when it ended. `error` of such a line says what the worker is about to do.
[[nodiscard]] ExitStatus run_sweep_worker(const SweepArguments& arguments);

/// The line of a worker that has ended. If it did not end by itself, the error says what ended it, and where.
[[nodiscard]] SweepLine line_of(const SweepArguments& arguments, const std::string& file, const WorkerEnd& end);

/// The limits of a worker, as a text that differs if they do.
[[nodiscard]] std::string limits_of(const SweepArguments& arguments);

}  // namespace arenascope
