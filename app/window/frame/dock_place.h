#pragma once

#include <array>
#include <cstdint>

#include "app/window/frame/window_mode.h"

namespace arenascope {

/// The share of the window's height that docks below the picture get.
inline constexpr double tables_share = 0.31;
/// What the list of overlaps gets when it opens below the picture: most plans have few, and the picture shows them.
inline constexpr double overlaps_share = 0.2;

/// Docks behind each other, each with a tab. Those of one column stand from the top to the bottom.
enum class DockStack : std::uint8_t { left, left_lower, right, right_middle, right_lower, bottom, bottom_right };

/// Whether a dock is seen in an arrangement.
enum class DockSight : std::uint8_t {
    front,   ///< in front of its stack
    open,    ///< behind its tab
    rare,    ///< the same, but few plans have something for it, so that its column need not have room for the tab
    closed,  ///< until somebody asks for it
};

/// The place of a dock in one arrangement.
struct DockPlace {
    DockStack stack;
    int tab;  ///< from 1; others of the stack may leave gaps
    DockSight sight;

    static constexpr DockPlace front(DockStack stack, int tab) { return {stack, tab, DockSight::front}; }
    static constexpr DockPlace open(DockStack stack, int tab) { return {stack, tab, DockSight::open}; }
    static constexpr DockPlace rare(DockStack stack, int tab) { return {stack, tab, DockSight::rare}; }
    static constexpr DockPlace closed(DockStack stack, int tab) { return {stack, tab, DockSight::closed}; }
};

/// The places of a dock: in each mode, in the order of window_modes, that in a window with tables below the picture,
/// and that in a window too low for them.
using DockPlaces = std::array<DockPlace, 2 * window_modes.size()>;

}  // namespace arenascope
