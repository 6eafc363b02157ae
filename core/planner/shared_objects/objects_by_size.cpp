#include "core/planner/shared_objects/objects_by_size.h"

#include <algorithm>
#include <utility>

namespace arenascope {
namespace {

/// A full block is split in two. The more objects in a block, the fewer blocks are skipped.
constexpr std::size_t most_entries = 64;

}  // namespace

ObjectsBySize::ObjectsBySize(Step first, Step last)
    : first_(first.value()),
      slot_length_(1 + (static_cast<std::uint64_t>(last.value()) - static_cast<std::uint64_t>(first_)) / slot_count) {}

std::size_t ObjectsBySize::slot_of(Step step) const {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(step.value()) - static_cast<std::uint64_t>(first_)) /
                                    slot_length_);
}

ObjectsBySize::Slots ObjectsBySize::slots_between(std::size_t begin, std::size_t end) {
    Slots some{};
    for (std::size_t slot = begin; slot < end; ++slot) {
        some[slot / bits_of_word] |= std::uint64_t{1} << (slot % bits_of_word);
    }
    return some;
}

ObjectsBySize::Slots ObjectsBySize::slots_touched(Step first, Step last) const {
    return slots_between(slot_of(first), slot_of(last) + 1);
}

ObjectsBySize::Slots ObjectsBySize::slots_filled(Step first, Step last) const {
    const std::uint64_t begin = static_cast<std::uint64_t>(first.value()) - static_cast<std::uint64_t>(first_);
    const std::uint64_t end = static_cast<std::uint64_t>(last.value()) - static_cast<std::uint64_t>(first_) + 1;
    const std::uint64_t first_filled = begin / slot_length_ + (begin % slot_length_ == 0 ? 0 : 1);
    return slots_between(static_cast<std::size_t>(first_filled), static_cast<std::size_t>(end / slot_length_));
}

ObjectsBySize::Place ObjectsBySize::place_of(const Entry& entry) const {
    const auto block = std::partition_point(blocks_.begin(), blocks_.end(),
                                            [&entry](const Block& each) { return each.entries.back() < entry; });
    if (block == blocks_.end()) {
        return {blocks_.size(), 0};
    }
    return {static_cast<std::size_t>(block - blocks_.begin()),
            static_cast<std::size_t>(std::lower_bound(block->entries.begin(), block->entries.end(), entry) -
                                     block->entries.begin())};
}

void ObjectsBySize::measure(Block& block) {
    block.busy.fill(~std::uint64_t{0});
    for (const Slots& uses : block.uses) {
        for (std::size_t word = 0; word < words; ++word) {
            block.busy[word] &= uses[word];
        }
    }
}

void ObjectsBySize::insert(const Entry& entry, const Slots& uses) {
    Place place = place_of(entry);
    if (place.block == blocks_.size()) {
        if (blocks_.empty()) {
            blocks_.emplace_back();
        }
        place = {blocks_.size() - 1, blocks_.back().entries.size()};
    }
    Block& block = blocks_[place.block];
    const auto at = static_cast<std::ptrdiff_t>(place.entry);
    block.entries.insert(block.entries.begin() + at, entry);
    block.uses.insert(block.uses.begin() + at, uses);
    if (block.entries.size() == most_entries) {
        constexpr std::ptrdiff_t half = most_entries / 2;
        Block upper{{block.entries.begin() + half, block.entries.end()}, {block.uses.begin() + half, block.uses.end()}};
        block.entries.resize(half);
        block.uses.resize(half);
        measure(block);
        measure(upper);
        blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(place.block) + 1, std::move(upper));
        return;
    }
    for (std::size_t word = 0; word < words; ++word) {
        block.busy[word] &= uses[word];
    }
}

void ObjectsBySize::add(ObjectIndex object, Bytes size) {
    insert({size, object}, {});
}

void ObjectsBySize::grow(ObjectIndex object, Bytes before, Bytes after) {
    const Place place = place_of({before, object});
    Block& block = blocks_[place.block];
    const auto at = static_cast<std::ptrdiff_t>(place.entry);
    const Slots uses = block.uses[place.entry];
    block.entries.erase(block.entries.begin() + at);
    block.uses.erase(block.uses.begin() + at);
    if (block.entries.empty()) {
        blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(place.block));
    } else {
        measure(block);
    }
    insert({after, object}, uses);
}

void ObjectsBySize::use(ObjectIndex object, Bytes size, Step first, Step last) {
    const Slots filled = slots_filled(first, last);
    if (filled == Slots{}) {
        return;
    }
    const Place place = place_of({size, object});
    Block& block = blocks_[place.block];
    for (std::size_t word = 0; word < words; ++word) {
        block.uses[place.entry][word] |= filled[word];
    }
    // Only these slots may have become busy for the whole block.
    Slots all = filled;
    for (auto uses = block.uses.begin(); uses != block.uses.end() && all != Slots{}; ++uses) {
        for (std::size_t word = 0; word < words; ++word) {
            all[word] &= (*uses)[word];
        }
    }
    for (std::size_t word = 0; word < words; ++word) {
        block.busy[word] |= all[word];
    }
}

}  // namespace arenascope
