#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/containers/rare.h"
#include "core/model/memory/lifetime.h"
#include "core/model/memory/name.h"
#include "core/model/memory/optional_offset.h"
#include "core/model/memory/quantity.h"

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

/// What few buffers have.
struct RareBufferParts {
    std::optional<Offset> hint;
    std::vector<Gap> gaps;
    std::vector<std::int64_t> dimensions;
    friend bool operator==(const RareBufferParts&, const RareBufferParts&) = default;
};

/// 64 bytes, because plans have millions of buffers.
struct Buffer {
    Name name;                   ///< unique within a problem
    Bytes size;                  ///< > 0; variable scratch that found no free area has the size 0
    Lifetime lifetime;           ///< begin < end
    Bytes alignment = Bytes(1);  ///< ≥ 1; the offset must be a multiple
    RegionIndex region;          ///< the region it must lie in
    BufferKind kind = BufferKind::activation;
    OptionalOffset pin;  ///< an offset that planners must keep

    /// An offset suggested by the file; planners may ignore it.
    [[nodiscard]] std::optional<Offset> hint() const { return rare_->hint; }
    void set_hint(std::optional<Offset> hint) {
        rare_.change([hint](RareBufferParts& parts) { parts.hint = hint; });
    }
    /// Within the lifetime, sorted, without overlap.
    [[nodiscard]] const std::vector<Gap>& gaps() const { return rare_->gaps; }
    void set_gaps(std::vector<Gap> gaps) {
        rare_.change([&gaps](RareBufferParts& parts) { parts.gaps = std::move(gaps); });
    }
    void add_gap(Gap gap) {
        rare_.change([&gap](RareBufferParts& parts) { parts.gaps.push_back(gap); });
    }
    /// Width and height of a texture; or width, height and depth; or batch, height, width and channels. Their product
    /// is the size. Empty: plain bytes.
    [[nodiscard]] const std::vector<std::int64_t>& dimensions() const { return rare_->dimensions; }
    void set_dimensions(std::vector<std::int64_t> dimensions) {
        rare_.change([&dimensions](RareBufferParts& parts) { parts.dimensions = std::move(dimensions); });
    }

    friend bool operator==(const Buffer&, const Buffer&) = default;

private:
    Rare<RareBufferParts> rare_;
};

static_assert(sizeof(Buffer) == 64);

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
    for (const Gap& gap : buffer.gaps()) {
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
