#include "core/model/memory/duplicate_name.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>

#include "core/base/containers/large_pages.h"
#include "core/base/threads/ordered_parts.h"

namespace arenascope {
namespace {

/// From so many buffers on, only their hashes are compared at first.
constexpr std::size_t many_names = std::size_t{1} << 15U;
/// The hashes of one class fit in the cache of a processor, with the table that compares them.
constexpr std::size_t names_of_a_class = std::size_t{1} << 14U;

std::uint64_t hash_of(const Buffer& buffer) {
    return std::hash<std::string_view>()(buffer.name);
}

/// A flat table with linear probing.
class NameTable {
public:
    explicit NameTable(const std::vector<Buffer>& buffers)
        : buffers_(buffers), slots_(std::bit_ceil(2 * buffers.size() + 1)) {}

    /// The index of an earlier buffer with the same name. If there is none, it stores `index` and returns nothing.
    [[nodiscard]] std::optional<std::size_t> add(std::size_t index) {
        const std::uint64_t hash = hash_of(buffers_[index]);
        const auto tag = static_cast<std::uint32_t>(hash >> 32U);
        for (std::size_t place = hash & (slots_.size() - 1);; place = (place + 1) & (slots_.size() - 1)) {
            Slot& slot = slots_[place];
            if (slot.buffer == empty) {
                slot = {tag, static_cast<std::uint32_t>(index)};
                return std::nullopt;
            }
            if (slot.tag == tag && buffers_[slot.buffer].name == buffers_[index].name) {
                return slot.buffer;
            }
        }
    }

private:
    static constexpr std::uint32_t empty = std::numeric_limits<std::uint32_t>::max();
    struct Slot {
        std::uint32_t tag = 0;  ///< part of the hash; avoids most comparisons of names
        std::uint32_t buffer = empty;
    };
    const std::vector<Buffer>& buffers_;
    std::vector<Slot> slots_;
};

using Hashes = std::unique_ptr<std::uint64_t[]>;

Hashes new_hashes(std::size_t count) {
    Hashes hashes = std::make_unique_for_overwrite<std::uint64_t[]>(count);
    prefer_large_pages(hashes.get(), count * sizeof(std::uint64_t));
    return hashes;
}

/// Names by the highest bits of their hashes.
class HashClasses {
public:
    explicit HashClasses(std::size_t names) : count_(std::bit_ceil(names / names_of_a_class + 2)) {}
    [[nodiscard]] std::size_t count() const { return count_; }
    [[nodiscard]] std::size_t of(std::uint64_t hash) const {
        constexpr int bits = 64;
        return static_cast<std::size_t>(hash >> static_cast<unsigned>(bits - std::countr_zero(count_)));
    }

private:
    std::size_t count_;  ///< a power of two, at least 2
};

/// Calls `use(begin, end)` for parts of `count` positions, on several threads.
template <class Use>
void for_ranges(std::size_t count, std::size_t parts, const Use& use) {
    struct Nothing {};
    in_ordered_parts<Nothing>(
        parts, [&](std::size_t part, Nothing&) { use(count * part / parts, count * (part + 1) / parts); },
        [](std::size_t, Nothing&) { return true; });
}

/// Whether two hashes of a list are equal. `table` is used anew.
bool has_equal_hashes(const std::uint64_t* begin, const std::uint64_t* end, std::vector<std::uint64_t>& table) {
    const auto count = static_cast<std::size_t>(end - begin);
    table.assign(std::bit_ceil(2 * count + 1), 0);
    bool has_zero = false;  // which marks an empty slot
    for (const std::uint64_t* hash = begin; hash != end; ++hash) {
        if (*hash == 0) {
            if (std::exchange(has_zero, true)) {
                return true;
            }
            continue;
        }
        std::size_t place = *hash & (table.size() - 1);
        for (; table[place] != 0; place = (place + 1) & (table.size() - 1)) {
            if (table[place] == *hash) {
                return true;
            }
        }
        table[place] = *hash;
    }
    return false;
}

/// Sorts the hashes by classes first: a table for all of them would miss the cache with every name.
///
///   hashes by buffer  │7│2│5│1│8│…      by class  │ 2 1 … │ 7 5 8 … │ …      a small table for each class
bool may_have_duplicates(const std::vector<Buffer>& buffers) {
    const std::size_t count = buffers.size();
    const HashClasses classes(count);
    const Hashes by_buffer = new_hashes(count);
    const std::size_t parts = 4 * part_threads(count);
    using Counts = std::vector<std::size_t>;
    Counts ends(classes.count() + 1, 0);
    in_ordered_parts<Counts>(
        parts,
        [&](std::size_t part, Counts& counts) {
            counts.assign(classes.count(), 0);
            for (std::size_t i = count * part / parts; i < count * (part + 1) / parts; ++i) {
                by_buffer[i] = hash_of(buffers[i]);
                ++counts[classes.of(by_buffer[i])];
            }
        },
        [&](std::size_t /*part*/, Counts& counts) {
            std::transform(counts.begin(), counts.end(), ends.begin() + 1, ends.begin() + 1, std::plus<>());
            return true;
        });
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    const Counts begins(ends.begin(), ends.end());
    const Hashes by_class = new_hashes(count);
    // `ends` holds begins now; each grows to the end of its class.
    for_ranges(classes.count(), part_threads(count), [&](std::size_t first, std::size_t last) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t own = classes.of(by_buffer[i]);
            if (first <= own && own < last) {
                by_class[ends[own]++] = by_buffer[i];
            }
        }
    });
    std::atomic<bool> is_any_equal = false;
    for_ranges(classes.count(), 4 * part_threads(count), [&](std::size_t first, std::size_t last) {
        std::vector<std::uint64_t> table;
        for (std::size_t own = first; own < last && !is_any_equal; ++own) {
            if (has_equal_hashes(&by_class[begins[own]], &by_class[begins[own]] + (begins[own + 1] - begins[own]),
                                 table)) {
                is_any_equal = true;
            }
        }
    });
    return is_any_equal;
}

}  // namespace

std::optional<DuplicateName> first_duplicate_name(const std::vector<Buffer>& buffers) {
    if (buffers.size() >= many_names && !may_have_duplicates(buffers)) {
        return std::nullopt;
    }
    NameTable names(buffers);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        if (const auto first = names.add(i)) {
            return DuplicateName{*first, i};
        }
    }
    return std::nullopt;
}

}  // namespace arenascope
