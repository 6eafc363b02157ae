#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/trace/frame.h"

namespace arenascope {

/// A risk as a number from 0 to 15: 4 · tier + cause.
[[nodiscard]] constexpr std::uint8_t code_of(Risk risk) {
    return static_cast<std::uint8_t>(static_cast<unsigned>(risk.tier) * 4U + static_cast<unsigned>(risk.cause));
}
[[nodiscard]] constexpr Risk risk_of(std::uint8_t code) {
    return {static_cast<Tier>(code / 4U), static_cast<Cause>(code % 4U)};
}
inline constexpr std::uint8_t risk_codes = 16;

/// An offset as packed changes count it: no offset is −1, modulo 2^64. Files depend on it.
[[nodiscard]] constexpr std::uint64_t flattened(OptionalOffset offset) {
    return static_cast<std::uint64_t>(offset ? offset->value() : -1);
}
[[nodiscard]] constexpr OptionalOffset unflattened(std::uint64_t number) {
    // A damaged file may hold the number that stands for no offset here; it becomes one that is refused.
    constexpr std::int64_t lowest = -std::numeric_limits<std::int64_t>::max();
    const auto offset = static_cast<std::int64_t>(number);
    return offset == -1 ? OptionalOffset() : OptionalOffset(Offset(std::max(offset, lowest)));
}

/// The changes of a frame as differences, without the state that they lead from. Applied to the state before the frame
/// they give that at its end, and the other way round. A run compresses about ten times better like this, because
/// buffers that lie on top of each other move by the same distance, and parts of the order move as a whole:
///
///   offsets   before 0 64 128 256   after 64 128 192 256      buffers 0 1 2, shifts 64 64 64
///   order     before a b c d        after b c a d             positions 0 1 2, sources 1 2 0
struct PackedChanges {
    std::vector<BufferIndex> moved;
    std::vector<std::int64_t> shifts;  ///< by entry of `moved`: offset after − offset before; no offset counts as −1
    std::vector<std::uint32_t> positions;  ///< in the placing order
    /// By entry of `positions`: the entry whose buffer it gets. Empty: the order was not only permuted.
    std::vector<std::uint32_t> sources;
    std::vector<BufferIndex> buffers_before;  ///< by entry of `positions`, where there are no sources
    std::vector<BufferIndex> buffers_after;   ///< likewise
    std::vector<BufferIndex> classified;      ///< buffers whose risk changed
    std::vector<std::uint8_t> risks;          ///< by entry of `classified`: 16 · before + after, see code_of()
    friend bool operator==(const PackedChanges&, const PackedChanges&) = default;

    /// The offset of an entry of `moved` after the frame, from the one before it, and the other way round. Differences
    /// are modulo 2^64, so that they never overflow.
    [[nodiscard]] OptionalOffset offset_after(std::size_t entry, OptionalOffset before) const {
        return unflattened(flattened(before) + static_cast<std::uint64_t>(shifts[entry]));
    }
    [[nodiscard]] OptionalOffset offset_before(std::size_t entry, OptionalOffset after) const {
        return unflattened(flattened(after) - static_cast<std::uint64_t>(shifts[entry]));
    }
    /// The risk of an entry of `classified`.
    [[nodiscard]] Risk risk_before(std::size_t entry) const { return risk_of(risks[entry] / risk_codes); }
    [[nodiscard]] Risk risk_after(std::size_t entry) const { return risk_of(risks[entry] % risk_codes); }

    void clear();
    /// Frees the memory of empty lists that have room for far more than so many elements.
    void release_beyond(std::size_t elements);
};

/// Appends the changes as bytes: columns of variable-length integers, seven bits a byte. Linear.
void append_packed(std::string& out, const FrameChanges& changes);

/// An upper bound of the bytes that append_packed() appends. O(1).
[[nodiscard]] std::size_t most_packed_bytes(const FrameChanges& changes);

/// An upper bound of the bytes that append_packed() appends for a frame that changes everything of so many buffers.
[[nodiscard]] std::size_t most_packed_bytes(std::size_t buffers);

/// Reads changes from the front of `bytes`. False: they are no packed changes; then `changes` is of no use. Linear; it
/// takes no more memory than 16 times the bytes.
[[nodiscard]] bool unpack(std::string_view bytes, PackedChanges& changes);

}  // namespace arenascope
