#include "core/check/piece_sweep.h"

#include <algorithm>
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

PieceSweep::PieceSweep(std::vector<PlacedPiece> pieces)
    : pieces_(std::move(pieces)), first_bytes_(pieces_.size()), begins_(pieces_.size()), ends_(pieces_.size()) {
    std::sort(pieces_.begin(), pieces_.end(), [](const PlacedPiece& x, const PlacedPiece& y) {
        return std::tie(x.bytes.from, x.buffer) < std::tie(y.bytes.from, y.buffer);
    });
    for (std::uint32_t rank = 0; rank < pieces_.size(); ++rank) {
        first_bytes_[rank] = pieces_[rank].bytes.from;
        begins_[rank] = {pieces_[rank].steps.begin, rank};
        ends_[rank] = {pieces_[rank].steps.end, rank};
    }
    const auto is_earlier = [](const Event& x, const Event& y) {
        return std::tie(x.step, x.rank) < std::tie(y.step, y.rank);
    };
    std::sort(begins_.begin(), begins_.end(), is_earlier);
    std::sort(ends_.begin(), ends_.end(), is_earlier);
}

std::uint32_t PieceSweep::first_rank_from(Offset byte) const {
    return static_cast<std::uint32_t>(std::lower_bound(first_bytes_.begin(), first_bytes_.end(), byte) -
                                      first_bytes_.begin());
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
    sweep([&](std::uint32_t rank) { count(rank, -1); },
          [&](std::uint32_t rank) {
              // The crossed pieces that begin below its tail, minus those that end at or below its first byte.
              const AddressRange bytes = pieces_[rank].bytes;
              pairs += begins.below(first_rank_from(bytes.to)) - ends.below(tails_up_to(bytes.from));
              count(rank, 1);
              return true;
          });
    return static_cast<std::uint64_t>(pairs);
}

}  // namespace arenascope
