#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error/error.h"
#include "core/format/document.h"

namespace arenascope {

/// A value that XLA assigned to memory.
struct LogicalBuffer {
    std::int64_t id = 0;
    std::string instruction = {};
    std::optional<std::int64_t> instruction_id = {};  ///< newer files give this instead of the name
    std::vector<std::int64_t> shape_index = {};       ///< which element of a tuple; empty: the whole
};

/// A block of memory, and the values in it.
struct BufferAllocation {
    struct Assigned {
        std::int64_t logical_buffer = 0;  ///< its id
        std::int64_t offset = 0;
        std::int64_t size = 0;
    };
    std::int64_t index = 0;
    std::int64_t size = 0;
    bool is_thread_local = false;
    bool is_constant = false;
    bool is_parameter = false;
    bool may_live_out = false;
    std::vector<Assigned> assigned = {};
};

/// One event in the simulation of a heap. Its position is the time.
struct HeapEvent {
    enum class Kind : std::uint8_t { allocate, release, share };
    Kind kind = Kind::allocate;
    std::int64_t logical_buffer = 0;
    std::int64_t shares_with = 0;  ///< kind `share` only
    std::string instruction = {};
};

/// A buffer assignment of XLA as its protobuf message holds it, binary or as JSON.
struct BufferAssignment {
    std::vector<std::pair<std::int64_t, std::string>> names = {};  ///< of instructions, by id, in any order
    std::vector<LogicalBuffer> buffers = {};
    std::vector<BufferAllocation> allocations = {};
    std::vector<std::vector<HeapEvent>> traces = {};
};

/// The plan of a buffer assignment. Each allocation is a region with its size as capacity.
///
///   allocation 1, 96 bytes              heap simulator trace       lifetimes
///     dot at 0, 64 bytes                  0 ALLOC dot                dot  [0, 3)
///     add at 64, 32 bytes                 1 ALLOC add                add  [1, 4)
///                                         2 SHARE_WITH relu dot      relu [2, 5)
///                                         3 FREE dot  4 FREE add  5 FREE relu
///
/// A lifetime goes from the position of ALLOC or SHARE_WITH in its trace to that of FREE; without FREE, to the end of
/// the trace. Several traces all begin at step 0. Constants, and values that no trace mentions, are left out with a
/// note. Values that SHARE_WITH names together, and those with exactly the same bytes at the same time, share them.
/// O(n log n). The error says which part is missing, or which entry is wrong. Source: docs/formats.md, section "XLA".
[[nodiscard]] Expected<Document> document_of(BufferAssignment assignment, const std::string& source);

/// The name of an allocation's region, such as `allocation 3 temp`.
[[nodiscard]] std::string allocation_name(std::int64_t index, const std::string& role);

/// The error for a module of XLA without a buffer assignment. Such a file holds neither sizes nor addresses of buffers.
[[nodiscard]] Error no_buffer_assignment(const std::string& source);

}  // namespace arenascope
