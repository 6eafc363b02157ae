#include "core/analysis/explain/free_memory.h"

#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <span>
#include <tuple>

#include "core/base/containers/wide.h"
#include "core/model/memory/free_areas.h"
#include "core/model/memory/placed_piece.h"

namespace arenascope {
namespace {

/// So many stretches of time between two questions whether to go on.
constexpr std::size_t stretches_for_question = 256;

/// Bytes in use, and what is needed to align them.
struct AlignedPiece {
    AddressRange bytes;
    Bytes begin_in_buffer;  ///< more than 0 in the window of a gap
    Bytes alignment;
};

bool is_below(const AlignedPiece& a, const AlignedPiece& b) {
    const auto place = [](const AlignedPiece& piece) {
        return std::tuple(piece.bytes.from, piece.bytes.to, piece.begin_in_buffer, piece.alignment);
    };
    return place(a) < place(b);
}

/// Sums that stay within 64 bits.
class FreeMemorySum {
public:
    void add(Bytes area, Bytes padding, Duration steps) {
        const auto rank = static_cast<std::size_t>(std::bit_width(static_cast<std::uint64_t>(area.value())) - 1);
        classes_[rank].areas += steps.value();
        classes_[rank].bytes += Int128{area.value()} * steps.value();
        padding_ += Int128{padding.value()} * steps.value();
    }
    [[nodiscard]] FreeMemory result() const {
        FreeMemory memory;
        Int128 areas = 0;
        Int128 bytes = 0;
        const auto is_used = [](const Sum& sum) { return sum.areas > 0; };
        const auto first = std::ranges::find_if(classes_, is_used);
        for (auto each = first; each != classes_.end(); ++each) {
            if (std::none_of(each, classes_.end(), is_used)) {
                break;
            }
            const auto rank = static_cast<std::size_t>(each - classes_.begin());
            memory.classes.push_back({Bytes(std::int64_t{1} << rank), limited(each->areas), limited(each->bytes)});
            areas += each->areas;
            bytes += each->bytes;
        }
        memory.areas = limited(areas);
        memory.bytes = limited(bytes);
        memory.padding = limited(padding_);
        return memory;
    }

private:
    struct Sum {
        Int128 areas = 0;
        Int128 bytes = 0;
    };
    static std::int64_t limited(Int128 number) {
        return static_cast<std::int64_t>(std::min<Int128>(number, std::numeric_limits<std::int64_t>::max()));
    }

