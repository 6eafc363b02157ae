#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "widgets/panels/command_palette/palette_content.h"

namespace arenascope {

/// The entries that match what was typed, the closest first.
struct PaletteResults {
    std::string pattern;                ///< what was typed without the sign of a kind, for FuzzyPattern
    std::vector<PaletteEntry> entries;  ///< the first of them
    std::size_t count = 0;              ///< of all
};

/// Searches commands, buffers, operators and steps; only one kind if the text begins with its sign. Order:
///
///   1. how closely it matches, see MatchKind; a command that matches only with its menus comes after all that match
///      by themselves in one piece
///   2. commands, buffers, operators, steps; enabled commands before others
///   3. fewer skipped letters, shorter text, order of the menus or the file
///
/// Without a text, the recently used commands come first, and all others keep their order. A number is also a step of
/// the plan. Without operators, steps are found by their names too; with them, only after the sign of steps.
///
/// At most `most` entries are listed. `poll` is called now and then; false ends the search, and the result is of no
/// use. O(characters of all names + matches · log most).
[[nodiscard]] PaletteResults search_palette(const PaletteContent& content, std::string_view typed, std::size_t most,
                                            const std::function<bool()>& poll = {});

}  // namespace arenascope
