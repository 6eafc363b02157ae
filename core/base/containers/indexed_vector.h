#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace arenascope {

/// A vector with one element for each `Index`, such as one for each buffer. The subscript takes that index and no other
/// one, so that a region's index can not stand where a buffer's is meant. Loops that count positions may use these.
/// Everything else is std::vector's.
template <class Index, class T>
class IndexedVector : public std::vector<T> {
    using Positions = std::vector<T>;

public:
    using typename Positions::const_reference;
    using typename Positions::reference;

    using Positions::Positions;
    using Positions::operator[];

    constexpr IndexedVector() = default;
    /// A list that is in the order of the indices. Only of one that is given away, so that none is copied unseen.
    constexpr IndexedVector(Positions&& list) noexcept : Positions(std::move(list)) {}
    constexpr explicit IndexedVector(const Positions& list) : Positions(list) {}

    [[nodiscard]] constexpr reference operator[](Index index) {
        return Positions::operator[](static_cast<std::size_t>(index.value()));
    }
    [[nodiscard]] constexpr const_reference operator[](Index index) const {
        return Positions::operator[](static_cast<std::size_t>(index.value()));
    }
};

/// A view of a list with one element for each `Index`; see IndexedVector.
template <class Index, class T>
class IndexedSpan : public std::span<T> {
    using Positions = std::span<T>;

public:
    using Positions::Positions;
    using Positions::operator[];

    constexpr IndexedSpan() = default;
    constexpr IndexedSpan(Positions list) noexcept : Positions(list) {}

    [[nodiscard]] constexpr T& operator[](Index index) const {
        return Positions::operator[](static_cast<std::size_t>(index.value()));
    }
};

}  // namespace arenascope
