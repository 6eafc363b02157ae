#include "core/analysis/debugging/overlap_counter.h"

#include <algorithm>
#include <numeric>

namespace arenascope {
namespace {

bool has_plain_buffers(const Problem& problem, const Layout* result) {
    return (result == nullptr || result->sharing.empty()) &&
           std::none_of(problem.regions.begin(), problem.regions.end(),
                        [](const Region& region) { return region.shares_addresses; }) &&
           std::all_of(problem.buffers.begin(), problem.buffers.end(),
                       [](const Buffer& buffer) { return buffer.gaps().empty(); });
}

}  // namespace

std::shared_ptr<const TimeNeighbours> TimeNeighbours::of(const Problem& problem, const Layout* result) {
    if (!has_plain_buffers(problem, result)) {
        return nullptr;
    }
    const auto& buffers = problem.buffers;
    std::vector<std::uint32_t> by_begin;
    for (std::uint32_t i = 0; i < buffers.size(); ++i) {
        if (buffers[BufferIndex(i)].size > Bytes(0)) {
            by_begin.push_back(i);
        }
    }
    std::ranges::stable_sort(by_begin, {}, [&](std::uint32_t i) { return buffers[BufferIndex(i)].lifetime.begin; });
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::vector<std::uint32_t> alive;
    for (const std::uint32_t later : by_begin) {
        const Buffer& buffer = buffers[BufferIndex(later)];
        std::erase_if(alive,
                      [&](std::uint32_t i) { return buffers[BufferIndex(i)].lifetime.end <= buffer.lifetime.begin; });
        for (const std::uint32_t earlier : alive) {
            if (buffers[BufferIndex(earlier)].region == buffer.region) {
                pairs.emplace_back(earlier, later);
            }
        }
        if (pairs.size() > most_pairs) {
            return nullptr;
        }
        alive.push_back(later);
    }
    auto made = std::make_shared<TimeNeighbours>();
    made->first_.assign(buffers.size() + 1, 0);
    for (const auto& [a, b] : pairs) {
        ++made->first_[a + 1];
        ++made->first_[b + 1];
    }
    std::partial_sum(made->first_.begin(), made->first_.end(), made->first_.begin());
    made->neighbours_.resize(2 * pairs.size());
    std::vector<std::size_t> next(made->first_.begin(), made->first_.end() - 1);
    for (const auto& [a, b] : pairs) {
        made->neighbours_[next[a]++] = b;
        made->neighbours_[next[b]++] = a;
    }
    for (const Buffer& buffer : buffers) {
        made->sizes_.push_back(buffer.size);
    }
    return made;
}

OverlapCounter::OverlapCounter(std::shared_ptr<const TimeNeighbours> neighbours)
    : neighbours_(std::move(neighbours)), from_(neighbours_->size(), OptionalOffset::none), to_(from_) {}

std::uint64_t OverlapCounter::pairs_with(std::size_t buffer, Offset from, Offset to) const {
    std::uint64_t pairs = 0;
    for (const std::uint32_t other : (*neighbours_)[buffer]) {
        pairs += static_cast<std::uint64_t>(static_cast<int>(from_[other] < to) & static_cast<int>(from < to_[other]));
    }
    return pairs;
}

std::uint64_t OverlapCounter::count(const IndexedVector<BufferIndex, OptionalOffset>& offsets,
                                    std::span<const BufferIndex> changed) {
    for (const BufferIndex buffer : changed) {
        const std::size_t i = buffer.value();
        const OptionalOffset from = offsets[buffer];
        if (from == OptionalOffset(from_[i])) {
            continue;
        }
        if (from_[i] != OptionalOffset::none) {
            count_ -= pairs_with(i, from_[i], to_[i]);
        }
        from_[i] = from.value_or(OptionalOffset::none);
        to_[i] = from ? *from + neighbours_->sizes()[i] : OptionalOffset::none;
        if (from) {
            count_ += pairs_with(i, from_[i], to_[i]);
        }
    }
    return count_;
}

}  // namespace arenascope
