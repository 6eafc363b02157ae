#pragma once

#include <optional>
#include <string>

#include "core/check/deployed_places.h"
#include "core/check/symbolic_memory.h"

namespace arenascope {

/// A tensor, or a buffer that holds a part of it, that lies elsewhere in the region than it is read.
struct ShiftedRead {
    std::string part;    ///< the buffer; empty: the whole tensor
    Bytes by;            ///< how much too high it is read; negative: too low
    AddressRange bytes;  ///< where it lies
    friend bool operator==(const ShiftedRead&, const ShiftedRead&) = default;
};

/// Explains a read that does not find its content, if that content lies intact at another address: where its buffers
/// are written, or elsewhere in such a buffer, as far from the read as the bytes found are from those wanted.
///
///   written   ├─── c ───┤         at 0
///   read        ├─── c ───┤       at 4: its first byte is byte 4 of c, so it reads 4 bytes too high
///
/// `wrong` is what the memory says about the read. Empty if the content does not lie there: it was overwritten, or was
/// never written. Linear in the parts and in the pieces of the content.
[[nodiscard]] std::optional<ShiftedRead> shifted_read(const DeployedTensor& read, const TensorContent& content,
                                                      const WrongBytes& wrong, const DeployedPlaces& places,
                                                      const SymbolicMemory& memory);

}  // namespace arenascope
