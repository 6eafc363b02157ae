#include "core/planner/peak_suppression/tuning_goal.h"

#include <algorithm>

namespace arenascope {
namespace {

constexpr std::size_t most_entries = 60'000'000;

/// FNV-1a over whole indices.
std::uint64_t hash_of(std::span<const BufferIndex> order) {
    std::uint64_t hash = 0xcbf29ce484222325ULL;
    for (const BufferIndex buffer : order) {
        hash = (hash ^ buffer.value()) * 0x100000001b3ULL;
    }
    return hash ^ (hash >> 32U);
}

}  // namespace

bool SeenOrders::remember(std::span<const BufferIndex> order) {
    const std::uint64_t hash = hash_of(order);
    const auto [from, to] = by_hash_.equal_range(hash);
    for (auto known = from; known != to; ++known) {
        const Stretch& stretch = known->second;
        const auto first = sequences_.begin() + static_cast<std::ptrdiff_t>(stretch.first);
        if (stretch.length == order.size() && std::equal(order.begin(), order.end(), first)) {
            return false;
        }
    }
    if (sequences_.size() + order.size() > most_entries) {
        forget();
    }
    by_hash_.emplace(hash, Stretch{sequences_.size(), order.size()});
    sequences_.insert(sequences_.end(), order.begin(), order.end());
    return true;
}

void SeenOrders::forget() {
    sequences_.clear();
    by_hash_.clear();
}

}  // namespace arenascope
