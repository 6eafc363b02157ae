#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/model/network/spill/spill_problem.h"

namespace arenascope {

__extension__ using SpillCost = __int128;

/// Costs are in units of 2^-20 bytes of traffic, so that multipliers are whole numbers and every bound is exact.
inline constexpr std::int64_t spill_unit = std::int64_t{1} << 20U;

/// What a byte of memory costs at each time, and what each item then costs at least. The sum over the items, minus the
/// price of all the room, is a lower bound on the traffic of every choice that keeps to the room, whatever the prices
/// (Lagrangian relaxation: A. M. Geoffrion, Lagrangean relaxation for integer programming, 1974; the multipliers by
/// the subgradient method of M. Held, P. Wolfe and H. P. Crowder, Validation of subgradient optimization, 1974).
class SpillPrices {
public:
    /// Finds prices with a high bound. `known`: the traffic of some choice, at which the bound aims. O(rounds · (events
    /// + times)).
    SpillPrices(const SpillProblem& problem, std::int64_t known, int rounds);

    [[nodiscard]] SpillCost bound() const { return bound_; }
    /// The bound in whole bytes, at least 0.
    [[nodiscard]] std::int64_t bound_in_bytes() const;
    [[nodiscard]] std::int64_t first_price(std::size_t time) const { return first_[time]; }
    [[nodiscard]] std::int64_t second_price(std::size_t time) const { return second_[time]; }
    /// The least that an item costs from an event on, the event included, if it lies at `before`.
    [[nodiscard]] SpillCost through(std::size_t item, std::size_t event, SpillPlace before) const {
        return through_[(starts_[item] + event) * spill_places + static_cast<std::size_t>(before)];
    }
    /// The least after an event, from where `place` holds on.
    [[nodiscard]] SpillCost after(std::size_t item, std::size_t event, SpillPlace place) const;
    /// Its price times size, and for the memory at the time of a use.
    [[nodiscard]] SpillCost cost_of(std::size_t item, std::size_t event, const SpillMove& move) const;
    /// A choice is impossible: no cost is as high.
    static constexpr SpillCost never = static_cast<SpillCost>(1) << 110U;

private:
    void sum_prices();
    void evaluate();
    void find_loads();

    const SpillProblem& problem_;
    std::vector<std::int64_t> first_;       ///< by time
    std::vector<std::int64_t> second_;      ///< by time
    std::vector<std::int64_t> first_sum_;   ///< by time: of all times before
    std::vector<std::int64_t> second_sum_;  ///< likewise
    std::vector<std::size_t> starts_;       ///< by item: where its events begin
    std::vector<SpillCost> through_;        ///< by event and place
    SpillCost bound_ = 0;
    SpillChoice cheapest_;  ///< under these prices; it need not keep to the room
};

}  // namespace arenascope
