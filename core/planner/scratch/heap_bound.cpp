#include "core/planner/scratch/heap_bound.h"

#include <algorithm>
#include <span>
#include <vector>

#include "core/planner/scratch/layer_front.h"

namespace arenascope {
namespace {

constexpr std::uint64_t most_work_of_a_layer = 100'000;
constexpr std::uint64_t most_work_of_all = 4'000'000;

/// The layers of one part, joined.
class PartBound {
public:
    void add(const LayerFront& layer) {
        least_sum_ = std::max(least_sum_, layer.least_sum);
        is_exact_ = is_exact_ && layer.is_exact;
        for (std::size_t i = 0; i < layer.front.size(); ++i) {
            depths_.push_back(layer.front[i].depth);
            if (i + 1 < layer.front.size()) {
                rises_.push_back({layer.front[i + 1].depth, layer.front[i].rise});
            } else {
                always_ = std::max(always_, layer.front[i].rise);
            }
        }
    }

    /// The least growth of the part. The depths are visited from the deepest one, so that the rise of all layers is the
    /// highest one so far.
    [[nodiscard]] Bytes least_growth() {
        std::sort(depths_.begin(), depths_.end(), [](Bytes a, Bytes b) { return a > b; });
        std::sort(rises_.begin(), rises_.end(), [](const Rise& a, const Rise& b) { return a.below > b.below; });
        Bytes rise = always_;
        Bytes least;
        std::size_t next = 0;
        for (std::size_t i = 0; i < depths_.size(); ++i) {
            for (; next < rises_.size() && rises_[next].below > depths_[i]; ++next) {
                rise = std::max(rise, rises_[next].rise);
            }
            const Bytes growth = depths_[i] + rise;
            least = i == 0 ? growth : std::min(least, growth);
        }
        return std::max(least, least_sum_);
    }

    [[nodiscard]] bool is_exact() const { return is_exact_; }

private:
    /// A layer needs this rise if the bottom moves by less than `below`.
    struct Rise {
        Bytes below;
        Bytes rise;
    };
    std::vector<Bytes> depths_;  ///< at which some layer needs less rise
    std::vector<Rise> rises_;
    Bytes always_;  ///< the rise at any depth
    Bytes least_sum_;
    bool is_exact_ = true;
};

/// By layer of a part: the positions in the queue that ask for it.
std::vector<std::vector<std::uint32_t>> waiting_in(const ScratchQueue& queue, std::size_t part) {
    std::vector<std::vector<std::uint32_t>> waiting(queue.parts[part].layers.size());
    for (std::uint32_t i = 0; i < queue.entries.size(); ++i) {
        if (queue.entries[i].asked.part == part) {
            waiting[queue.entries[i].asked.layer].push_back(i);
        }
    }
    return waiting;
}

class BoundSearch {
public:
    BoundSearch(const ScratchQueue& queue, const std::function<bool(std::uint64_t)>& stop)
        : queue_(queue), stop_(stop) {}

    HeapBound run(bool searches) {
        HeapBound bound{.is_reachable = true};
        Bytes before;
        for (std::size_t i = 0; i < queue_.parts.size(); ++i) {
            PartBound part = part_bound(i, searches);
            before = sum_or_most(before, size(queue_.parts[i].before));
            bound.size = sum_or_most(bound.size, size(queue_.parts[i].before) + part.least_growth());
            bound.is_reachable = bound.is_reachable && part.is_exact();
        }
        bound.size = std::max(bound.size, sum_or_most(before, growth_of_all()));
        bound.work = work_;
        return bound;
    }

private:
    /// The bytes that some layer lacks in all parts together that its scratch may go to. Scratch that may spill to
    /// another part counts too.
    [[nodiscard]] Bytes growth_of_all() const {
        Bytes most;
        for (std::size_t first = 0; first < queue_.entries.size() && queue_.may_spill;) {
            std::size_t last = first;
            while (last < queue_.entries.size() && queue_.entries[last].layer == queue_.entries[first].layer) {
                ++last;
            }
            most = std::max(most, lack_of({queue_.entries.data() + first, last - first}));
            first = last;
        }
        return most;
    }

    /// The sizes of the scratch of a layer beyond the free bytes around it. Of scratch that may overlay, only the
    /// largest counts, and none if it may lie over pinned scratch.
    [[nodiscard]] Bytes lack_of(std::span<const QueuedScratch> layer) const {
        Bytes needed;
        Bytes free;
        Bytes largest_overlay;
        bool has_standing = false;
        std::vector<std::size_t> parts;
        const auto visit = [&](const PartPlace& place) {
            if (std::find(parts.begin(), parts.end(), place.part) == parts.end()) {
                const HeapPart& part = queue_.parts[place.part];
                parts.push_back(place.part);
                has_standing = has_standing || !part.layers[place.layer].standing.empty();
                for (const AddressRange area : areas_between(part.layers[place.layer].occupied, part.before)) {
                    free = sum_or_most(free, size(area));
                }
            }
        };
        for (const QueuedScratch& entry : layer) {
            visit(entry.asked);
            if (entry.other) {
                visit(*entry.other);
            }
            if (entry.overlay && !entry.variable) {
                largest_overlay = std::max(largest_overlay, entry.size);
            } else {
                needed = needed + entry.size;
            }
        }
        return needed + (has_standing ? Bytes(0) : largest_overlay) - free;
    }

    PartBound part_bound(std::size_t index, bool searches) {
        const HeapPart& part = queue_.parts[index];
        const auto waiting = waiting_in(queue_, index);
        PartBound bound;
        for (std::size_t i = 0; i < part.layers.size(); ++i) {
            bool is_exact = true;
            const auto items = items_of(queue_, index, i, waiting[i], is_exact);
            const std::uint64_t most = std::min(most_work_of_a_layer, most_work_of_all - work_);
            LayerFront front = searches && most > 0 && !is_stopped_ ? layer_front(part, part.layers[i], items, most)
                                                                    : quick_front(part, part.layers[i], items);
            work_ += 1 + front.work;
            work_ = std::min(work_, most_work_of_all);
            front.is_exact = front.is_exact && is_exact;
            bound.add(front);
            is_stopped_ = is_stopped_ || (searches && stop_ && stop_(work_));
        }
        return bound;
    }

    const ScratchQueue& queue_;
    const std::function<bool(std::uint64_t)>& stop_;
    std::uint64_t work_ = 0;
    bool is_stopped_ = false;
};

}  // namespace

HeapBound heap_bound(const ScratchQueue& queue, Bytes known, const std::function<bool(std::uint64_t)>& stop) {
    HeapBound quick = BoundSearch(queue, stop).run(false);
    if (quick.size < known) {
        quick = BoundSearch(queue, stop).run(true);
    }
    quick.is_reachable = quick.is_reachable || quick.size == known;
    return quick;
}

}  // namespace arenascope
