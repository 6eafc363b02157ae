#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/pytorch/value_tree.h"

namespace arenascope::snapshot_file {

/// Whether the content begins as a pickle does: protocol 2 to 5. No other format that can be read begins so.
[[nodiscard]] bool is_pickle(std::string_view content);

/// A pickle, and the value that it builds.
struct Pickle {
    ValueTree tree;  ///< its texts lie in the content
    Value root;
};

/// Runs the small stack machine that a pickle is a program for, with the opcodes of plain data alone:
///
///   ]  MEMOIZE  (  K 7  K 8  e        stack: [7, 8]        memo: 0 = [7, 8]
///   │           │  └────┴── APPENDS: all since the mark go to the list below the mark
///   │           └────────── a mark
///   └────────────────────── a new list
///
/// Nothing is ever called: an opcode that names or calls a class is an error, with its offset. No recursion. Memory is
/// at most about 16 bytes for each byte of the content. Lists and dicts that the memo gives again are shared. Linear.
/// Source: docs/formats.md, "PyTorch memory snapshot".
[[nodiscard]] Expected<Pickle> read_pickle(std::string_view content, const std::string& source);

}  // namespace arenascope::snapshot_file