    std::array<Sum, 63> classes_{};
    Int128 padding_ = 0;
};

/// The padding in a free area below pieces that begin at its end.
Bytes padding_below(AddressRange area, std::span<const AlignedPiece> pieces) {
    Bytes least = size(area);
    for (const AlignedPiece& piece : pieces) {
        const Offset buffer = std::max(area.from - piece.begin_in_buffer, Offset(0));
        const Offset lowest = aligned_up(buffer, piece.alignment) + piece.begin_in_buffer;
        least = std::min(least, std::max(std::min(lowest, area.to), area.from) - area.from);
    }
    return least;
}

/// Adds the free areas below sorted pieces. Returns their padding.
Bytes add_areas(FreeMemorySum& sum, std::span<const AlignedPiece> pieces, Offset bottom, Duration steps) {
    Bytes all;
    Offset covered = bottom;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Offset from = pieces[i].bytes.from;
        if (from > covered) {
            std::size_t end = i;
            while (end < pieces.size() && pieces[end].bytes.from == from) {
                ++end;
            }
            const AddressRange area{covered, from};
            const Bytes padding = padding_below(area, pieces.subspan(i, end - i));
            sum.add(size(area), padding, steps);
            all = all + padding;
        }
        covered = std::max(covered, pieces[i].bytes.to);
    }
    return all;
}

AlignedPiece aligned_piece(const Problem& problem, const Layout& layout, const PlacedPiece& piece) {
    return {piece.bytes, piece.bytes.from - layout.placements[piece.buffer]->offset,
            alignment_of(problem, problem.buffers[piece.buffer])};
}

struct Event {
    Step step;
    bool begins = false;
    AlignedPiece piece;
};

/// By step, the padding of all memories from there on.
using PaddingChanges = std::vector<std::pair<Step, std::int64_t>>;

/// Adds the free areas of a region over time.
void add_region(FreeMemorySum& sum, PaddingChanges& changes, const Problem& problem, const Layout& layout,
                RegionIndex region, const std::function<bool()>& goes_on) {
    std::vector<Event> events;
    for_each_placed_piece(problem, layout, region, [&](const PlacedPiece& piece) {
        const AlignedPiece aligned = aligned_piece(problem, layout, piece);
        events.push_back({piece.steps.begin, true, aligned});
        events.push_back({piece.steps.end, false, aligned});
    });
    std::ranges::stable_sort(events, {}, &Event::step);
    const Offset bottom = heap_of(problem, layout, region).from;
    std::vector<AlignedPiece> used;  // sorted
    Bytes padding;
    std::size_t stretches = 0;
    for (std::size_t i = 0; i < events.size();) {
        const Step step = events[i].step;
        for (; i < events.size() && events[i].step == step; ++i) {
            const auto place = std::lower_bound(used.begin(), used.end(), events[i].piece, is_below);
            if (events[i].begins) {
                used.insert(place, events[i].piece);
            } else {
                used.erase(place);
            }
        }
        if (i == events.size()) {
            changes.emplace_back(step, -padding.value());
            break;
        }
        const Bytes now = add_areas(sum, used, bottom, events[i].step - step);
        changes.emplace_back(step, (now - padding).value());
        padding = now;
        if (++stretches % stretches_for_question == 0 && goes_on && !goes_on()) {
            return;
        }
    }
}

}  // namespace

FreeMemory free_memory_at(const Problem& problem, const Layout& layout, Step step) {
    IndexedVector<RegionIndex, std::vector<AlignedPiece>> used(problem.regions.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const auto& placement = layout.placements[i];
        if (!placement || !contains(problem.buffers[i].lifetime, step)) {
            continue;
        }
        for_each_placed_piece(problem, BufferIndex(i), placement->offset, [&](const PlacedPiece& piece) {
            if (contains(piece.steps, step)) {
                used[placement->region].push_back(aligned_piece(problem, layout, piece));
            }
        });
    }
    FreeMemorySum sum;
    for (std::size_t region = 0; region < used.size(); ++region) {
        std::vector<AlignedPiece>& pieces = used[RegionIndex(region)];
        if (!pieces.empty()) {
            std::ranges::sort(pieces, is_below);
            add_areas(sum, pieces, heap_of(problem, layout, RegionIndex(region)).from, Duration(1));
        }
    }
    return sum.result();
}

FreeMemoryOverTime free_memory(const Problem& problem, const Layout& layout, const std::function<bool()>& goes_on) {
    FreeMemorySum sum;
    PaddingChanges changes;
    for (std::size_t region = 0; region < problem.regions.size() && (!goes_on || goes_on()); ++region) {
        add_region(sum, changes, problem, layout, RegionIndex(region), goes_on);
    }
    FreeMemoryOverTime over{.total = sum.result(), .most_padding = {}, .most_padding_at = time_span(problem).begin};
    std::ranges::stable_sort(changes, {}, &std::pair<Step, std::int64_t>::first);
    Bytes padding;
    for (std::size_t i = 0; i < changes.size();) {
        const Step step = changes[i].first;
        for (; i < changes.size() && changes[i].first == step; ++i) {
            padding = padding + Bytes(changes[i].second);
        }
        if (padding > over.most_padding) {
            over.most_padding = padding;
            over.most_padding_at = step;
        }
    }
    return over;
}

}  // namespace arenascope
