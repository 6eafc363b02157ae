#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/pytorch/value_tree.h"

namespace arenascope::snapshot_file {

/// A snapshot as JSON, and its outermost object.
struct SnapshotJson {
    ValueTree tree;
    Value root;
};

/// Reads the same dict as a pickle holds. JSON repeats each frame of each stack in full: equal frames, keys and texts
/// are stored once, so that the tree stays as small as that of the pickle. Errors name the line. Linear.
[[nodiscard]] Expected<SnapshotJson> read_snapshot_json(std::string_view content, const std::string& source);

}  // namespace arenascope::snapshot_file
