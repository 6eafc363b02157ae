#pragma once

namespace arenascope {

/// Lets the window's thread go before this one, and before the threads that this one starts from now on. Otherwise, as
/// many workers as processors delay a click by some milliseconds each. Has an effect on Linux alone.
void yield_to_window();

}  // namespace arenascope
