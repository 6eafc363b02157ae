#pragma once

#include "app/window/frame/window_mode.h"

class QMainWindow;

namespace arenascope {

struct WindowDocks;

/// Puts every dock where a mode has it by default, and closes those that the mode does not need. Call it when the
/// window has its size: with few lines of text in it, there are no tables below the picture.
///
///         inspect                        debug                          network
///   ┌────────────────┬────┐        ┌────┬───────────┬────┐        ┌─────────┬──────────────┐
///   │                │    │        │    │           │    │        │         │              │
///   │                │ of │        │run │  picture  │ of │        │ network │   picture    │
///   │    picture     │ a  │        │    │           │ a  │        │         │              │
///   │                │buf-│        │    ├───────────┤buf-│        │         ├─────────┬────┤
///   │                │fer │        │    │breakpoints│fer │        │         │ tables  │ of │
///   └────────────────┴────┘        └────┴───────────┴────┘        └─────────┴─────────┴────┘
void arrange_docks(QMainWindow& window, const WindowDocks& docks, WindowMode mode);

/// Call it when the height of the window has changed, because Qt changes the middle only. Docks below the middle get
/// their share of what the window has gained. In a lower window they give way to the picture.
void share_height(QMainWindow& window, const WindowDocks& docks, int gained);

}  // namespace arenascope
