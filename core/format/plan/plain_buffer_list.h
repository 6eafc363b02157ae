#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/text/read_progress.h"
#include "core/model/memory/buffer.h"
#include "core/model/memory/placement.h"
#include "core/model/memory/region.h"

namespace arenascope {

/// The list `buffers` of a plan, read by PlainBuffers on several threads, and the plan without it.
struct PlainBufferList {
    IndexedVector<BufferIndex, Buffer> buffers;
    IndexedVector<BufferIndex, OptionalPlacement> placements;
    /// What the region indices of these buffers refer to until number_regions(): 0 is the first region, i is
    /// region_names[i − 1].
    std::vector<std::string> region_names;
    /// Likewise: the address of offset 0 that the addresses of buffers lead to; empty: none has one.
    std::vector<std::optional<std::int64_t>> bases;
    std::string rest;  ///< the text of the plan with an empty list

    /// Makes the indices those of `regions`. False: a region is missing, or an address does not fit in 64 bits, or is
    /// not the base plus the offset.
    [[nodiscard]] bool number_regions(const IndexedVector<RegionIndex, Region>& regions);
};

/// Reads the list `buffers` of the outermost object, or of the one under the keys `within` from there on. Nothing if
/// the text is no JSON object with such a list, or an element of it is not plain.
[[nodiscard]] std::optional<PlainBufferList> plain_buffer_list(std::string_view text, const ReadProgress& progress = {},
                                                               std::span<const std::string_view> within = {});

}  // namespace arenascope
