#pragma once

#include <string_view>
#include <variant>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/short_names.h"
#include "core/trace/trace.h"

namespace arenascope {

/// A byte of a region, over all steps.
struct OffsetPlace {
    RegionIndex region;
    Offset offset;
    friend bool operator==(const OffsetPlace&, const OffsetPlace&) = default;
};

/// A place in a plan or in its run.
using NamedPlace = std::variant<Step, OffsetPlace, BufferIndex, FrameIndex>;

/// The plan in which a text names a place. All of it must outlive the search.
struct PlaceScope {
    const Problem* problem = nullptr;
    const Layout* layout = nullptr;
    const Trace* trace = nullptr;         ///< null: no run was recorded
    RegionIndex region = RegionIndex(0);  ///< of an offset without the name of a region
    const ShortNames* names = nullptr;    ///< the names that views show; null: see buffers_called()
};

/// The place that a text names. The forms, in this order:
///
///   conv1/relu                 the step of an operator, or a step with this name
///   17, 1,234                  a step
///   0x1f400, 480 KiB, 512 B    an offset, or if the region has a base, an address in it
///   sram: 0x1f400              the same in another region
///   iteration 7, 7.2.15        a step of the run, see frame_numbered()
///   tensor_12, …_12…           a buffer, by its name in the file or as it is shown
///   tensor                     a part of the name of just one step or buffer
///   @17, :17                   only a buffer, only a step
///
/// The error says why there is no such place and what else to give. Linear in the names, and for a step of the run
/// linear in the trace.
[[nodiscard]] Expected<NamedPlace> place_named(const PlaceScope& scope, std::string_view text);

/// The first offset of a region that no buffer reaches and that no capacity covers. Linear.
[[nodiscard]] Offset end_of_region(const Problem& problem, const Layout& layout, RegionIndex region);

/// The buffers that use a byte of a region at any step, in buffer order. Linear.
[[nodiscard]] std::vector<BufferIndex> buffers_at(const Problem& problem, const Layout& layout,
                                                  const OffsetPlace& place);

}  // namespace arenascope
