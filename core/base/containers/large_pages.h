#pragma once

#include <cstddef>
#include <vector>

namespace arenascope {

/// Asks the system for large pages where a list of many megabytes will lie, which has no effect on a small one. The
/// first use of a page takes longer than what a reader writes into it. A system without large pages ignores it.
void prefer_large_pages(const void* begin, std::size_t bytes);

/// Reserves memory of a list, in large pages. Call it before the list is filled.
template <class T>
void reserve_large_pages(std::vector<T>& list, std::size_t count) {
    list.reserve(count);
    prefer_large_pages(list.data(), list.capacity() * sizeof(T));
}

/// Moves a list, which is read again and again, to large pages that it fills. Linear.
template <class T>
void move_to_large_pages(std::vector<T>& list) {
    std::vector<T> moved;
    reserve_large_pages(moved, list.size());
    moved.assign(list.begin(), list.end());
    list.swap(moved);
}

}  // namespace arenascope
