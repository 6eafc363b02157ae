#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/analysis/compare/buffer_pairing.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// A plan or a problem to compare.
struct Comparand {
    const Problem& problem;
    const Layout& layout;
};

/// What became of a buffer from a first plan to a second.
struct ComparedBuffer {
    BufferIndex first = BufferIndex::none();   ///< none(): only the second plan has it
    BufferIndex second = BufferIndex::none();  ///< none(): only the first plan has it
    bool is_renamed = false;
    /// Another offset or region, or placed in only one of the plans. False between two recorded allocators.
    bool is_moved = false;
    bool is_resized = false;
    bool is_retimed = false;  ///< another lifetime or other gaps
    friend bool operator==(const ComparedBuffer&, const ComparedBuffer&) = default;
};

[[nodiscard]] bool is_added(const ComparedBuffer& change);
[[nodiscard]] bool is_removed(const ComparedBuffer& change);

/// Whether anything differs.
[[nodiscard]] bool is_change(const ComparedBuffer& change);

/// The differences of a second plan from a first, buffer by buffer.
struct PlanChanges {
    std::vector<ComparedBuffer> buffers;  ///< every buffer once: those of the first plan in its order, then added ones
    std::size_t paired_by_name = 0;
    std::size_t added = 0;
    std::size_t removed = 0;
    std::size_t renamed = 0;
    std::size_t moved = 0;
    std::size_t resized = 0;
    std::size_t retimed = 0;
    friend bool operator==(const PlanChanges&, const PlanChanges&) = default;
};

/// The changes between paired buffers, and the buffers without a partner. Linear.
[[nodiscard]] PlanChanges plan_changes(const Comparand& first, const Comparand& second, const BufferPairing& pairing);

/// The offset in the second plan minus that in the first; empty if it is not placed in the same region of both.
[[nodiscard]] std::optional<std::int64_t> offset_change(const Comparand& first, const Comparand& second,
                                                        const ComparedBuffer& change);

/// The differences of a second plan from a first, as lists of names. A renamed buffer has its name of the first plan.
struct LayoutComparison {
    std::vector<std::string> added;    ///< only in the second
    std::vector<std::string> removed;  ///< only in the first
    std::vector<std::string> moved;    ///< different offset or region, or placed in only one of the plans
    std::vector<std::string> resized;
    std::vector<std::string> retimed;                               ///< different lifetime or gaps
    std::vector<std::pair<std::string, std::string>> renamed = {};  ///< the names in the first and in the second
    friend bool operator==(const LayoutComparison&, const LayoutComparison&) = default;
};

/// The changes by name. Names are in the order of the first plan, added ones in the order of the second. Linear.
[[nodiscard]] LayoutComparison comparison_of(const Comparand& first, const Comparand& second,
                                             const PlanChanges& changes);

/// Compares plans whose buffers are the same if their names are. Linear.
[[nodiscard]] LayoutComparison compare(const Comparand& first, const Comparand& second);

/// Whether both have the same buffers with the same sizes and lifetimes. Offsets may differ.
[[nodiscard]] bool same_buffers(const LayoutComparison& comparison);

}  // namespace arenascope
