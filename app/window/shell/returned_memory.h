#pragma once

namespace arenascope {

/// Lets the memory of large lists return to the system as soon as they are freed. By default, glibc raises the size of
/// what it returns up to 32 MiB, once such a list was freed. Lists below that then stay with the program, in an arena
/// for each thread. Call it once, before there are threads. Has no effect without glibc.
///
/// Small pieces are joined when they are freed, too. By default, glibc keeps very many of them apart and joins all at
/// once, on the thread that happens to need memory next. In a large plan, this could be the window's, for 50 ms.
void return_freed_memory();

}  // namespace arenascope
