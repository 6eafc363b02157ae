#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/planner/shared_objects/waiting_tensors.h"

namespace arenascope {

/// The waiting tensors of one position. Finds the one that is nearest to a tensor in an object on one side of it, among
/// those that fit into the idle stretch there.
///
///   object    ██ ─────────────── ██          after(2, 8): the first that begins after 2 and ends before 8
///   waiting        ▓▓▓▓
///                     ▓▓▓▓▓▓▓▓               does not fit
///                      ▓▓▓▓
class WaitingPosition {
public:
    /// All tensors by rank; those of the position are [begin, end). O(m log m) for m of them.
    WaitingPosition(std::span<const WaitingTensors::Tasks> tasks, std::size_t begin, std::size_t end);

    /// The tensor waits no more. O(log m).
    void remove(std::size_t rank);
    /// The rank of the first tensor that begins after `last` and ends before `until`; of equal ones the lowest. O(log
    /// m).
    [[nodiscard]] std::optional<std::uint32_t> after(std::int64_t last, std::int64_t until) const;
    /// The same with time mirrored: of the last one that ends before `first` and begins after `since`.
    [[nodiscard]] std::optional<std::uint32_t> before(std::int64_t first, std::int64_t since) const;

private:
    /// The tensors in the order of their first tasks, then of ranks, with the least last task below each node of a
    /// tree. For the mirrored side, both are negated and exchanged.
    struct Side {
        std::vector<std::int64_t> firsts;    ///< by leaf
        std::vector<std::int64_t> lasts;     ///< by node
        std::vector<std::uint32_t> ranks;    ///< by leaf
        std::vector<std::uint32_t> leaf_of;  ///< by rank, from `begin_`
        std::size_t leaves = 1;              ///< a power of two
        [[nodiscard]] std::optional<std::uint32_t> next(std::int64_t last, std::int64_t until) const;
        void remove(std::size_t member);
    };
    static Side side_of(const std::vector<std::int64_t>& firsts, const std::vector<std::int64_t>& lasts,
                        std::size_t begin);

    std::size_t begin_;
    Side forwards_;
    Side backwards_;
};

}  // namespace arenascope
