#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/planner/container/rectangle_container.h"
#include "core/planner/necks/neck_core.h"
#include "core/planner/necks/region_part.h"
#include "core/planner/random.h"

namespace arenascope {

/// Places the buffers of a part by many orders, and moves forward what ends above the threshold. For necks with too
/// many buffers for a search.
///
///   race        by size ▬▬▬▬▬ by length ▬▬▬ by area ▬▬▬▬ …       each order with the lowest and with the smallest gap
///   the best    ▬▬▬▬▬ ▬▬▬▬▬ ▬▬▬▬▬ …                              take turns; of each, what ended above the threshold
///   of them     ▬▬▬▬▬ ▬▬▬▬▬ ▬▬▬▬▬ …                              comes earlier next time
///
/// Every second line moves a buffer to the front of all that were above less often (see OrderRearranger). The others
/// move it towards the front by a random part of its way, so that it does not chase away all that it meets.
///
/// A placement of a part is cheap: it knows only the buffers of the necks.
///
/// Origin: squeaky wheel optimization (Joslin and Clements, Journal of Artificial Intelligence Research 10, 1999).
class NeckOrders {
public:
    /// The part must outlive it.
    NeckOrders(const RegionPart& part, RegionIndex region, Offset threshold, std::uint64_t seed);

    /// Places the part until its highest tail is lower than the lowest so far and lower than `best`, or for about so
    /// many visits. True: it is; offsets() is that layout until the next turn.
    [[nodiscard]] bool turn(Offset best, std::uint64_t work_limit, const NeckStop& stop);
    /// No order has changed for long, or all of them stopped to change.
    [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }
    /// By buffer of the part.
    [[nodiscard]] IndexedSpan<BufferIndex, const std::int64_t> offsets() const { return container_.offsets(); }
    [[nodiscard]] Offset peak() const { return lowest_; }
    /// The name of the order that found it.
    [[nodiscard]] const std::string& found_by() const { return found_by_; }
    [[nodiscard]] std::uint64_t work() const { return container_.work() + sorted_; }

private:
    /// An order that learns.
    struct Line {
        std::string name;
        PlacingRule rule;
        PlacingOrder order;
        IndexedVector<BufferIndex, double> rank;  ///< the order is by rank, ties by index
        IndexedVector<BufferIndex, std::uint32_t> times_above = {};
        bool is_gradual = false;
        Offset peak = {};  ///< of its first placement
        bool has_ended = false;
    };

    void start_lines();
    void choose_lines();
    /// Empty: the run is stopped.
    [[nodiscard]] std::optional<Offset> place(Line& line, const NeckStop& stop);
    void learn(Line& line);

    const RegionPart* part_;
    RegionIndex region_;
    Offset threshold_;
    RectangleContainer container_;
    Random random_;
    std::vector<Line> lines_;
    std::size_t next_ = 0;           ///< the line of the next placement
    bool is_race_ = true;            ///< not every order has been placed once
    std::uint64_t since_lower_ = 0;  ///< placements
    Offset lowest_;
    std::string found_by_;
    std::uint64_t sorted_ = 0;
    bool is_exhausted_ = false;
};

}  // namespace arenascope
