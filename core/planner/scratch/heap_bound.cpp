#include "core/planner/scratch/heap_bound.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/containers/wide.h"

namespace arenascope {
namespace {

/// Growth that takes several steps of the bottom.
Bytes in_units(Bytes depth, Bytes unit) {
    return depth <= Bytes(0) ? Bytes(0) : Offset() - aligned_down(Offset() - depth, unit);
}

/// The growths of a layer so far, none of which is better than another one in both directions.
class Front {
public:
    [[nodiscard]] bool beats(LayerGrowth growth) const {
        return std::ranges::any_of(growths_, [growth](const LayerGrowth& own) {
            return own.depth <= growth.depth && own.rise <= growth.rise;
        });
    }

    void add(LayerGrowth growth) {
        if (beats(growth)) {
            return;
        }
        std::erase_if(growths_, [growth](const LayerGrowth& own) {
            return growth.depth <= own.depth && growth.rise <= own.rise;
        });
        growths_.push_back(growth);
    }

    [[nodiscard]] std::vector<LayerGrowth> take() {
        std::ranges::sort(growths_, {}, &LayerGrowth::depth);
        return std::move(growths_);
    }

private:
    std::vector<LayerGrowth> growths_;
};

/// A free area of the layer. The ends of the heap may grow.
struct Area {
    enum class Kind : std::uint8_t { hole, top, bottom };
    Kind kind;
    AddressRange bytes;  ///< of a layer without anything in use: the heap, as a top
};

std::vector<Area> areas_of(const HeapPart& part, const PartLayer& layer) {
    std::vector<Area> areas;
    if (layer.occupied.empty()) {
        return {{Area::Kind::top, part.before}};
    }
    for (std::size_t i = 1; i < layer.occupied.size(); ++i) {
        areas.push_back({Area::Kind::hole, {layer.occupied[i - 1].to, layer.occupied[i].from}});
    }
    areas.push_back({Area::Kind::top, {layer.occupied.back().to, part.before.to}});
    if (part.bottom_unit > Bytes(0)) {
        areas.push_back({Area::Kind::bottom, {part.before.from, layer.occupied.front().from}});
    } else if (part.before.from < layer.occupied.front().from) {
        areas.push_back({Area::Kind::hole, {part.before.from, layer.occupied.front().from}});
    }
    return areas;
}

/// Divides the items among the areas.
class LayerSearch {
public:
    LayerSearch(const HeapPart& part, const PartLayer& layer, std::vector<LayerItem> items, std::uint64_t most_work)
        : part_(part), areas_(areas_of(part, layer)), items_(std::move(items)), most_work_(most_work) {
        std::ranges::sort(items_, [](const LayerItem& a, const LayerItem& b) {
            return std::tie(b.size, b.alignment) < std::tie(a.size, a.alignment);
        });
        floating_ = layer.occupied.empty();
    }

    /// False: the work limit ended the search.
    bool by_subsets() {
        filled_.assign(areas_.size(), {});
        used_.assign(items_.size(), 0);
        divide(0);
        return work_ < most_work_;
    }

    bool by_orders() {
        placed_.assign(items_.size(), false);
        fill(0, start_of(areas_.front()), {});
        return work_ < most_work_;
    }

    /// The growths that were found. A layer with nothing in use can slide, so that only their sum counts.
    [[nodiscard]] LayerFront take() {
        LayerFront result;
        result.work = work_;
        if (floating_) {
            result.least_sum = front_.take().front().rise;
            result.front = {{Bytes(0), Bytes(0)}};
        } else {
            result.front = front_.take();
        }
        return result;
    }

private:
    /// Items of one alignment in an area: the sum of their sizes, rounded up, and the most that the last one may save.
    struct Filled {
        std::int64_t rounded = 0;
        std::int64_t saved = 0;
    };

    [[nodiscard]] std::int64_t slack(const LayerItem& item) const {
        return (aligned_up(Offset(item.size.value()), item.alignment) - Offset(item.size.value())).value();
    }

