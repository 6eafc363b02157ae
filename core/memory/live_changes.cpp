#include "core/memory/live_changes.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>

namespace arenascope {
namespace {

constexpr unsigned digit_bits = 11;
constexpr std::size_t digit_count = std::size_t{1} << digit_bits;

/// Sorts by `key`, of which the lowest `bits` matter: digit by digit, from the lowest. Linear.
template <class Key>
void sort_by_digits(std::vector<LiveChange>& changes, const Key& key, unsigned bits) {
    std::vector<LiveChange> sorted(changes.size());
    for (unsigned shift = 0; shift < bits; shift += digit_bits) {
        const auto digit = [&](const LiveChange& change) { return (key(change) >> shift) & (digit_count - 1); };
        std::vector<std::size_t> places(digit_count + 1, 0);
        for (const LiveChange& change : changes) {
            ++places[digit(change) + 1];
        }
        std::partial_sum(places.begin(), places.end(), places.begin());
        for (const LiveChange& change : changes) {
            sorted[places[digit(change)]++] = change;
        }
        changes.swap(sorted);
    }
}

void sort_by_step(std::vector<LiveChange>& changes) {
    constexpr std::size_t many = std::size_t{1} << 14U;
    constexpr unsigned most_bits = 4 * digit_bits;
    const auto is_before = [](const LiveChange& a, const LiveChange& b) { return a.step < b.step; };
    if (std::is_sorted(changes.begin(), changes.end(), is_before)) {
        return;
    }
    const auto [first, last] = std::minmax_element(changes.begin(), changes.end(), is_before);
    const auto begin = static_cast<std::uint64_t>(first->step.value());
    const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(last->step.value()) - begin));
    if (changes.size() < many || bits > most_bits) {
        std::sort(changes.begin(), changes.end(), is_before);
        return;
    }
    sort_by_digits(
        changes, [begin](const LiveChange& change) { return static_cast<std::uint64_t>(change.step.value()) - begin; },
        bits);
}

}  // namespace

Staircase staircase(LiveChanges changes) {
    sort_by_step(changes.begins);
    sort_by_step(changes.ends);
    Staircase profile;
    // Most plans have no more steps than buffers, and one for the last end.
    profile.steps.reserve(changes.begins.size() + 1);
    profile.live.reserve(changes.begins.size() + 1);
    Bytes live;
    std::size_t begin = 0;
    for (std::size_t end = 0; end < changes.ends.size();) {
        const Step step = begin < changes.begins.size() ? std::min(changes.begins[begin].step, changes.ends[end].step)
                                                        : changes.ends[end].step;
        for (; end < changes.ends.size() && changes.ends[end].step == step; ++end) {
            live = live - changes.ends[end].amount;
        }
        for (; begin < changes.begins.size() && changes.begins[begin].step == step; ++begin) {
            live = live + changes.begins[begin].amount;
        }
        if (!profile.live.empty() && profile.live.back() == live) {
            continue;
        }
        profile.steps.push_back(step);
        profile.live.push_back(live);
        if (live > profile.threshold) {
            profile.threshold = live;
            profile.peak_step = step;
        }
    }
    profile.steps.shrink_to_fit();
    profile.live.shrink_to_fit();
    return profile;
}

void add_pieces(LiveChanges& changes, const Problem& problem, BufferIndex index) {
    const Buffer& buffer = problem.buffers[index];
    if (const ScratchRequest* request = scratch_request_of(problem, index); request != nullptr && request->variable) {
        changes.add(buffer.lifetime, std::min(request->minimum, buffer.size));
        return;
    }
    for_each_piece(buffer, [&](const Piece& piece) { changes.add(piece.steps, piece.bytes.to - piece.bytes.from); });
}

std::vector<Staircase> region_staircases(const Problem& problem) {
    IndexedVector<RegionIndex, LiveChanges> changes(problem.regions.size());
    if (changes.size() == 1) {
        changes.front().begins.reserve(problem.buffers.size());
        changes.front().ends.reserve(problem.buffers.size());
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        add_pieces(changes[problem.buffers[i].region], problem, BufferIndex(i));
    }
    std::vector<Staircase> staircases;
    staircases.reserve(changes.size());
    for (LiveChanges& of_region : changes) {
        staircases.push_back(staircase(std::exchange(of_region, {})));
    }
    return staircases;
}

}  // namespace arenascope
