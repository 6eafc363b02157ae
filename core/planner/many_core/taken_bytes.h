#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace arenascope {

/// Bytes in use, as ranges that do not touch.
class TakenBytes {
public:
    void clear() { ranges_.clear(); }
    /// Adds the bytes [from, to). `from` must not fall from call to call. O(1).
    void add(std::int64_t from, std::int64_t to) {
        if (ranges_.empty() || ranges_.back().to < from) {
            ranges_.push_back({from, to});
        } else {
            ranges_.back().to = std::max(ranges_.back().to, to);
        }
    }
    /// As add(), for bytes anywhere. O(log n) and moves the ranges above.
    void insert(std::int64_t from, std::int64_t to) {
        const auto first = std::partition_point(ranges_.begin(), ranges_.end(),
                                                [from](const Range& range) { return range.to < from; });
        auto last = first;
        Range whole{from, to};
        for (; last != ranges_.end() && last->from <= to; ++last) {
            whole = {std::min(whole.from, last->from), std::max(whole.to, last->to)};
        }
        if (first == last) {
            ranges_.insert(first, whole);
        } else {
            *first = whole;
            ranges_.erase(first + 1, last);
        }
    }
    /// One past the last byte of a range that [offset, offset + size) meets; `offset` if it meets none. `size` ≥ 1. Of
    /// two calls with one `hint`, the second must not have the lower offset. Together they read each range once.
    [[nodiscard]] std::int64_t end_of_collision(std::int64_t offset, std::int64_t size, std::size_t& hint) const {
        while (hint < ranges_.size() && ranges_[hint].to <= offset) {
            ++hint;
        }
        return hint < ranges_.size() && ranges_[hint].from < offset + size ? ranges_[hint].to : offset;
    }
    /// Whether some byte of [offset, offset + size) is in use. `size` ≥ 1. O(log n).
    [[nodiscard]] bool meets(std::int64_t offset, std::int64_t size) const {
        const auto first = std::partition_point(ranges_.begin(), ranges_.end(),
                                                [offset](const Range& range) { return range.to <= offset; });
        return first != ranges_.end() && first->from < offset + size;
    }

    /// The end of the range below and the begin of the range above the free bytes [from, to); 0 and `top` if there is
    /// none below `top`. O(log n).
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> around(std::int64_t from, std::int64_t to,
                                                               std::int64_t top) const {
        const auto above =
            std::partition_point(ranges_.begin(), ranges_.end(), [to](const Range& range) { return range.from < to; });
        return {above == ranges_.begin() ? 0 : std::max<std::int64_t>(0, std::min(from, (above - 1)->to)),
                above == ranges_.end() ? top : std::min(top, above->from)};
    }

private:
    struct Range {
        std::int64_t from;
        std::int64_t to;
    };

    std::vector<Range> ranges_;
};

}  // namespace arenascope
