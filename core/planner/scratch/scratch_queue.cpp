#include "core/planner/scratch/scratch_queue.h"

#include <algorithm>
#include <tuple>

#include "core/base/containers/indexed_vector.h"
#include "core/base/containers/wide.h"
#include "core/base/error/quotation.h"
#include "core/model/memory/heap_part.h"
#include "core/model/memory/joint_alignment.h"

namespace arenascope {
namespace {

class QueueMaker {
public:
    QueueMaker(const Problem& problem, const Layout& tensors, const IndexedVector<BufferIndex, bool>& is_scratch)
        : problem_(problem), tensors_(tensors), is_scratch_(is_scratch) {}

    Expected<ScratchQueue> run() {
        find_parts();
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            if (is_scratch_[i]) {
                if (auto added = add(BufferIndex(i)); !added) {
                    return tl::unexpected(added.error());
                }
            }
        }
        std::ranges::stable_sort(queue_.entries, [](const QueuedScratch& a, const QueuedScratch& b) {
            return std::tie(a.layer, a.variable, b.size) < std::tie(b.layer, b.variable, a.size);
        });
        add_layers();
        for (HeapPart& part : queue_.parts) {
            if (auto filled = fill(part); !filled) {
                return tl::unexpected(filled.error());
            }
        }
        remove_unused_parts();
        return std::move(queue_);
    }

private:
    /// One part for each region; unused ones are removed in the end.
    void find_parts() {
        const std::size_t count = problem_.regions.size();
        for (std::size_t i = 0; i < count; ++i) {
            const Region& region = problem_.regions[i];
            HeapPart& part = queue_.parts.emplace_back();
            part.region = RegionIndex(i);
            part.fast = region.fast;
            part.capacity = region.capacity;
        }
        other_ = parts_of_other_speed(problem_);
    }

    Expected<void> add(BufferIndex index) {
        const Buffer& buffer = problem_.buffers[index];
        const ScratchRequest* request = scratch_request_of(problem_, index);
        QueuedScratch entry;
        entry.buffer = index;
        entry.layer = buffer.lifetime.begin;
        entry.variable = request != nullptr && request->variable;
        entry.size = entry.variable ? request->minimum : buffer.size;
        entry.overlay = request != nullptr && request->overlay;
        entry.asks_for_fast = request != nullptr && request->fast;
        const bool is_elsewhere = problem_.regions[buffer.region].fast != entry.asks_for_fast;
        const auto other = other_[buffer.region];
        queue_.unmet_requests += is_elsewhere && !other ? 1 : 0;
        const RegionIndex asked = is_elsewhere && other ? *other : buffer.region;
        if (auto place = place_in(buffer, asked)) {
            entry.asked = *place;
        } else {
            return tl::unexpected(place.error());
        }
        if (may_spill(asked, entry.size)) {
            if (auto place = place_in(buffer, *other_[asked])) {
                entry.other = *place;
                queue_.may_spill = true;
            } else {
                return tl::unexpected(place.error());
            }
        }
        queue_.entries.push_back(entry);
        return {};
    }

    /// Whether scratch of a size may go from the part that it asks for to the other part of the heap.
    [[nodiscard]] bool may_spill(RegionIndex asked, Bytes size) const {
        return problem_.regions[asked].capacity && other_[asked] &&
               size <= problem_.regions[*other_[asked]].capacity.value_or(size);
    }

    [[nodiscard]] Expected<PartPlace> place_in(const Buffer& buffer, RegionIndex region) const {
        const auto common = joint_alignment(buffer.alignment, problem_.regions[region].alignment);
        if (!common || common->value() >= farthest_offset) {
            return failure("the alignment of scratch buffer " + in_quotes(buffer.name) + " in region " +
                               in_quotes(problem_.regions[region].name) + " is 2^60 or more",
                           "give a smaller alignment");
        }
        return PartPlace{region.value(), 0, *common};
    }

    /// Gives each part the layers whose scratch may go there.
    void add_layers() {
        const auto use = [this](const QueuedScratch& entry, PartPlace& place) {
            std::vector<PartLayer>& layers = queue_.parts[place.part].layers;
            if (layers.empty() || layers.back().step != entry.layer) {
                layers.push_back({entry.layer, {}, {}});
            }
            place.layer = layers.size() - 1;
        };
        for (QueuedScratch& entry : queue_.entries) {
            use(entry, entry.asked);
            if (entry.other) {
                use(entry, *entry.other);
            }
        }
    }

    Expected<void> fill(HeapPart& part) {
        part.before = heap_of(problem_, without_heaps(tensors_), part.region);
        if (part.before.from.value() <= -farthest_offset ||
            !checked_subtract(part.before.to.value(), part.before.from.value())) {
            return failure("the tensors of region " + in_quotes(problem_.regions[part.region].name) +
                               " begin at offset " + std::to_string(part.before.from.value()) +
                               ", so that the offsets of scratch may not fit in 64 bits",
                           "plan them anew, such as with tensors=peak-suppression");
        }
        part.bottom_unit = moving_unit(part);
        if (part.bottom_unit > Bytes(0)) {
            part.before.from = aligned_down(part.before.from, part.bottom_unit);
        }
        add_occupancy(part);
        return {};
    }

