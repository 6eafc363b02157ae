#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace arenascope {

/// The memory of a core as a pool of areas that follow one another. Each is in use or free. All numbers are bytes and
/// steps.
///
///   take [0, 8) until 4        ▐ in use      ▌
///   take [8, 20) until 6       ▐ in use      ▌ in use             ▌
///   release at 4               ▐ free        ▌ in use             ▌    handed over at 4
///   take [0, 6) until 9        ▐ in use  ▌fr.▌ in use             ▌    split: 2 bytes stay free
///   release at 6               ▐ in use  ▌ free                   ▌    merged: the later hand-over counts
class ResourcePool {
public:
    struct Area {
        std::int64_t from = 0;
        std::int64_t to = 0;
        bool is_free = true;
        std::int64_t until = 0;        ///< in use: the end of the use; free: the step of the last hand-over in it
        std::int64_t handed_from = 0;  ///< free: the bytes that were handed over last
        std::int64_t handed_to = 0;
        friend bool operator==(const Area&, const Area&) = default;
    };

    void clear() { areas_.clear(); }
    /// Frees every area whose use has ended at `step`. Free areas that touch are merged. Linear in the areas.
    void release(std::int64_t step);
    /// Takes the bytes [from, to) until a step. Areas at their ends are split, and the pool grows if they exceed it.
    /// Bytes in use stay so until the later of both ends. Linear in the areas.
    void take(std::int64_t from, std::int64_t to, std::int64_t until);
    /// The area that holds the byte at an offset; the empty area at the end of the pool if the offset is beyond it.
    [[nodiscard]] Area area_at(std::int64_t offset) const;
    /// All areas by offset, from 0 on, without holes.
    [[nodiscard]] std::span<const Area> areas() const { return areas_; }
    /// One past the last byte.
    [[nodiscard]] std::int64_t size() const { return areas_.empty() ? 0 : areas_.back().to; }

private:
    void split(std::int64_t offset);

    std::vector<Area> areas_;
};

}  // namespace arenascope
