#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/model/memory/problem.h"

namespace arenascope::test {

/// The lowest peak that any layout of a region has, by trying everything. It shares no code and no idea with the
/// planners that search, so that it can judge what they claim to have proved. Only for a handful of buffers.
///
/// Without windows: all orders. Each buffer goes to the highest tail, aligned up, of the earlier ones that it conflicts
/// with:
///
///   order b, c, a     ┌─┐           Any best layout, taken by rising offset, can drop to such a one.
///                   ┌─┘a└┐          A pinned buffer stays at its pin; an order in which it would
///              ┌────┤ c  │          have to rise does not count.
///              │ b  └────┘
///
/// With windows: all offsets. O(n! n²) and O(peak^n).
///
/// A buffer without pieces takes no bytes, so it is left out. The tail of any other one is one past its last byte,
/// whether or not a window leaves that byte unused.
class LeastPeak {
public:
    [[nodiscard]] static bool has_piece(const Buffer& buffer) {
        int pieces = 0;
        for_each_piece(buffer, [&pieces](const Piece&) { ++pieces; });
        return pieces > 0;
    }

    LeastPeak(const Problem& problem, RegionIndex region) : problem_(problem) {
        for (const Buffer& buffer : problem.buffers) {
            if (buffer.region == region && has_piece(buffer)) {
                buffers_.push_back(&buffer);
                has_windows_ = has_windows_ || std::any_of(buffer.gaps().begin(), buffer.gaps().end(),
                                                           [](const Gap& gap) { return gap.window.has_value(); });
            }
        }
        offsets_.assign(buffers_.size(), unknown);
    }

    /// Nothing where pinned buffers overlap, so that there is no layout.
    [[nodiscard]] std::optional<Offset> find() {
        if (has_windows_) {
            try_offsets(0, 0);
        } else {
            try_orders(0, 0);
        }
        return best_ == endless ? std::nullopt : std::optional(Offset(best_));
    }

private:
    static constexpr std::int64_t unknown = -1;
    static constexpr std::int64_t endless = std::numeric_limits<std::int64_t>::max();

    [[nodiscard]] std::int64_t alignment(std::size_t i) const { return alignment_of(problem_, *buffers_[i]).value(); }

    [[nodiscard]] bool share_time(std::size_t i, std::size_t j) const {
        bool shared = false;
        for_each_piece(*buffers_[i], [&](const Piece& a) {
            for_each_piece(*buffers_[j], [&](const Piece& b) { shared = shared || overlap(a.steps, b.steps); });
        });
        return shared;
    }

    [[nodiscard]] bool share_bytes(std::size_t i, std::size_t j) const {
        bool shared = false;
        const std::int64_t above = offsets_[i] - offsets_[j];
        for_each_piece(*buffers_[i], [&](const Piece& a) {
            for_each_piece(*buffers_[j], [&](const Piece& b) {
                shared = shared || (overlap(a.steps, b.steps) && above + a.bytes.from.value() < b.bytes.to.value() &&
                                    b.bytes.from.value() < above + a.bytes.to.value());
            });
        });
        return shared;
    }

    void try_orders(std::size_t placed, std::int64_t peak) {
        if (peak >= best_) {
            return;
        }
        if (placed == buffers_.size()) {
            best_ = peak;
            return;
        }
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            if (offsets_[i] != unknown) {
                continue;
            }
            std::int64_t floor = 0;
            for (std::size_t j = 0; j < buffers_.size(); ++j) {
                if (offsets_[j] != unknown && share_time(i, j)) {
                    floor = std::max(floor, offsets_[j] + buffers_[j]->size.value());
                }
            }
            const auto& pin = buffers_[i]->pin;
            if (pin && pin->value() < floor) {
                continue;
            }
            offsets_[i] = pin ? pin->value() : (floor + alignment(i) - 1) / alignment(i) * alignment(i);
            try_orders(placed + 1, std::max(peak, offsets_[i] + buffers_[i]->size.value()));
            offsets_[i] = unknown;
        }
    }

