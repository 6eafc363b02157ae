#pragma once

namespace arenascope {

/// From here on, the first SIGINT or SIGTERM requests the best layout so far, and the second one ends the program.
/// SIGHUP requests it too, however often it comes, but stays ignored if the program was started that way. Reads are not
/// restarted after a signal, so a wait for input can be interrupted.
void handle_stop_signals();

/// Whether a stop signal was received after handle_stop_signals(). Any thread.
[[nodiscard]] bool stop_requested();

/// Whether a signal that ends the program erases the line of the cursor first. The signals' other effects stay as they
/// are.
void erase_line_before_end(bool erases);

}  // namespace arenascope
