#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/format/document.h"
#include "core/model/memory/graph.h"

namespace arenascope {

/// A memory pool as ST Edge AI describes it.
struct Pool {
    std::string name;
    std::optional<std::int64_t> address;  ///< empty: the file gives none, or a symbol
    std::optional<Bytes> capacity;
    std::optional<Bytes> used;  ///< what the file says is in use
    Bytes alignment = Bytes(1);
};

/// A buffer in a pool. Its region is the position of the pool.
struct PoolBuffer {
    Buffer buffer;
    Offset offset;
    TensorFacts tensor = {};
};

/// A node of the network in execution order. Its operator reads and writes by position in PoolPlan::buffers.
struct PoolNode {
    Operator node;
    std::optional<Step> step;             ///< empty: the one after the node before it
    std::vector<std::string> types = {};  ///< of all operators that run in it, as the file gives them
};

/// A plan in pools, as read and not yet checked.
struct PoolPlan {
    std::vector<Pool> pools;
    std::vector<PoolBuffer> buffers;
    std::vector<PoolNode> nodes;
    std::vector<std::string> notes;
    std::size_t left_out = 0;  ///< buffers that take memory but are not shown
    bool has_offsets = true;   ///< false: the file tells no offsets, and those of `buffers` mean nothing
};

/// Turns the plan into a document; one without offsets into a problem.
/// - Pools without buffers are left out. Pools whose addresses meet, as those of a pool that spans others, share
///   addresses (Region::shares_addresses).
/// - An alignment of a pool that its own buffers do not keep is left out, with a note.
/// - Nodes become step labels and the graph.
/// - What an operator reads and overwrites is declared as sharing of kind `in-place`, as far as the operators of the
///   node allow it (overwriting_basis()). Where a type is unknown or leaves it open, the group is inferred, and so is
///   that of buffers with the same first byte and the same steps.
/// O(n log n), and for each node the product of what it reads and writes.
[[nodiscard]] Expected<Document> document_of(PoolPlan plan, const std::string& source);

}  // namespace arenascope
