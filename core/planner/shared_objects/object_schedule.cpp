#include "core/planner/shared_objects/object_schedule.h"

#include <algorithm>
#include <utility>

namespace arenascope {
namespace {

/// A full block is split in two. Some thousand bytes move as fast as a few blocks are skipped.
constexpr std::size_t most_in_block = 256;

}  // namespace

/// The last interval that begins at or before a task, and the one after it. Null: there is none.
ObjectSchedule::Neighbours ObjectSchedule::neighbours(Step task) const {
    const std::size_t after_block = block_after(task);
    if (after_block == 0) {
        return {nullptr, blocks_.empty() ? nullptr : &blocks_.front().front()};
    }
    const std::vector<Stretch>& block = blocks_[after_block - 1];
    const auto after = first_after(block, task);
    const Stretch* next = after_block < blocks_.size() ? &blocks_[after_block].front() : nullptr;
    return {&*(after - 1), after == block.end() ? next : &*after};
}

/// The first block that begins after a task.
std::size_t ObjectSchedule::block_after(Step task) const {
    return static_cast<std::size_t>(
        std::partition_point(blocks_.begin(), blocks_.end(),
                             [task](const std::vector<Stretch>& block) { return block.front().first <= task; }) -
        blocks_.begin());
}

std::vector<ObjectSchedule::Stretch>::const_iterator ObjectSchedule::first_after(const std::vector<Stretch>& block,
                                                                                 Step task) {
    return std::upper_bound(block.begin(), block.end(), task,
                            [](Step wanted, const Stretch& stretch) { return wanted < stretch.first; });
}

void ObjectSchedule::add(Step first, Step last) {
    if (blocks_.empty()) {
        blocks_.push_back({{first, last}});
        return;
    }
    const std::size_t after_block = block_after(first);
    const std::size_t place = after_block == 0 ? 0 : after_block - 1;
    std::vector<Stretch>& block = blocks_[place];
    block.insert(first_after(block, first), {first, last});
    if (block.size() == most_in_block) {
        const auto half = block.begin() + most_in_block / 2;
        std::vector<Stretch> later(half, block.end());
        block.erase(half, block.end());
        blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(place) + 1, std::move(later));
    }
}

bool ObjectSchedule::is_free(Step first, Step last) const {
    const Stretch* before = neighbours(last).before;
    return before == nullptr || before->last < first;
}

Duration ObjectSchedule::gap(Step first, Step last) const {
    const auto [before, after] = neighbours(last);
    Duration least = after == nullptr ? no_gap : after->first - last;
    if (before != nullptr) {
        least = before->last < first ? std::min(least, first - before->last) : no_gap;
    }
    return least;
}

}  // namespace arenascope