    /// Above the pinned ones and each other there is room for all.
    [[nodiscard]] std::int64_t enough() const {
        std::int64_t result = 0;
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < buffers_.size(); ++i) {
            const std::int64_t size = buffers_[i]->size.value();
            result = std::max(result, buffers_[i]->pin ? buffers_[i]->pin->value() + size : 0);
            sum += size + alignment(i) - 1;
        }
        return result + sum;
    }

    void try_offsets(std::size_t i, std::int64_t peak) {
        if (i == buffers_.size()) {
            best_ = std::min(best_, peak);
            return;
        }
        const auto& pin = buffers_[i]->pin;
        const std::int64_t size = buffers_[i]->size.value();
        const std::int64_t last = pin ? pin->value() : enough();
        for (offsets_[i] = pin ? pin->value() : 0; offsets_[i] <= last && std::max(peak, offsets_[i] + size) < best_;
             offsets_[i] += alignment(i)) {
            bool is_free = true;
            for (std::size_t j = 0; j < i && is_free; ++j) {
                is_free = !share_bytes(i, j);
            }
            if (is_free) {
                try_offsets(i + 1, std::max(peak, offsets_[i] + size));
            }
        }
    }

    const Problem& problem_;
    std::vector<const Buffer*> buffers_;
    std::vector<std::int64_t> offsets_;
    bool has_windows_ = false;
    std::int64_t best_ = endless;
};

/// The least peak of each region. Empty if pinned buffers overlap in any region.
[[nodiscard]] inline std::optional<std::vector<Offset>> least_peaks(const Problem& problem) {
    std::vector<Offset> peaks;
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        const auto least = LeastPeak(problem, RegionIndex(i)).find();
        if (!least) {
            return std::nullopt;
        }
        peaks.push_back(*least);
    }
    return peaks;
}

/// The least total of shared objects of a region, by trying every assignment of buffers to objects: a buffer holds its
/// object for its whole lifetime, and an object is as large as the largest buffer in it.
class LeastTotal {
public:
    LeastTotal(const Problem& problem, RegionIndex region) {
        for (const Buffer& buffer : problem.buffers) {
            if (buffer.region == region && LeastPeak::has_piece(buffer)) {
                buffers_.push_back(&buffer);
            }
        }
    }

    [[nodiscard]] Bytes find() {
        assign(0);
        return Bytes(best_);
    }

private:
    void assign(std::size_t i) {
        if (i == buffers_.size()) {
            std::int64_t total = 0;
            for (const auto& object : objects_) {
                total += (*std::max_element(object.begin(), object.end(), [](const Buffer* a, const Buffer* b) {
                             return a->size < b->size;
                         }))->size.value();
            }
            best_ = std::min(best_, total);
            return;
        }
        for (std::size_t k = 0; k < objects_.size(); ++k) {
            if (std::none_of(objects_[k].begin(), objects_[k].end(),
                             [&](const Buffer* held) { return overlap(held->lifetime, buffers_[i]->lifetime); })) {
                objects_[k].push_back(buffers_[i]);
                assign(i + 1);
                objects_[k].pop_back();
            }
        }
        objects_.push_back({buffers_[i]});
        assign(i + 1);
        objects_.pop_back();
    }

    std::vector<const Buffer*> buffers_;
    std::vector<std::vector<const Buffer*>> objects_;
    std::int64_t best_ = std::numeric_limits<std::int64_t>::max();
};

/// What the oracle says of a problem, for any number of claims about it.
struct LeastFigures {
    std::optional<std::vector<Offset>> peaks;  ///< by region; empty: pinned buffers overlap
    std::vector<Bytes> totals;                 ///< of shared objects, by region
};

[[nodiscard]] inline LeastFigures least_figures(const Problem& problem) {
    LeastFigures figures{least_peaks(problem), {}};
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        figures.totals.push_back(LeastTotal(problem, RegionIndex(i)).find());
    }
    return figures;
}

}  // namespace arenascope::test
