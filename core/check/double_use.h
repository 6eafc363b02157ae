#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "core/model/memory/address_range.h"
#include "core/model/memory/lifetime.h"

namespace arenascope {

/// A range of bytes, in use during some steps.
struct UsedBytes {
    Lifetime steps;
    AddressRange bytes;
};

/// Finds the bytes that are used twice, and when. Uses must be added in the order of their begin. For each byte, it
/// keeps the last and the second-last end of all uses so far. Until the second-last end, the byte is used twice. A new
/// use of [begin, end) adds the steps from there to the earlier of `end` and the last end:
///
///      ┌───────────a──────────┐          last end: a
///         ┌────b─────┐        ┆          second-last end: b; used twice from the begin of b to the end of b
///         ┆     ┌────c────┐   ┆          adds the time from the end of b to the end of c
///         ├──────────┼────┤
///
/// A binary tree over the bytes where uses begin and end holds the least and the greatest of both ends below each node.
/// Bytes with equal ends are then treated together.
class DoubleUse {
public:
    /// `borders`: all bytes where uses begin or end, sorted, without duplicates.
    explicit DoubleUse(std::vector<Offset> borders) : borders_(std::move(borders)) {
        while (leaves_ + 1 < borders_.size()) {
            leaves_ *= 2;
        }
        nodes_.resize(2 * leaves_);
    }

    /// Behaves as if another use covered all bytes at all times. Every further use is then found.
    void use_everywhere() { std::fill(nodes_.begin(), nodes_.end(), Node{{never_ends, never_ends}, {}}); }

    /// Adds a use, whose begin is not before that of the previous one. Calls `found(UsedBytes)` for each area that is
    /// now used twice and was not before. Found areas never overlap each other. n uses with f calls take O((n + f) log
    /// n).
    template <class Found>
    void begin(const UsedBytes& use, Found&& found) {
        pending_.reset();
        begin_below(1, 0, leaves_, {use.steps, rank(use.bytes.from), rank(use.bytes.to)}, found);
        if (pending_) {
            found(*pending_);
        }
    }

private:
    static constexpr Step never_began{std::numeric_limits<std::int64_t>::min()};
    static constexpr Step never_ends{std::numeric_limits<std::int64_t>::max()};

    /// The least and the greatest value of a step below a node. If both are equal, all values are, and the nodes below
    /// may be out of date.
    struct Extremes {
        Step least = never_began;
        Step greatest = never_began;
        [[nodiscard]] bool are_equal() const { return least == greatest; }
    };
    struct Node {
        Extremes last;
        Extremes second_last;
    };
    struct RankedUse {
        Lifetime steps;
        std::size_t from;
        std::size_t to;
    };

    [[nodiscard]] std::size_t rank(Offset byte) const {
        return static_cast<std::size_t>(std::lower_bound(borders_.begin(), borders_.end(), byte) - borders_.begin());
    }

    template <class Found>
    void begin_below(std::size_t node, std::size_t first, std::size_t width, const RankedUse& use, Found& found) {
        if (first >= use.to || first + width <= use.from) {
            return;
        }
        if (use.from <= first && first + width <= use.to && begin_whole(node, first, width, use.steps, found)) {
            return;
        }
        push_down(node);
        const std::size_t half = width / 2;
        begin_below(2 * node, first, half, use, found);
        begin_below(2 * node + 1, first + half, half, use, found);
        Node& here = nodes_[node];
        here.last = joined(nodes_[2 * node].last, nodes_[2 * node + 1].last);
        here.second_last = joined(nodes_[2 * node].second_last, nodes_[2 * node + 1].second_last);
    }

    /// Treats all bytes below a node at once. False if their ends differ, so that they must be treated separately.
    template <class Found>
    bool begin_whole(std::size_t node, std::size_t first, std::size_t width, Lifetime steps, Found& found) {
        Node& here = nodes_[node];
        if (here.last.greatest <= steps.begin) {
            here.last = {steps.end, steps.end};
            return true;
        }
        if (here.second_last.least >= steps.end) {
            return true;
        }
        const bool has_one_start = here.second_last.are_equal() || here.second_last.greatest <= steps.begin;
        const Step start = std::max(steps.begin, here.second_last.greatest);
        if (has_one_start && here.last.least >= steps.end) {
            add({{start, steps.end}, {borders_[first], borders_[first + width]}}, found);
            here.second_last = {steps.end, steps.end};
            return true;
        }
        if (has_one_start && here.last.are_equal()) {
            const Step end = here.last.least;
            add({{start, end}, {borders_[first], borders_[first + width]}}, found);
            here.second_last = {end, end};
            here.last = {steps.end, steps.end};
            return true;
        }
        return false;
    }

    template <class Found>
    void add(const UsedBytes& part, Found& found) {
        if (part.steps.begin >= part.steps.end) {
            return;
        }
        if (pending_ && pending_->steps == part.steps && pending_->bytes.to == part.bytes.from) {
            pending_->bytes.to = part.bytes.to;
            return;
        }
        if (pending_) {
            found(*pending_);
        }
        pending_ = part;
    }

    void push_down(std::size_t node) {
        for (const std::size_t below : {2 * node, 2 * node + 1}) {
            if (nodes_[node].last.are_equal()) {
                nodes_[below].last = nodes_[node].last;
            }
            if (nodes_[node].second_last.are_equal()) {
                nodes_[below].second_last = nodes_[node].second_last;
            }
        }
    }

    [[nodiscard]] static Extremes joined(const Extremes& a, const Extremes& b) {
        return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
    }

    std::vector<Offset> borders_;
    std::size_t leaves_ = 1;
    std::vector<Node> nodes_;
    std::optional<UsedBytes> pending_;  ///< the area found last; the next one may extend it upwards
};

}  // namespace arenascope