    /// The free bytes that the items need at the end of an area, beyond the area; 0 for a hole that holds them. Empty:
    /// the hole is too small.
    [[nodiscard]] std::optional<Bytes> lack_in(const Area& area, const Filled& filled) const {
        if (filled.rounded == 0) {
            return Bytes(0);
        }
        const Bytes alignment = items_.front().alignment;
        if (area.kind == Area::Kind::bottom) {
            // The topmost item ends as high as its alignment allows, the others lie below it.
            return in_units(part_.before.from - lowest_in(area, filled, alignment), part_.bottom_unit);
        }
        const Offset tail = aligned_up(area.bytes.from, alignment) + Bytes(filled.rounded - filled.saved);
        const Bytes lack = std::max(Bytes(0), tail - area.bytes.to);
        return area.kind == Area::Kind::hole && lack > Bytes(0) ? std::nullopt : std::optional(lack);
    }

    /// The lowest byte of items that are pushed up in an area. Each offset is aligned, so that the item at the top
    /// begins at a multiple, and saves what its size lacks to the next one.
    [[nodiscard]] Offset lowest_in(const Area& area, const Filled& filled, Bytes alignment) const {
        const Offset end = aligned_down(area.bytes.to, alignment);
        const auto beyond = (area.bytes.to - end).value();
        // An item fits into the bytes above the last multiple with its part beyond one.
        const bool saves = filled.saved > 0 && alignment.value() - filled.saved <= beyond;
        return end - Bytes(filled.rounded - (saves ? alignment.value() : 0));
    }

    void divide(std::size_t item) {
        if (++work_ >= most_work_) {
            return;
        }
        const auto growth = growth_now();
        if (!growth || front_.beats(*growth)) {
            return;
        }
        if (item == items_.size()) {
            front_.add(*growth);
            return;
        }
        const bool is_twin = item > 0 && items_[item].size == items_[item - 1].size;
        for (std::size_t i = is_twin ? used_[item - 1] : 0; i < areas_.size(); ++i) {
            const Filled before = filled_[i];
            const std::int64_t own = slack(items_[item]);
            filled_[i] = {before.rounded + items_[item].size.value() + own, std::max(before.saved, own)};
            used_[item] = i;
            if (lack_in(areas_[i], filled_[i])) {
                divide(item + 1);
            }
            filled_[i] = before;
        }
    }

    [[nodiscard]] std::optional<LayerGrowth> growth_now() const {
        LayerGrowth growth;
        for (std::size_t i = 0; i < areas_.size(); ++i) {
            const auto lack = lack_in(areas_[i], filled_[i]);
            if (!lack) {
                return std::nullopt;
            }
            if (areas_[i].kind == Area::Kind::bottom) {
                growth.depth = *lack;
            } else if (areas_[i].kind == Area::Kind::top) {
                growth.rise = *lack;
            }
        }
        return growth;
    }

    [[nodiscard]] static Offset start_of(const Area& area) {
        return area.kind == Area::Kind::bottom ? area.bytes.to : area.bytes.from;
    }

    /// Places any item next in the area, or goes on to the next area.
    void fill(std::size_t area, Offset cursor, LayerGrowth growth) {
        if (++work_ >= most_work_ || front_.beats(growth)) {
            return;
        }
        if (std::ranges::find(placed_, false) == placed_.end()) {
            front_.add(growth);
            return;
        }
        for (std::size_t i = 0; i < items_.size(); ++i) {
            if (!placed_[i]) {
                placed_[i] = true;
                fill_with(items_[i], area, cursor, growth);
                placed_[i] = false;
            }
        }
        if (area + 1 < areas_.size()) {
            fill(area + 1, start_of(areas_[area + 1]), growth);
        }
    }

    void fill_with(const LayerItem& item, std::size_t index, Offset cursor, LayerGrowth growth) {
        const Area& area = areas_[index];
        if (area.kind == Area::Kind::bottom) {
            const Offset offset = aligned_down(cursor - item.size, item.alignment);
            growth.depth = in_units(part_.before.from - offset, part_.bottom_unit);
            fill(index, offset, growth);
            return;
        }
        const Offset tail = aligned_up(cursor, item.alignment) + item.size;
        if (area.kind == Area::Kind::top) {
            growth.rise = std::max(growth.rise, tail - area.bytes.to);
        }
        if (area.kind == Area::Kind::top || tail <= area.bytes.to) {
            fill(index, tail, growth);
        }
    }

