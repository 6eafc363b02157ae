#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/planner/random.h"

namespace arenascope::test {

/// A problem made to be hard.
struct HardProblem {
    Problem problem;
    /// Complete and sound, with its peak at the threshold, so that it is as low as any. Empty where the family is one
    /// whose lowest peak nobody knows.
    std::optional<Layout> layout;
};

/// A buffer with an offset: what the families cut, move and stack.
struct PlacedPiece {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t offset = 0;
    std::int64_t size = 0;
    std::int64_t alignment = 1;

    [[nodiscard]] std::int64_t tail() const { return offset + size; }
};
using PlacedPieces = std::vector<PlacedPiece>;

/// One problem with a sound layout at its threshold: a file that some of the families take apart.
using PlacedFiles = std::vector<PlacedPieces>;

/// A kind of problem. `make` must depend on the random numbers only.
struct HardFamily {
    std::string name;
    std::string_view what;  ///< one line for a table
    bool needs_files = false;
    bool keeps_layout = true;  ///< false: the offsets of what it makes are void
    std::function<PlacedPieces(const PlacedFiles& files, Random& random)> make;
};

/// All families, each with a name of its own:
///
///   of files    shuffled, mirrored, beside, stacked, split, shrunk, grown, refilled, transposed, resized
///   made up     perfect, dropped, waste, equal sizes, thin and wide, necks, aligned
///
/// Every problem but the resized ones has a layout at its threshold. So its lowest peak is known, and what is measured
/// is how long a planner needs to find such a layout. From a hundred to five hundred buffers. Where a change lowers the
/// threshold, the waste of one section becomes buffers, so that it is full again:
///
///    ┌──┐             ┌──┐
///    └──┘┌────┐       └──┘┌────┐       A filler lasts for as long as the waste does.
///    ┌───┤    │  ──▶  ┌───┤    │
///    │   └────┘       │   ├────┤ ◀─ filler
///    └─────┘          └─────┘──┘
[[nodiscard]] const std::vector<HardFamily>& hard_families();

/// The files A, C, E, G and K of a folder of MiniMalloc's challenge problems, with their stored offsets. Empty if one
/// of them is missing or is not the file that the offsets were stored for.
[[nodiscard]] PlacedFiles placed_files(const std::string& folder);

/// The problem with that number of a family; the same numbers give the same problem on every machine. The buffers are
/// in random order. Empty: the family needs files that are not there.
[[nodiscard]] std::optional<HardProblem> hard_problem(const HardFamily& family, const PlacedFiles& files,
                                                      std::uint64_t number);

}  // namespace arenascope::test
