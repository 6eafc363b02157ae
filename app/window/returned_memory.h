#pragma once

namespace arenascope {

/// Lets the memory of large lists return to the system as soon as they are freed. By default, glibc raises the size of
/// what it returns up to 32 MiB, once such a list was freed. Lists below that then stay with the program, in an arena
/// for each thread. Call it once, before there are threads. Has no effect without glibc.
void return_freed_memory();

}  // namespace arenascope
