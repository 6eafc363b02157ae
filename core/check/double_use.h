#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include "core/memory/address_range.h"
#include "core/memory/lifetime.h"

namespace arenascope {

/// Some bytes over some steps.
struct UsedBytes {
    Lifetime steps;
    AddressRange bytes;
};

/// Finds which bytes are used twice, and when, while uses begin one after the other in time order. For each byte it
/// keeps when the last of the uses begun so far ends, and when the last but one does. Until the latter, the byte is
/// used twice. A new use of [begin, end) adds the time from there to the earlier of `end` and the last end:
///
///      ┌───────────a──────────┐          last end: a
///         ┌────b─────┐        ┆          last but one: b; used twice from the begin of b to the end of b
///         ┆     ┌────c────┐   ┆          adds the time from the end of b to the end of c
///         ├──────────┼────┤
///
/// A tree over the bytes at which uses begin and end holds the least and the greatest of both ends below each node, so
/// that bytes with the same answer are treated together.
class DoubleUse {
public:
    /// `borders` are all bytes at which uses begin and end, sorted, each once.
    explicit DoubleUse(std::vector<Offset> borders) : borders_(std::move(borders)) {
        while (leaves_ + 1 < borders_.size()) {
            leaves_ *= 2;
        }
        nodes_.resize(2 * leaves_);
    }

    /// As if something else used all bytes at all times: then all that is used once is used twice.
    void use_everywhere() { std::fill(nodes_.begin(), nodes_.end(), Node{{never_ends, never_ends}, {}}); }

    /// Begins a use, no earlier than the one before, and calls `found(UsedBytes)` for what is used twice by it and was
    /// not before: no two of all that is found share a byte and a step. n uses with f calls take O((n + f) log n).
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

    /// The least and the greatest of a step below a node. All are the same where the two are; then the nodes below it
    /// need not know yet.
    struct Extremes {
        Step least = never_began;
        Step greatest = never_began;
        [[nodiscard]] bool are_same() const { return least == greatest; }
    };
    struct Node {
        Extremes last;
        Extremes last_but_one;
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
        hand_down(node);
        const std::size_t half = width / 2;
        begin_below(2 * node, first, half, use, found);
        begin_below(2 * node + 1, first + half, half, use, found);
        Node& here = nodes_[node];
        here.last = joined(nodes_[2 * node].last, nodes_[2 * node + 1].last);
        here.last_but_one = joined(nodes_[2 * node].last_but_one, nodes_[2 * node + 1].last_but_one);
    }

    /// Treats all bytes below a node at once; false where they differ in a way that matters.
    template <class Found>
    bool begin_whole(std::size_t node, std::size_t first, std::size_t width, Lifetime steps, Found& found) {
        Node& here = nodes_[node];
        if (here.last.greatest <= steps.begin) {
            here.last = {steps.end, steps.end};
            return true;
        }
        if (here.last_but_one.least >= steps.end) {
            return true;
        }
        const bool has_one_start = here.last_but_one.are_same() || here.last_but_one.greatest <= steps.begin;
        const Step start = std::max(steps.begin, here.last_but_one.greatest);
        if (has_one_start && here.last.least >= steps.end) {
            add({{start, steps.end}, {borders_[first], borders_[first + width]}}, found);
            here.last_but_one = {steps.end, steps.end};
            return true;
        }
        if (has_one_start && here.last.are_same()) {
            const Step end = here.last.least;
            add({{start, end}, {borders_[first], borders_[first + width]}}, found);
            here.last_but_one = {end, end};
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

    void hand_down(std::size_t node) {
        for (const std::size_t below : {2 * node, 2 * node + 1}) {
            if (nodes_[node].last.are_same()) {
                nodes_[below].last = nodes_[node].last;
            }
            if (nodes_[node].last_but_one.are_same()) {
                nodes_[below].last_but_one = nodes_[node].last_but_one;
            }
        }
    }

    [[nodiscard]] static Extremes joined(const Extremes& a, const Extremes& b) {
        return {std::min(a.least, b.least), std::max(a.greatest, b.greatest)};
    }

    std::vector<Offset> borders_;
    std::size_t leaves_ = 1;
    std::vector<Node> nodes_;
    std::optional<UsedBytes> pending_;  ///< may grow by what lies above it
};

}  // namespace arenascope
