#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// The buffers of a problem that share a step and a region with each buffer, as flat lists.
class TimeNeighbours {
public:
    /// Empty if pairs cannot be counted one by one: buffers have gaps, share memory on purpose or across regions, or
    /// there are more than `most_pairs` pairs. O(n log n + pairs).
    [[nodiscard]] static std::shared_ptr<const TimeNeighbours> of(const Problem& problem, const Layout* result);

    [[nodiscard]] std::span<const std::uint32_t> operator[](std::size_t buffer) const {
        return {neighbours_.data() + first_[buffer], first_[buffer + 1] - first_[buffer]};
    }
    [[nodiscard]] std::size_t size() const { return first_.size() - 1; }
    [[nodiscard]] const std::vector<Bytes>& sizes() const { return sizes_; }

private:
    static constexpr std::size_t most_pairs = 4'000'000;
    std::vector<std::size_t> first_;  ///< by buffer: where its list begins; the end of the last one
    std::vector<std::uint32_t> neighbours_;
    std::vector<Bytes> sizes_;
};

/// Counts the overlapping pairs of a layout that changes little from one question to the next. Only buffers that lie
/// elsewhere since the last question are compared with their neighbours.
class OverlapCounter {
public:
    explicit OverlapCounter(std::shared_ptr<const TimeNeighbours> neighbours);

    /// The number of pairs at these offsets. `changed` lists the buffers whose offsets may differ from those of the
    /// last call. O(changed · neighbours).
    [[nodiscard]] std::uint64_t count(const IndexedVector<BufferIndex, OptionalOffset>& offsets,
                                      std::span<const BufferIndex> changed);

private:
    [[nodiscard]] std::uint64_t pairs_with(std::size_t buffer, Offset from, Offset to) const;

    std::shared_ptr<const TimeNeighbours> neighbours_;
    std::vector<Offset> from_;  ///< by buffer, at the last question
    std::vector<Offset> to_;    ///< as `from_`: not placed, so that it overlaps nothing
    std::uint64_t count_ = 0;
};

}  // namespace arenascope
