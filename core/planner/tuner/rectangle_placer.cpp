#include "core/planner/tuner/rectangle_placer.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <tuple>

namespace arenascope {
namespace {

struct PieceOfBuffer {
    Piece piece;
    std::uint32_t buffer;
    int list;
};

int list_of(Lifetime steps) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(length(steps).value()))) - 1;
}

}  // namespace

RectangleContainer::RectangleContainer(const Problem& problem, RegionIndex region)
    : problem_(&problem), offsets_(problem.buffers.size(), unplaced_offset) {
    std::vector<PieceOfBuffer> pieces;
    for (std::uint32_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].region == region) {
            for_each_piece(problem.buffers[i], [&](const Piece& piece) {
                pieces.push_back({piece, i, list_of(piece.steps)});
            });
        }
    }
    std::sort(pieces.begin(), pieces.end(), [](const PieceOfBuffer& a, const PieceOfBuffer& b) {
        return std::tie(a.list, a.piece.steps.begin, a.buffer) < std::tie(b.list, b.piece.steps.begin, b.buffer);
    });
    entries_.reserve(pieces.size());
    begins_.reserve(pieces.size());
    first_entry_.assign(problem.buffers.size() + 1, 0);
    for (const PieceOfBuffer& part : pieces) {
        if (lists_.empty() || lists_.back().longest != (std::uint64_t{2} << static_cast<unsigned>(part.list))) {
            lists_.push_back({entries_.size(), entries_.size(), std::uint64_t{2} << static_cast<unsigned>(part.list)});
        }
        entries_.push_back({part.piece.steps.begin.value(), part.piece.steps.end.value(), part.piece.bytes.from.value(),
                            part.piece.bytes.to.value(), unplaced_offset});
        begins_.push_back(part.piece.steps.begin.value());
        lists_.back().last = entries_.size();
        ++first_entry_[part.buffer + std::size_t{1}];
    }
    std::partial_sum(first_entry_.begin(), first_entry_.end(), first_entry_.begin());
    entries_of_.resize(pieces.size());
    std::vector<std::uint32_t> next(first_entry_.begin(), first_entry_.end() - 1);
    for (std::uint32_t position = 0; position < pieces.size(); ++position) {
        entries_of_[next[pieces[position].buffer]++] = position;
    }
    forbidden_.reserve(pieces.size());
}

void RectangleContainer::gather(BufferIndex buffer) {
    forbidden_.clear();
    for (std::uint32_t own = first_entry_[buffer.value()]; own < first_entry_[buffer.value() + std::size_t{1}]; ++own) {
        const Entry piece = entries_[entries_of_[own]];
        for (const Stretch& list : lists_) {
            // A piece of this list that begins at or before `earliest` has ended when `piece` begins.
            const auto since = checked_subtract(
                piece.begin, static_cast<std::int64_t>(std::min(list.longest, std::uint64_t{1} << 62U)));
            const bool open = !since || list.longest > (std::uint64_t{1} << 62U);
            const auto list_begin = begins_.begin() + static_cast<std::ptrdiff_t>(list.first);
            const auto list_end = begins_.begin() + static_cast<std::ptrdiff_t>(list.last);
            const auto from = open ? list_begin : std::upper_bound(list_begin, list_end, *since);
            for (auto position = static_cast<std::size_t>(from - begins_.begin());
                 position < list.last && begins_[position] < piece.end; ++position) {
                const Entry& other = entries_[position];
                ++work_;
                if (other.offset != unplaced_offset && other.end > piece.begin) {
                    forbidden_.push_back({other.offset + other.from - piece.to, other.offset + other.to - piece.from});
                }
            }
        }
    }
}

Offset RectangleContainer::place(BufferIndex buffer, PlacingRule rule) {
    remove(buffer);
    gather(buffer);
    const Bytes alignment = alignment_of(*problem_, problem_->buffers[buffer.value()]);
    Offset offset;
    if (rule == PlacingRule::stacked) {
        for (const Forbidden& taken : forbidden_) {
            offset = std::max(offset, Offset(taken.below));
        }
        offset = aligned_up(offset, alignment);
    } else {
        std::sort(forbidden_.begin(), forbidden_.end(),
                  [](const Forbidden& a, const Forbidden& b) { return a.above < b.above; });
        for (const Forbidden& taken : forbidden_) {
            if (offset.value() <= taken.above) {
                break;
            }
            if (offset.value() < taken.below) {
                offset = aligned_up(Offset(taken.below), alignment);
            }
        }
    }
    set_offset(buffer, offset.value());
    return offset;
}

void RectangleContainer::put(BufferIndex buffer, Offset offset) {
    set_offset(buffer, offset.value());
}

void RectangleContainer::remove(BufferIndex buffer) {
    set_offset(buffer, unplaced_offset);
}

void RectangleContainer::clear() {
    std::fill(offsets_.begin(), offsets_.end(), unplaced_offset);
    for (Entry& entry : entries_) {
        entry.offset = unplaced_offset;
    }
}

void RectangleContainer::set_offset(BufferIndex buffer, std::int64_t offset) {
    offsets_[buffer.value()] = offset;
    for (std::uint32_t own = first_entry_[buffer.value()]; own < first_entry_[buffer.value() + std::size_t{1}]; ++own) {
        entries_[entries_of_[own]].offset = offset;
    }
}

void put_pins(RectangleContainer& container, const Problem& problem, RegionIndex region) {
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].region == region && problem.buffers[i].pin) {
            container.put(BufferIndex(i), *problem.buffers[i].pin);
        }
    }
}

Layout place_in_order(const Problem& problem, std::span<const BufferIndex> order, PlacingRule rule) {
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const RegionIndex region(i);
        RectangleContainer container(problem, region);
        put_pins(container, problem, region);
        for (const BufferIndex buffer : order) {
            if (problem.buffers[buffer.value()].region == region && !problem.buffers[buffer.value()].pin) {
                container.place(buffer, rule);
            }
        }
        for (std::size_t buffer = 0; buffer < problem.buffers.size(); ++buffer) {
            if (const std::int64_t offset = container.offsets()[buffer]; offset != unplaced_offset) {
                layout.placements[buffer] = Placement{Offset(offset), region};
            }
        }
    }
    return layout;
}

}  // namespace arenascope
