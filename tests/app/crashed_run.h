#pragma once

#include <QString>

namespace arenascope::test {

// Another process opens a plan, edits it perhaps, starts a planner on it, and crashes while that runs.

/// Whether this process is one that crash_while_planning() started.
bool is_started_to_crash();

/// What such a process does; a function of the test run_mark.
void plan_until_crash();

/// The planner that runs in it.
inline constexpr auto crashing_planner = "hill-climb";

/// Starts such a process and waits for its crash. `edits`: so many
/// buffers, the first ones, are moved before the run.
void crash_while_planning(const QString& journals, const QString& plan, int edits);

}  // namespace arenascope::test
