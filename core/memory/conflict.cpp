#include "core/memory/conflict.h"

#include <algorithm>

#include "core/memory/indexed_vector.h"

namespace arenascope {

bool in_conflict(const Buffer& a, const Buffer& b) {
    return a.region == b.region && overlap(a.lifetime, b.lifetime);
}

std::vector<std::int64_t> conflict_counts(const Problem& problem) {
    IndexedVector<RegionIndex, std::vector<std::int64_t>> begins(problem.regions.size());
    IndexedVector<RegionIndex, std::vector<std::int64_t>> ends(problem.regions.size());
    for (const Buffer& buffer : problem.buffers) {
        begins[buffer.region].push_back(buffer.lifetime.begin.value());
        ends[buffer.region].push_back(buffer.lifetime.end.value());
    }
    for (std::size_t region = 0; region < begins.size(); ++region) {
        std::sort(begins[region].begin(), begins[region].end());
        std::sort(ends[region].begin(), ends[region].end());
    }
    std::vector<std::int64_t> counts;
    counts.reserve(problem.buffers.size());
    for (const Buffer& buffer : problem.buffers) {
        const auto& starts = begins[buffer.region];
        const auto& stops = ends[buffer.region];
        const auto begun = std::lower_bound(starts.begin(), starts.end(), buffer.lifetime.end.value()) - starts.begin();
        const auto ended = std::upper_bound(stops.begin(), stops.end(), buffer.lifetime.begin.value()) - stops.begin();
        counts.push_back(begun - ended - 1);
    }
    return counts;
}

std::vector<BufferIndex> conflicts_of(const Problem& problem, BufferIndex buffer) {
    std::vector<BufferIndex> found;
    const Buffer& subject = problem.buffers[buffer];
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (BufferIndex(i) != buffer && in_conflict(subject, problem.buffers[i])) {
            found.emplace_back(i);
        }
    }
    return found;
}

std::int64_t shared_steps(const Problem& problem, BufferIndex buffer) {
    const Lifetime own = problem.buffers[buffer].lifetime;
    std::int64_t shared = 0;
    for (const BufferIndex other : conflicts_of(problem, buffer)) {
        const Lifetime its = problem.buffers[other].lifetime;
        const std::int64_t steps = std::min(own.end, its.end).value() - std::max(own.begin, its.begin).value();
        shared = checked_add(shared, steps).value_or(shared);
    }
    return shared;
}

std::vector<LiveBuffer> live_set(const Problem& problem, Step step) {
    std::vector<LiveBuffer> alive;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (!contains(buffer.lifetime, step)) {
            continue;
        }
        for_each_piece(buffer, [&](const Piece& piece) {
            if (contains(piece.steps, step)) {
                alive.push_back({BufferIndex(i), piece.bytes.to - piece.bytes.from});
            }
        });
    }
    return alive;
}

}  // namespace arenascope
