#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/memory/lifetime.h"
#include "core/memory/quantity.h"

namespace arenascope {

/// What a buffer is there for. Planners may treat kinds differently; the checker does not.
enum class BufferKind : std::uint8_t { activation, input, output, variable, scratch };

[[nodiscard]] std::string_view name_of(BufferKind kind);
[[nodiscard]] std::optional<BufferKind> buffer_kind_named(std::string_view name);

/// Part of a buffer's bytes, relative to its own first byte: half-open.
struct Window {
    Bytes from;
    Bytes to;
    friend constexpr bool operator==(const Window&, const Window&) = default;
};

/// Steps within a lifetime during which the buffer is inactive, or keeps only a window of itself.
struct Gap {
    Lifetime steps;
    std::optional<Window> window;  ///< the bytes that stay in use; none: the buffer is absent
    friend constexpr bool operator==(const Gap&, const Gap&) = default;
};

/// One thing that needs memory.
struct Buffer {
    std::string name;            ///< unique within a problem
    Bytes size;                  ///< > 0
    Lifetime lifetime;           ///< begin < end
    Bytes alignment = Bytes(1);  ///< ≥ 1; its offset must be a multiple
    BufferKind kind = BufferKind::activation;
    RegionIndex region;          ///< the region it must lie in
    std::optional<Offset> hint;  ///< an offset that its source suggests; planners may ignore it
    std::optional<Offset> pin;   ///< an offset that planners must keep
    std::vector<Gap> gaps;       ///< within the lifetime, sorted, not overlapping
    /// Of a texture: width and height, or width, height and depth, whose product is the size; empty: plain bytes.
    std::vector<std::int64_t> dimensions = {};
    friend bool operator==(const Buffer&, const Buffer&) = default;
};

/// The product of two or three dimensions, each at least 1; nothing where they are others, or it passes 64 bits.
[[nodiscard]] std::optional<Bytes> size_of(std::span<const std::int64_t> dimensions);

/// The part of a buffer that is in use over some steps: a buffer without gaps is a single piece.
struct Piece {
    Lifetime steps;
    Window bytes;
};

/// Calls `use(Piece)` for each piece of the buffer in time order. Linear in its gaps; no allocation.
template <class Use>
void for_each_piece(const Buffer& buffer, Use&& use) {
    const Window whole{Bytes(0), buffer.size};
    Step from = buffer.lifetime.begin;
    for (const Gap& gap : buffer.gaps) {
        if (from < gap.steps.begin) {
            use(Piece{{from, gap.steps.begin}, whole});
        }
        if (gap.window && gap.steps.begin < gap.steps.end) {
            use(Piece{gap.steps, *gap.window});
        }
        from = gap.steps.end;
    }
    if (from < buffer.lifetime.end) {
        use(Piece{{from, buffer.lifetime.end}, whole});
    }
}

}  // namespace arenascope
