#include "core/check/piece_sweep.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace arenascope {
namespace {

/// Counts entries below a position (a Fenwick tree). Both operations take O(log n).
class RankCounter {
public:
    explicit RankCounter(std::size_t size) : counts_(size + 1, 0) {}

    void add(std::size_t position, std::int64_t amount) {
        for (std::size_t i = position + 1; i < counts_.size(); i += i & (~i + 1)) {
            counts_[i] += amount;
        }
    }

    [[nodiscard]] std::int64_t below(std::size_t position) const {
        std::int64_t sum = 0;
        for (std::size_t i = position; i > 0; i -= i & (~i + 1)) {
            sum += counts_[i];
        }
        return sum;
    }

private:
    std::vector<std::int64_t> counts_;
};

}  // namespace

PieceSweep::PieceSweep(std::vector<PlacedPiece> pieces) : pieces_(std::move(pieces)), by_begin_(pieces_.size()) {
    std::sort(pieces_.begin(), pieces_.end(), [](const PlacedPiece& x, const PlacedPiece& y) {
        return std::tie(x.bytes.from, x.buffer) < std::tie(y.bytes.from, y.buffer);
    });
    std::iota(by_begin_.begin(), by_begin_.end(), 0U);
    by_end_ = by_begin_;
    std::stable_sort(by_begin_.begin(), by_begin_.end(), [this](std::uint32_t x, std::uint32_t y) {
        return pieces_[x].steps.begin < pieces_[y].steps.begin;
    });
    std::stable_sort(by_end_.begin(), by_end_.end(),
                     [this](std::uint32_t x, std::uint32_t y) { return pieces_[x].steps.end < pieces_[y].steps.end; });
}

std::uint32_t PieceSweep::first_rank_from(Offset byte) const {
    return static_cast<std::uint32_t>(
        std::lower_bound(pieces_.begin(), pieces_.end(), byte,
                         [](const PlacedPiece& piece, Offset value) { return piece.bytes.from < value; }) -
        pieces_.begin());
}

std::uint64_t PieceSweep::pair_count() const {
    std::vector<Offset> tails(pieces_.size());
    std::transform(pieces_.begin(), pieces_.end(), tails.begin(),
                   [](const PlacedPiece& piece) { return piece.bytes.to; });
    std::sort(tails.begin(), tails.end());
    const auto tails_up_to = [&tails](Offset byte) {
        return static_cast<std::size_t>(std::upper_bound(tails.begin(), tails.end(), byte) - tails.begin());
    };
    RankCounter begins(pieces_.size());  // of the crossed pieces, by rank of the first byte
    RankCounter ends(pieces_.size());    // of the crossed pieces, by rank of the tail
    const auto count = [&](std::uint32_t rank, std::int64_t amount) {
        begins.add(rank, amount);
        ends.add(tails_up_to(pieces_[rank].bytes.to) - 1, amount);
    };
    std::int64_t pairs = 0;
    std::size_t ended = 0;
    for (const std::uint32_t rank : by_begin_) {
        const PlacedPiece& piece = pieces_[rank];
        for (; pieces_[by_end_[ended]].steps.end <= piece.steps.begin; ++ended) {
            count(by_end_[ended], -1);
        }
        // The crossed pieces that begin below its tail, minus those that end at or below its first byte.
        pairs += begins.below(first_rank_from(piece.bytes.to)) - ends.below(tails_up_to(piece.bytes.from));
        count(rank, 1);
    }
    return static_cast<std::uint64_t>(pairs);
}

}  // namespace arenascope
