#include "core/model/memory/heap_part.h"

#include <cctype>
#include <cstdint>
#include <string_view>

#include "core/model/memory/joint_alignment.h"

namespace arenascope {
namespace {

bool is_word_byte(char byte) {
    return std::isalnum(static_cast<unsigned char>(byte)) != 0;
}

/// Whether the name of a fast part begins with the whole name of a slower region: "core 1" does not begin "core 12".
bool begins(std::string_view heap, std::string_view part) {
    return part.size() > heap.size() && part.substr(0, heap.size()) == heap &&
           !(is_word_byte(heap.back()) && is_word_byte(part[heap.size()]));
}

RegionIndex heap_by_name(const Problem& problem, RegionIndex fast_part) {
    RegionIndex found = RegionIndex::none();
    std::size_t longest = 0;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const Region& region = problem.regions[i];
        if (!region.fast && region.name.size() > longest && begins(region.name, problem.regions[fast_part].name)) {
            found = RegionIndex(i);
            longest = region.name.size();
        }
    }
    return found;
}

/// The slower region with this number among the slower ones.
RegionIndex heap_by_number(const Problem& problem, std::size_t number) {
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        if (!problem.regions[i].fast && number-- == 0) {
            return RegionIndex(i);
        }
    }
    return RegionIndex::none();
}

}  // namespace

RegionIndex heap_of_fast_part(const Problem& problem, RegionIndex fast_part) {
    if (problem.regions[fast_part].slow_part != RegionIndex::none()) {
        return problem.regions[fast_part].slow_part;
    }
    if (const RegionIndex found = heap_by_name(problem, fast_part); found != RegionIndex::none()) {
        return found;
    }
    std::size_t fast = 0;
    std::size_t fast_before = 0;
    std::size_t slow_before = 0;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const bool is_before = i < fast_part.value();
        fast += problem.regions[i].fast ? 1 : 0;
        fast_before += is_before && problem.regions[i].fast ? 1 : 0;
        slow_before += is_before && !problem.regions[i].fast ? 1 : 0;
    }
    if (2 * fast == problem.regions.size()) {
        return heap_by_number(problem, fast_before);
    }
    return fast == 1 ? RegionIndex::none() : heap_by_number(problem, slow_before == 0 ? 0 : slow_before - 1);
}

IndexedVector<RegionIndex, std::optional<RegionIndex>> parts_of_other_speed(const Problem& problem) {
    const std::size_t count = problem.regions.size();
    IndexedVector<RegionIndex, std::optional<RegionIndex>> others(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (!problem.regions[i].fast) {
            continue;
        }
        const RegionIndex fast(i);
        const RegionIndex heap = heap_of_fast_part(problem, fast);
        for (std::size_t j = 0; j < count; ++j) {
            const RegionIndex slow(j);
            if (problem.regions[j].fast || (heap != RegionIndex::none() && heap != slow)) {
                continue;
            }
            others[fast] = others[fast].value_or(slow);
            others[slow] = others[slow].value_or(fast);
        }
    }
    return others;
}

std::optional<Bytes> bottom_unit(const Problem& problem, RegionIndex region) {
    IndexedVector<RegionIndex, RegionIndex> heap(problem.regions.size());
    for (std::size_t i = 0; i < heap.size(); ++i) {
        heap[i] = problem.regions[i].fast ? heap_of_fast_part(problem, RegionIndex(i)) : RegionIndex(i);
    }
    const auto is_in_heap = [&](RegionIndex part) {
        return heap[part] == heap[region] || heap[part] == RegionIndex::none() || heap[region] == RegionIndex::none();
    };
    std::optional<Bytes> unit = problem.regions[region].alignment;
    for (const Buffer& buffer : problem.buffers) {
        const bool counts =
            buffer.region == region || (buffer.kind == BufferKind::scratch && is_in_heap(buffer.region));
        if (counts && unit) {
            unit = joint_alignment(*unit, buffer.alignment);
        }
    }
    return unit;
}

}  // namespace arenascope
