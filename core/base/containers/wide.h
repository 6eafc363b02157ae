#pragma once

namespace arenascope {

/// For sums and products that may not fit in 64 bits. Compiler extensions are used only here.
__extension__ using Int128 = __int128;
__extension__ using Uint128 = unsigned __int128;

}  // namespace arenascope
