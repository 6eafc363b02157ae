#pragma once

namespace arenascope::test {

// Windows of other processes edit a plan at random moments, and are killed at random ones (SIGKILL). More processes
// recover. What these show must be what the killed ones showed at some moment of their last ten seconds.
//
//   kill_windows ──starts──▶ work_until_killed   writes what it shows to the file log, after each action, with the time
//                ──kills───▶
//                ──starts──▶ recover_and_tell    writes what it shows to the file recovered

/// Whether this process is one of those that kill_windows() started.
bool is_started_to_be_killed();

/// What such a process does; they are functions of the test journal_kills.
void work_until_killed();
void recover_and_tell();

/// Kills so many windows, several at a time, after 0.5 s to `longest_life` of work. Says how much they lost.
void kill_windows(int kills, int longest_life);

}  // namespace arenascope::test
