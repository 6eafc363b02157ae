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

/// The purpose of a buffer. Planners may treat kinds differently; the checker does not.
enum class BufferKind : std::uint8_t { activation, input, output, variable, scratch };

[[nodiscard]] std::string_view name_of(BufferKind kind);
[[nodiscard]] std::optional<BufferKind> buffer_kind_named(std::string_view name);

/// A half-open range of bytes within a buffer, relative to its first byte.
struct Window {
    Bytes from;
    Bytes to;
    friend constexpr bool operator==(const Window&, const Window&) = default;
};

/// Steps within a lifetime in which the buffer is not used, or only a window of it.
struct Gap {
    Lifetime steps;
    std::optional<Window> window;  ///< the bytes that stay in use; empty: no byte is in use
    friend constexpr bool operator==(const Gap&, const Gap&) = default;
};

struct Buffer {
    std::string name;            ///< unique within a problem
    Bytes size;                  ///< > 0; variable scratch that found no free area has the size 0
    Lifetime lifetime;           ///< begin < end
    Bytes alignment = Bytes(1);  ///< ≥ 1; the offset must be a multiple
    BufferKind kind = BufferKind::activation;
    RegionIndex region;          ///< the region it must lie in
    std::optional<Offset> hint;  ///< an offset suggested by the file; planners may ignore it
    std::optional<Offset> pin;   ///< an offset that planners must keep
    std::vector<Gap> gaps;       ///< within the lifetime, sorted, without overlap
    /// Width and height of a texture; or width, height and depth; or batch, height, width and channels. Their product
    /// is the size. Empty: plain bytes.
    std::vector<std::int64_t> dimensions = {};
    friend bool operator==(const Buffer&, const Buffer&) = default;
};

/// The product of two, three or four dimensions. Empty if there are more or fewer, if one is below 1, or if the product
/// does not fit in 64 bits.
[[nodiscard]] std::optional<Bytes> size_of(std::span<const std::int64_t> dimensions);

/// Some bytes of a buffer and the steps in which they are in use. A buffer without gaps has a single piece.
struct Piece {
    Lifetime steps;
    Window bytes;
};

/// Calls `use(Piece)` for each piece of the buffer, in time order. A buffer of size 0 has none. Linear in its gaps; no
/// allocation.
template <class Use>
void for_each_piece(const Buffer& buffer, Use&& use) {
    if (buffer.size <= Bytes(0)) {
        return;
    }
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
