#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The name of the maker whose buffers have no Python frame.
inline constexpr std::string_view no_python_frame = "(no Python frame)";

/// A line, a function or a file of Python code that made buffers.
struct Maker {
    StackFrameIndex frame = StackFrameIndex::none();  ///< a maker_frame() of it; none(): no Python code
    std::string name;                                 ///< label_of() the frame, with folders if another one has it too
    Bytes at_peak;                                    ///< bytes of its buffers alive at `Makers::peak_step`
    Bytes in_all;                                     ///< bytes of all its buffers
    std::size_t buffers = 0;
};

/// Who made the buffers of a recorded allocator.
struct Makers {
    std::vector<Maker> makers;  ///< most bytes at the peak first, then most bytes in all, then by frame
    IndexedVector<BufferIndex, std::uint32_t> made_by;  ///< positions in `makers`
    Step peak_step;                                     ///< the first step of the highest live size of all segments
    MadeBy by = MadeBy::line;
};

/// The makers of all buffers; none for a problem without a history. Code is the same if its file with its path is,
/// then its function or its line:
///
///   stack of a buffer          line                function         file
///   silu     model.py:532      model.py:532 silu   model.py silu    model.py
///   forward  model.py:54
///   main     train.py:7                            always the maker_frame() of the stack
///
/// O(n log n) in buffers and frames.
[[nodiscard]] Makers makers_of(const Problem& problem, MadeBy by = MadeBy::line);

/// The makers of two problems, such as two runs of a program. A maker of both has the same name: where one of them has
/// several files of a name, both name as many folders as tell these apart. Complexity as makers_of().
[[nodiscard]] std::pair<Makers, Makers> makers_of_both(const Problem& first, const Problem& second,
                                                       MadeBy by = MadeBy::line);

/// Some buffers of one maker.
struct MakerCount {
    std::uint32_t maker = 0;  ///< position in `Makers::makers`
    std::size_t count = 0;
    friend bool operator==(const MakerCount&, const MakerCount&) = default;
};

/// How many of these buffers each maker made, in the order of the first one. O(n log n).
[[nodiscard]] std::vector<MakerCount> makers_among(const Makers& makers, const std::vector<BufferIndex>& buffers);

}  // namespace arenascope
