#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// Persistent data of one kind in an arena.
struct PersistentData {
    std::string kind;  ///< as the runtime calls it: "TfLiteEvalTensor data"
    Bytes used;        ///< with what alignment adds
    Bytes requested;
    std::int64_t count = 0;  ///< of allocations, tensors or the like
    friend bool operator==(const PersistentData&, const PersistentData&) = default;
};

/// How a runtime divided its arena, as it recorded it itself.
///
///   head: planned, what a planner can change            tail: persistent, by kind
///   ├─ tensors and scratch of kernels ───────┤  free  ├─ other ─┤─ kind 2 ─┤─ kind 1 ─┤
struct ArenaRecording {
    Bytes total;
    Bytes head;
    Bytes tail;
    std::vector<PersistentData> kinds;  ///< in the order of the log; together at most the tail
    friend bool operator==(const ArenaRecording&, const ArenaRecording&) = default;
};

/// What of the tail is of no recorded kind.
[[nodiscard]] inline Bytes other_persistent(const ArenaRecording& arena) {
    Bytes rest = arena.tail;
    for (const PersistentData& one : arena.kinds) {
        rest = rest - one.used;
    }
    return rest;
}

}  // namespace arenascope