    void remove_unused_parts() {
        std::vector<std::size_t> now(queue_.parts.size());
        std::size_t kept = 0;
        for (std::size_t i = 0; i < queue_.parts.size(); ++i) {
            now[i] = kept;
            if (!queue_.parts[i].layers.empty() || !queue_.parts[i].idle.empty()) {
                std::swap(queue_.parts[kept], queue_.parts[i]);
                ++kept;
            }
        }
        queue_.parts.resize(kept);
        for (QueuedScratch& entry : queue_.entries) {
            entry.asked.part = now[entry.asked.part];
            if (entry.other) {
                entry.other->part = now[entry.other->part];
            }
        }
    }

    static Layout without_heaps(const Layout& layout) { return {.placements = layout.placements, .sharing = {}}; }

    /// 0: the bottom of the part does not move.
    [[nodiscard]] Bytes moving_unit(const HeapPart& part) const {
        const auto unit = bottom_unit(problem_, part.region);
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            const Buffer& buffer = problem_.buffers[i];
            if (!is_scratch_[i] && buffer.region == part.region && buffer.pin) {
                return Bytes(0);
            }
        }
        Int128 reach = size(part.before).value();
        std::int64_t growths = 1;  // the first step is that of the tensors
        for (const QueuedScratch& entry : queue_.entries) {
            for (const std::optional<PartPlace>& place : {std::optional(entry.asked), entry.other}) {
                if (place && place->part == part.region.value()) {
                    reach += Int128{entry.size.value()} + place->alignment.value();
                    ++growths;
                }
            }
        }
        return unit && reach + Int128{unit->value()} * growths < farthest_offset ? *unit : Bytes(0);
    }

    /// Assigns the intervals of use to the layers in them; the rest of each interval is idle.
    void add_occupancy(HeapPart& part) {
        auto layer = part.layers.begin();
        for_each_occupancy(problem_, tensors_, part.region,
                           [&](Lifetime steps, std::span<const AddressRange> occupied) {
                               std::int64_t idle = length(steps).value();
                               for (; layer != part.layers.end() && layer->step < steps.end; ++layer) {
                                   layer->occupied.assign(occupied.begin(), occupied.end());
                                   --idle;
                               }
                               if (idle > 0 && !occupied.empty()) {
                                   part.idle.push_back(filling_of(occupied, idle));
                               }
                           });
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            const Buffer& buffer = problem_.buffers[i];
            const ScratchRequest* request = scratch_request_of(problem_, BufferIndex(i));
            const auto& placement = tensors_.placements[i];
            if (is_scratch_[i] || request == nullptr || !request->overlay || !placement ||
                placement->region != part.region || length(buffer.lifetime) != Duration(1) || !buffer.gaps().empty()) {
                continue;
            }
            const auto found = std::ranges::lower_bound(part.layers, buffer.lifetime.begin, {}, &PartLayer::step);
            if (found != part.layers.end() && found->step == buffer.lifetime.begin) {
                found->standing.push_back({BufferIndex(i), range_of(buffer.size, placement->offset)});
            }
        }
    }

    const Problem& problem_;
    const Layout& tensors_;
    const IndexedVector<BufferIndex, bool>& is_scratch_;
    IndexedVector<RegionIndex, std::optional<RegionIndex>> other_;  ///< the part of the other speed in the same heap
    ScratchQueue queue_;
};

}  // namespace

IndexedVector<BufferIndex, bool> scratch_of_layers(const Problem& problem) {
    IndexedVector<BufferIndex, bool> is_scratch(problem.buffers.size());
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        is_scratch[i] = buffer.kind == BufferKind::scratch && length(buffer.lifetime) == Duration(1) &&
                        buffer.gaps().empty() && !buffer.pin;
    }
    return is_scratch;
}

Filling filling_of(std::span<const AddressRange> occupied, std::int64_t steps) {
    Filling filling{occupied.front().from, occupied.back().to, Bytes(0), Bytes(0), steps};
    for (std::size_t i = 1; i < occupied.size(); ++i) {
        const Bytes hole = occupied[i].from - occupied[i - 1].to;
        filling.holes = filling.holes + hole;
        filling.largest_hole = std::max(filling.largest_hole, hole);
    }
    return filling;
}

Expected<ScratchQueue> queue_of(const Problem& problem, const Layout& tensors,
                                const IndexedVector<BufferIndex, bool>& is_scratch) {
    return QueueMaker(problem, tensors, is_scratch).run();
}

}  // namespace arenascope
