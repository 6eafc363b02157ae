#pragma once

namespace arenascope {

/// For sums and products that may pass 64 bits. A compiler extension, kept in this one place.
__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

}  // namespace arenascope
