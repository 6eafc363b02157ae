#include "core/planner/tuner/rectangle_placer.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>

namespace arenascope {
namespace {

struct PieceOfBuffer {
    Piece piece;
    std::uint32_t buffer;
    int list;
};

/// A piece lasts when it takes at least this part of the region's whole time.
constexpr std::uint64_t lasting_part = 16;
constexpr int list_of_lasting = 64;

int list_of(Lifetime steps) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(length(steps).value()))) - 1;
}

}  // namespace

RectangleContainer::RectangleContainer(const Problem& problem, RegionIndex region)
    : problem_(&problem), offsets_(problem.buffers.size(), unplaced_offset) {
    std::vector<PieceOfBuffer> pieces;
    Lifetime span{Step(std::numeric_limits<std::int64_t>::max()), Step(std::numeric_limits<std::int64_t>::min())};
    for (std::uint32_t i = 0; i < problem.buffers.size(); ++i) {
        if (problem.buffers[i].region == region) {
            for_each_piece(problem.buffers[i], [&](const Piece& piece) {
                pieces.push_back({piece, i, list_of(piece.steps)});
                span = {std::min(span.begin, piece.steps.begin), std::max(span.end, piece.steps.end)};
            });
        }
    }
    const std::uint64_t whole =
        static_cast<std::uint64_t>(span.end.value()) - static_cast<std::uint64_t>(span.begin.value());
    for (PieceOfBuffer& part : pieces) {
        if (static_cast<std::uint64_t>(length(part.piece.steps).value()) >= whole / lasting_part) {
            part.list = list_of_lasting;
        }
    }
    std::sort(pieces.begin(), pieces.end(), [](const PieceOfBuffer& a, const PieceOfBuffer& b) {
        return std::tie(a.list, a.piece.steps.begin, a.buffer) < std::tie(b.list, b.piece.steps.begin, b.buffer);
    });
    entries_.reserve(pieces.size());
    begins_.reserve(pieces.size());
    first_entry_.assign(problem.buffers.size() + 1, 0);
    for (const PieceOfBuffer& part : pieces) {
        const bool lasts = part.list == list_of_lasting;
        const std::uint64_t longest = lasts ? 0 : std::uint64_t{2} << static_cast<unsigned>(part.list);
        if (!lasts && (lists_.empty() || lists_.back().longest != longest)) {
            lists_.push_back({entries_.size(), entries_.size(), longest});
        }
        entries_.push_back({part.piece.steps.begin.value(), part.piece.steps.end.value(), part.piece.bytes.from.value(),
                            part.piece.bytes.to.value(), unplaced_offset});
        begins_.push_back(part.piece.steps.begin.value());
        if (!lasts) {
            lists_.back().last = entries_.size();
        }
        ++first_entry_[part.buffer + std::size_t{1}];
    }
    std::partial_sum(first_entry_.begin(), first_entry_.end(), first_entry_.begin());
    entries_of_.resize(pieces.size());
    std::vector<std::uint32_t> next(first_entry_.begin(), first_entry_.end() - 1);
    for (std::uint32_t position = 0; position < pieces.size(); ++position) {
        entries_of_[next[pieces[position].buffer]++] = position;
    }
    first_lasting_ = lists_.empty() ? 0 : static_cast<std::uint32_t>(lists_.back().last);
    forbidden_.reserve(pieces.size());
    lasting_.reserve(pieces.size() - first_lasting_);
}

void RectangleContainer::gather(BufferIndex buffer, PlacingRule rule) {
    forbidden_.clear();
    const bool with_lasting = has_pieces(buffer) || rule == PlacingRule::stacked;
    for (std::uint32_t own = first_entry_[buffer.value()]; own < first_entry_[buffer.value() + std::size_t{1}]; ++own) {
        const Entry piece = entries_[entries_of_[own]];
        if (with_lasting) {
            gather_lasting(piece);
        }
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

bool RectangleContainer::has_pieces(BufferIndex buffer) const {
    return first_entry_[buffer.value() + std::size_t{1}] != first_entry_[buffer.value()] + 1;
}

void RectangleContainer::gather_lasting(const Entry& piece) {
    for (const Lasting& other : lasting_) {
        if (other.end > piece.begin && other.begin < piece.end) {
            forbidden_.push_back({other.from - piece.to, other.to - piece.from});
        }
    }
    work_ += lasting_.size();
}

/// Reads the gathered offsets and the lasting pieces together, both from the bottom, until it fits between them.
Offset RectangleContainer::lowest_fit(BufferIndex buffer, Bytes alignment) {
    Offset offset;
    auto gathered = forbidden_.begin();
    const auto fits_below = [&](const Forbidden& taken) {
        if (offset.value() <= taken.above) {
            return true;
        }
        if (offset.value() < taken.below) {
            offset = aligned_up(Offset(taken.below), alignment);
        }
        return false;
    };
    // of a buffer in pieces they are gathered with the rest, because each piece reads the list by offsets of its own
    const std::size_t count = has_pieces(buffer) ? 0 : lasting_.size();
    for (std::size_t next = 0; next < count; ++next) {
        const Entry& piece = entries_[entries_of_[first_entry_[buffer.value()]]];
        const Lasting& other = lasting_[next];
        ++work_;
        if (other.end <= piece.begin || other.begin >= piece.end) {
            continue;
        }
        const Forbidden taken{other.from - piece.to, other.to - piece.from};
        bool fits = false;
        for (; !fits && gathered != forbidden_.end() && gathered->above < taken.above; ++gathered) {
            fits = fits_below(*gathered);
        }
        if (fits || fits_below(taken)) {
            return offset;
        }
    }
    while (gathered != forbidden_.end() && !fits_below(*gathered)) {
        ++gathered;
    }
    return offset;
}

Offset RectangleContainer::place(BufferIndex buffer, PlacingRule rule) {
    remove(buffer);
    gather(buffer, rule);
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
        work_ += forbidden_.size() * std::bit_width(forbidden_.size());
        offset = lowest_fit(buffer, alignment);
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
    lasting_.clear();
}

void RectangleContainer::set_offset(BufferIndex buffer, std::int64_t offset) {
    if (offsets_[buffer.value()] == offset) {
        return;
    }
    offsets_[buffer.value()] = offset;
    for (std::uint32_t own = first_entry_[buffer.value()]; own < first_entry_[buffer.value() + std::size_t{1}]; ++own) {
        const std::uint32_t position = entries_of_[own];
        if (position >= first_lasting_) {
            move_lasting(position, offset);
        }
        entries_[position].offset = offset;
    }
}

void RectangleContainer::move_lasting(std::uint32_t position, std::int64_t offset) {
    const Entry& entry = entries_[position];
    const auto found = [&](std::int64_t from) {
        return std::lower_bound(lasting_.begin(), lasting_.end(), std::pair(from, position),
                                [](const Lasting& a, const std::pair<std::int64_t, std::uint32_t>& b) {
                                    return std::pair(a.from, a.entry) < b;
                                });
    };
    if (entry.offset != unplaced_offset) {
        lasting_.erase(found(entry.offset + entry.from));
    }
    if (offset != unplaced_offset) {
        lasting_.insert(found(offset + entry.from),
                        {offset + entry.from, offset + entry.to, entry.begin, entry.end, position});
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
