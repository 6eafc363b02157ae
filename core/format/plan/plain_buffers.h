#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/memory/buffer.h"
#include "core/model/memory/name.h"
#include "core/model/memory/placement.h"

namespace arenascope {

/// Reads elements of the list `buffers` of a plan that hold nothing unusual: only name, size, begin, end, alignment,
/// kind, region, hint, pin, offset, placed_in and address, each once; names without escapes; numbers of at most 18
/// digits. It knows no messages. What it does not read is left to the reader of any JSON; so it gives the same buffers,
/// or none. About 120 ns a buffer.
///
///   {"name": "a", "size": 64, "begin": 0, "end": 2, "offset": 0},
class PlainBuffers {
public:
    enum class End : std::uint8_t {
        of_text,  ///< all elements were read
        of_list,  ///< the list ends in this text
        unplain,  ///< an element is not plain
    };

    /// Reads whole elements with the commas between and behind them, and replaces those read before. The last character
    /// of the text must be a line end.
    [[nodiscard]] End read(std::string_view text);

    [[nodiscard]] std::vector<Buffer>& buffers() { return buffers_; }
    [[nodiscard]] std::vector<OptionalPlacement>& placements() { return placements_; }
    /// What the region indices of these buffers and placements refer to: 0 is the region of a buffer without a name of
    /// one, and i is regions()[i − 1]. Views of the text.
    [[nodiscard]] const std::vector<std::string_view>& regions() const { return regions_; }
    /// By region as in regions(): the address of offset 0 that the addresses of its buffers lead to; empty: none has
    /// one. Buffers that lead to different ones are not plain.
    [[nodiscard]] const std::vector<std::optional<std::int64_t>>& bases() const { return bases_; }
    /// With End::of_list: the bytes of the text before the bracket that ends the list.
    [[nodiscard]] std::size_t length() const { return length_; }
    /// Whether the last element has a comma behind it.
    [[nodiscard]] bool ends_with_comma() const { return ends_with_comma_; }

private:
    enum class Member : std::uint8_t;

    [[nodiscard]] bool read_element();
    [[nodiscard]] bool read_member(Member member, Buffer& buffer, OptionalPlacement& placement);
    [[nodiscard]] bool read_number(std::int64_t& number);
    template <class Quantity>
    [[nodiscard]] bool read_quantity(Quantity& quantity);
    [[nodiscard]] bool read_offset(Offset& offset);
    [[nodiscard]] std::optional<std::string_view> text();
    [[nodiscard]] bool take(char expected);
    [[nodiscard]] bool take_region(RegionIndex& region);
    [[nodiscard]] bool keep_base(const Placement& placement);
    void skip_blanks();

    const char* at_ = nullptr;
    const char* end_ = nullptr;
    std::vector<Buffer> buffers_;
    std::vector<OptionalPlacement> placements_;
    std::vector<std::string_view> regions_;
    std::vector<std::optional<std::int64_t>> bases_;
    std::int64_t address_ = 0;  ///< of the last buffer that has one
    std::size_t length_ = 0;
    bool ends_with_comma_ = false;
    NameStore names_;
};

}  // namespace arenascope
