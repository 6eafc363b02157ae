#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/model/memory/buffer.h"
#include "core/model/memory/name.h"
#include "core/model/memory/placement.h"

namespace arenascope {

/// What a column of a table of buffers means to PlainRows.
enum class PlainColumn : std::uint8_t {
    name,
    begin,
    end,            ///< exclusive
    inclusive_end,  ///< the last step
    size,
    alignment,
    hint,
    pin,
    offset,
    kind,
    region,
    ignored,
    empty,  ///< one that a plain row leaves empty
};

/// Reads rows of a table of buffers that hold nothing unusual: no quotes, as many cells as the header, numbers of at
/// most 18 digits, no error. It knows no messages. What it does not read is left to the reader that does; so it gives
/// the same buffers, or none. About 80 ns a row.
class PlainRows {
public:
    /// Reads the rows of `text`, whose last line ends, and replaces those read before. False: a row is not plain.
    [[nodiscard]] bool read(std::string_view text, const std::vector<PlainColumn>& columns);

    [[nodiscard]] std::vector<Buffer>& buffers() { return buffers_; }
    [[nodiscard]] std::vector<OptionalPlacement>& placements() { return placements_; }
    /// The regions of these buffers, in the order in which they come; views of the text.
    [[nodiscard]] const std::vector<std::string_view>& regions() const { return regions_; }

private:
    [[nodiscard]] bool read_row(const std::vector<PlainColumn>& columns);
    [[nodiscard]] bool read_cell(PlainColumn column, Buffer& buffer);
    /// An empty cell leaves `value` as it is. False: there is no plain number.
    [[nodiscard]] bool read_optional(std::optional<std::int64_t>& value);
    [[nodiscard]] std::string_view word();
    [[nodiscard]] bool is_at_end_of_cell() const;
    void skip_blanks();
    [[nodiscard]] RegionIndex region_named(std::string_view name);

    const char* at_ = nullptr;
    const char* end_ = nullptr;
    std::optional<std::int64_t> offset_;  ///< of the current row
    std::vector<Buffer> buffers_;
    std::vector<OptionalPlacement> placements_;
    std::vector<std::string_view> regions_;
    NameStore names_;
};

}  // namespace arenascope
