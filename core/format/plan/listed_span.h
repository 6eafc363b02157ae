#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "core/model/memory/deployment.h"
#include "core/model/memory/problem.h"
#include "core/model/network/shortened_network.h"

namespace arenascope {

/// An operator or a transfer that runs.
struct ListedOperator {
    const ShortenedOperator* node = nullptr;
    const ShortenedTransfer* transfer = nullptr;
};

/// Operators and transfers in the order in which they run. Linear.
[[nodiscard]] std::vector<ListedOperator> listed_operators(const ShortenedNetwork& network);

/// Positions of the first and of the last operator in the list that needs a buffer.
struct ListedSpan {
    std::optional<std::uint32_t> first = {};
    std::optional<std::uint32_t> last = {};
    std::vector<DeployedGap> gaps = {};  ///< of scratch

    void include(std::uint32_t position);
};

/// When buffers are needed that no operator writes.
///
///   step       1   2   3   4   5   6        operator 3 was removed
///   list       0   1       2   3   4        the gap of rows at the steps 3 and 4 is operator 2 of the list
///   rows           ██▁▁▁▁▁▁██               first 1, last 3
///
/// Linear in operands and their parts; then O(g log n) for a buffer with g gaps.
class ListedSpans {
public:
    /// All three must outlive it.
    ListedSpans(const Problem& problem, const ShortenedNetwork& network, const std::vector<ListedOperator>& listed);

    /// The operators of scratch: those that read it, and those that run while it is in use. Empty: they were removed.
    [[nodiscard]] ListedSpan of_scratch(BufferIndex index) const;

    /// Whether an operator reads a given buffer, or all its bytes are in use at some step.
    [[nodiscard]] bool needs_given(BufferIndex index) const;

    /// Where a given buffer begins, if not with the network, and where it ends, if after its last reader. Its gaps are
    /// not listed, so it begins and ends with the steps that have all its bytes.
    [[nodiscard]] ListedSpan of_given(BufferIndex index) const;

private:
    void note(const HeldTensor& held, std::uint32_t position);
    [[nodiscard]] std::pair<std::size_t, std::size_t> running_in(Lifetime steps) const;
    [[nodiscard]] std::vector<DeployedGap> gaps_of(const Buffer& buffer, const ListedSpan& span) const;

    const Problem& problem_;
    IndexedVector<BufferIndex, ListedSpan> reads_;
    std::vector<Step> steps_;               ///< of the operators that run, ascending
    std::vector<std::uint32_t> positions_;  ///< of the same operators, in the list
};

}  // namespace arenascope