    const HeapPart& part_;
    std::vector<Area> areas_;
    std::vector<LayerItem> items_;  ///< by falling size
    std::uint64_t most_work_;
    bool floating_ = false;
    std::uint64_t work_ = 0;
    Front front_;
    std::vector<Filled> filled_;     ///< by area
    std::vector<std::size_t> used_;  ///< by item: its area
    std::vector<bool> placed_;       ///< by item
};

bool have_one_alignment(const std::vector<LayerItem>& items) {
    return std::ranges::all_of(items, [&](const LayerItem& item) { return item.alignment == items.front().alignment; });
}

/// Whether all sums of the search fit in 64 bits.
bool fits_above(Offset top, const std::vector<LayerItem>& items) {
    Int128 reach = top.value();
    for (const LayerItem& item : items) {
        reach += Int128{item.size.value()} + 2 * Int128{item.alignment.value()};
    }
    return reach <= std::numeric_limits<std::int64_t>::max();
}

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
        std::ranges::sort(depths_, std::ranges::greater(), [](Bytes one) { return one; });
        std::ranges::sort(rises_, std::ranges::greater(), &Rise::below);
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
            if (std::ranges::find(parts, place.part) == parts.end()) {
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

std::vector<LayerItem> items_of(const ScratchQueue& queue, std::size_t part, std::size_t layer,
                                std::span<const std::uint32_t> waiting, bool& is_exact) {
    const PartLayer& there = queue.parts[part].layers[layer];
    std::vector<LayerItem> items;
    std::optional<LayerItem> ground;  ///< the largest of those that may overlay each other
    for (const std::uint32_t position : waiting) {
        const QueuedScratch& entry = queue.entries[position];
        const LayerItem item{entry.size, entry.asked.alignment};
        if (entry.other) {
            is_exact = false;
        } else if (entry.overlay && !entry.variable) {
            // Fixed sizes are queued by falling size, so the first is the largest.
            is_exact = is_exact && there.standing.empty() &&
                       (!ground || ground->alignment.value() % item.alignment.value() == 0);
            ground = ground.value_or(item);
        } else if (entry.size > Bytes(0)) {
            items.push_back(item);
        }
    }
    if (ground && there.standing.empty()) {
        items.push_back(*ground);
    }
    return items;
}

LayerFront quick_front(const HeapPart& part, const PartLayer& layer, const std::vector<LayerItem>& items) {
    LayerFront result{.front = {{Bytes(0), Bytes(0)}}, .is_exact = items.empty()};
    Bytes needed;
    Bytes largest;
    for (const LayerItem& item : items) {
        needed = needed + item.size;
        largest = std::max(largest, item.size);
    }
    Bytes free;
    Bytes largest_area;
    for (const AddressRange area : areas_between(layer.occupied, part.before)) {
        free = free + size(area);
        largest_area = std::max(largest_area, size(area));
    }
    result.least_sum = std::max({Bytes(0), needed - free, largest - largest_area});
    return result;
}

LayerFront layer_front(const HeapPart& part, const PartLayer& layer, const std::vector<LayerItem>& items,
                       std::uint64_t most_work) {
    constexpr std::size_t most_in_orders = 7;
    LayerFront quick = quick_front(part, layer, items);
    if (items.empty() || !fits_above(part.before.to, items)) {
        return quick;
    }
    std::vector<LayerItem> relaxed = items;
    bool is_exact = true;
    const bool alike = have_one_alignment(items);
    if (!alike && items.size() > most_in_orders) {
        std::int64_t common = 0;
        for (const LayerItem& item : items) {
            common = std::gcd(common, item.alignment.value());
        }
        for (LayerItem& item : relaxed) {
            item.alignment = Bytes(common);
        }
        is_exact = false;
    }
    LayerSearch search(part, layer, std::move(relaxed), most_work);
    if (!(alike || !is_exact ? search.by_subsets() : search.by_orders())) {
        quick.work = most_work;
        return quick;
    }
    LayerFront result = search.take();
    result.least_sum = std::max(result.least_sum, quick.least_sum);
    result.is_exact = is_exact;
    return result;
}

HeapBound heap_bound(const ScratchQueue& queue, Bytes known, const std::function<bool(std::uint64_t)>& stop) {
    HeapBound quick = BoundSearch(queue, stop).run(false);
    if (quick.size < known) {
        quick = BoundSearch(queue, stop).run(true);
    }
    quick.is_reachable = quick.is_reachable || quick.size == known;
    return quick;
}

}  // namespace arenascope
