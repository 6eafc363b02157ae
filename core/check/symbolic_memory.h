#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "core/check/network_values.h"
#include "core/model/memory/layout.h"

namespace arenascope {

/// Bytes of a memory that are not what they should be.
struct WrongBytes {
    AddressRange bytes;
    std::optional<std::uint32_t> writer;  ///< who wrote them last; empty: nobody wrote them
    ValueBytes wanted;                    ///< what they should be
    std::optional<ValueBytes> found;      ///< what they are; empty: nobody wrote them
    friend bool operator==(const WrongBytes&, const WrongBytes&) = default;
};

/// The memories of a device, where each byte knows its value and who wrote it last. O(log n) for a write or a read, and
/// linear in the pieces that it touches.
class SymbolicMemory {
public:
    explicit SymbolicMemory(std::size_t regions) : regions_(regions) {}

    void write(Placement place, const TensorContent& content, std::uint32_t writer);
    /// The first bytes from `place` on that do not hold the content; empty if all do.
    [[nodiscard]] std::optional<WrongBytes> first_wrong(Placement place, const TensorContent& content) const;

private:
    /// From an offset on: what is stored there, up to the next piece at most.
    struct Piece {
        ValueBytes content;
        std::uint32_t writer;
    };
    using Memory = std::map<std::int64_t, Piece>;

    static void cut(Memory& memory, std::int64_t offset);

    IndexedVector<RegionIndex, Memory> regions_;
};

}  // namespace arenascope
