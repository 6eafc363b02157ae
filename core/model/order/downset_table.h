#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/model/order/order_problem.h"

namespace arenascope {

/// The downsets that a search has reached: sets of nodes that may have run so far, each with the least peak on the way
/// to it. Flat lists and a hash table of open addresses; nothing is ever removed.
class DownsetTable {
public:
    using Entry = std::uint32_t;
    static constexpr Entry none = ~Entry{0};

    explicit DownsetTable(std::size_t nodes);

    struct Arrival {
        Entry entry = none;
        bool is_better = false;  ///< whether the downset is new, or this way to it has a lower peak
    };
    /// Notes a way to a downset: from an entry, by running these nodes in turn. O(words + nodes).
    Arrival arrive(const std::vector<std::uint64_t>& done, std::int64_t peak, Entry from,
                   std::span<const OrderNode> by);

    [[nodiscard]] std::size_t size() const { return ways_.size(); }
    [[nodiscard]] std::int64_t peak(Entry entry) const { return ways_[entry].peak; }
    /// The nodes that have run, a bit for each.
    [[nodiscard]] const std::uint64_t* done(Entry entry) const { return &done_[entry * words_]; }
    /// The nodes on the way to an entry, from the first on.
    [[nodiscard]] std::vector<OrderNode> order_to(Entry entry) const;
    /// The bytes that an entry takes.
    [[nodiscard]] std::size_t bytes_of_entry() const { return words_ * 8 + sizeof(Way) + 3 * sizeof(Entry); }

private:
    struct Way {
        std::int64_t peak;
        Entry from;
        std::uint32_t steps;  ///< where its nodes begin in `steps_`
        std::uint32_t count;
    };

    void grow();
    [[nodiscard]] std::size_t slot_of(const std::uint64_t* done) const;

    std::size_t words_;
    std::vector<std::uint64_t> done_;
    std::vector<Way> ways_;
    std::vector<OrderNode> steps_;
    std::vector<Entry> slots_;  ///< a power of two
};

}  // namespace arenascope
