#include "core/planner/container/lifetime_index.h"

#include <bit>
#include <numeric>
#include <span>

#include "core/model/memory/step_count.h"

namespace arenascope {
namespace {

/// Lengths in [2^(k-1), 2^k) are in list k.
constexpr std::size_t lists_of_region = 65;

}  // namespace

LifetimeIndex::LifetimeIndex(const Problem& problem) : problem_(problem), order_(problem.buffers.size()) {
    const auto list_of = [](const Buffer& buffer) {
        const std::uint64_t length = step_count(buffer.lifetime.begin, buffer.lifetime.end);
        return buffer.region.value() * lists_of_region + static_cast<std::size_t>(std::bit_width(length));
    };
    std::vector<std::size_t> firsts(problem.regions.size() * lists_of_region + 1);
    for (const Buffer& buffer : problem.buffers) {
        ++firsts[list_of(buffer) + 1];
    }
    std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());
    std::vector<std::size_t> next(firsts.begin(), firsts.end() - 1);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        order_[next[list_of(problem.buffers[i])]++] = BufferIndex(i);
    }
    for (std::size_t list = 0; list + 1 < firsts.size(); ++list) {
        if (list % lists_of_region == 0) {
            first_list_.push_back(lists_.size());
        }
        const auto members = std::span(order_).subspan(firsts[list], firsts[list + 1] - firsts[list]);
        if (members.empty()) {
            continue;
        }
        const auto is_earlier = [&problem](BufferIndex a, BufferIndex b) {
            return problem.buffers[a].lifetime.begin < problem.buffers[b].lifetime.begin;
        };
        if (!std::is_sorted(members.begin(), members.end(), is_earlier)) {
            std::sort(members.begin(), members.end(), is_earlier);
        }
        std::uint64_t longest = 0;
        for (const BufferIndex member : members) {
            const Lifetime& lifetime = problem.buffers[member].lifetime;
            longest = std::max(longest, step_count(lifetime.begin, lifetime.end));
        }
        lists_.push_back({firsts[list], firsts[list + 1], longest});
    }
    first_list_.push_back(lists_.size());
}

std::size_t LifetimeIndex::first_of(const List& list, Step begin) const {
    const auto members = std::span(order_).subspan(list.first, list.last - list.first);
    const auto found = std::partition_point(members.begin(), members.end(), [&](BufferIndex member) {
        const Step other = problem_.buffers[member].lifetime.begin;
        return other <= begin && step_count(other, begin) >= list.longest;
    });
    return list.first + static_cast<std::size_t>(found - members.begin());
}

}  // namespace arenascope
