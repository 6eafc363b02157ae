#pragma once

#include <cstddef>

#include "core/model/memory/address_range.h"
#include "core/model/memory/scratch.h"

namespace arenascope {

/// The choices that a trial may change where a part of the heap cannot hold a buffer otherwise.
struct OpenChoices {
    bool overlay = false;
    bool grow_top = false;
};

/// The place of a scratch buffer in a trial, with offsets before they are raised.
struct ScratchPlace {
    Offset offset;
    Bytes size;
    ScratchRule rule = ScratchRule::free_bottom;
    AddressRange area;                       ///< the free area, after any growth; for an overlay the scratch below it
    Bytes growth;                            ///< bytes by which the heap grew for it
    BufferIndex over = BufferIndex::none();  ///< for an overlay: the buffer below it
    std::size_t part = 0;                    ///< index into ScratchQueue::parts
    bool left_by_choice = false;             ///< the choices send it to the other part of the heap
};

}  // namespace arenascope
