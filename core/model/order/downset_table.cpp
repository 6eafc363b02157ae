#include "core/model/order/downset_table.h"

#include <algorithm>

namespace arenascope {

DownsetTable::DownsetTable(std::size_t nodes) : words_(std::max<std::size_t>((nodes + 63) / 64, 1)), slots_(64, none) {}

std::size_t DownsetTable::slot_of(const std::uint64_t* done) const {
    std::uint64_t hash = 0;
    for (std::size_t word = 0; word < words_; ++word) {
        // The finalizer of SplitMix64, which spreads every bit.
        hash += done[word] + 0x9e3779b97f4a7c15U;
        hash = (hash ^ (hash >> 30U)) * 0xbf58476d1ce4e5b9U;
        hash = (hash ^ (hash >> 27U)) * 0x94d049bb133111ebU;
        hash ^= hash >> 31U;
    }
    const std::size_t mask = slots_.size() - 1;
    std::size_t slot = hash & mask;
    while (slots_[slot] != none && !std::equal(done, done + words_, &done_[slots_[slot] * words_])) {
        slot = (slot + 1) & mask;
    }
    return slot;
}

void DownsetTable::grow() {
    slots_.assign(slots_.size() * 2, none);
    for (Entry entry = 0; entry < ways_.size(); ++entry) {
        slots_[slot_of(done(entry))] = entry;
    }
}

DownsetTable::Arrival DownsetTable::arrive(const std::vector<std::uint64_t>& done, std::int64_t peak, Entry from,
                                           std::span<const OrderNode> by) {
    const std::size_t slot = slot_of(done.data());
    Entry entry = slots_[slot];
    if (entry != none && ways_[entry].peak <= peak) {
        return {entry, false};
    }
    const Way way{peak, from, static_cast<std::uint32_t>(steps_.size()), static_cast<std::uint32_t>(by.size())};
    steps_.insert(steps_.end(), by.begin(), by.end());
    if (entry != none) {
        ways_[entry] = way;
        return {entry, true};
    }
    entry = static_cast<Entry>(ways_.size());
    slots_[slot] = entry;
    ways_.push_back(way);
    done_.insert(done_.end(), done.begin(), done.end());
    if (ways_.size() * 2 > slots_.size()) {
        grow();
    }
    return {entry, true};
}

std::vector<OrderNode> DownsetTable::order_to(Entry entry) const {
    std::vector<OrderNode> order;
    for (; entry != none; entry = ways_[entry].from) {
        const Way& way = ways_[entry];
        for (std::uint32_t i = way.count; i-- > 0;) {
            order.push_back(steps_[way.steps + i]);
        }
    }
    std::ranges::reverse(order);
    return order;
}

}  // namespace arenascope
