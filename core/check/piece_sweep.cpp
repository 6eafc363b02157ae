#include "core/check/piece_sweep.h"

#include <bit>
#include <tuple>

#include "core/base/containers/compact_time.h"
#include "core/base/containers/digit_sort.h"

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

/// The steps of all pieces in 32 bits, in the same order.
CompactTime time_of(const std::vector<PlacedPiece>& pieces) {
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    std::int64_t last = std::numeric_limits<std::int64_t>::min();
    for (const PlacedPiece& piece : pieces) {
        first = std::min(first, piece.steps.begin.value());
        last = std::max(last, piece.steps.end.value());
    }
    std::vector<std::int64_t> times;
    for (std::size_t i = 0; i < pieces.size() && !CompactTime::fits(first, last); ++i) {
        times.push_back(pieces[i].steps.begin.value());
        times.push_back(pieces[i].steps.end.value());
    }
    return {first, last, std::move(times)};
}

constexpr Step lowest_step(std::numeric_limits<std::int64_t>::min());

/// Begins of buffers, sorted. A sample is enough, because parts need not be equal.
std::vector<Step> some_begins(const Problem& problem) {
    constexpr std::size_t most_begins = 4096;
    const std::size_t stride = problem.buffers.size() / most_begins + 1;
    std::vector<Step> begins;
    for (std::size_t i = 0; i < problem.buffers.size(); i += stride) {
        begins.push_back(problem.buffers[i].lifetime.begin);
    }
    std::ranges::sort(begins);
    return begins;
}

}  // namespace

PieceSweep::PieceSweep(std::vector<PlacedPiece> pieces, Step since) : pieces_(std::move(pieces)), since_(since) {
    sort_pieces();
    divide_bytes();
    const CompactTime time = time_of(pieces_);
    begins_.reserve(pieces_.size());
    ends_.reserve(pieces_.size());
    for (std::uint32_t rank = 0; rank < pieces_.size(); ++rank) {
        begins_.push_back({time.compact_from(pieces_[rank].steps.begin.value()), rank});
        ends_.push_back({time.compact_from(pieces_[rank].steps.end.value()), rank});
    }
    // The events of a step stay in the order of ranks.
    std::vector<Event> room;
    for (std::vector<Event>* events : {&begins_, &ends_}) {
        sort_by_digits(*events, room, [](const Event& event) { return static_cast<std::int64_t>(event.step); });
    }
}

/// Sorts by the first byte, then by buffer. Keys are sorted instead of the pieces, which are large. Each piece then
/// moves once.
void PieceSweep::sort_pieces() {
    const auto is_lower = [](const PlacedPiece& x, const PlacedPiece& y) {
        return std::tie(x.bytes.from, x.buffer) < std::tie(y.bytes.from, y.buffer);
    };
    if (std::is_sorted(pieces_.begin(), pieces_.end(), is_lower)) {
        return;
    }
    struct Key {
        std::int64_t from;
        std::uint32_t buffer;
        std::uint32_t piece;
    };
    std::vector<Key> keys;
    keys.reserve(pieces_.size());
    for (std::uint32_t i = 0; i < pieces_.size(); ++i) {
        keys.push_back({pieces_[i].bytes.from.value(), pieces_[i].buffer.value(), i});
    }
    std::vector<Key> room;
    sort_by_digits(keys, room, [](const Key& key) { return static_cast<std::int64_t>(key.buffer); });
    sort_by_digits(keys, room, [](const Key& key) { return key.from; });
    room = {};
    // Follows each cycle of the permutation. A piece that is in its place refers to itself.
    for (std::uint32_t first = 0; first < keys.size(); ++first) {
        const PlacedPiece moved = pieces_[first];
        std::uint32_t place = first;
        for (std::uint32_t next = keys[place].piece; next != first && next != place;
             place = next, next = keys[place].piece) {
            pieces_[place] = pieces_[next];
            keys[place].piece = place;
        }
        if (keys[place].piece != place) {
            pieces_[place] = moved;
            keys[place].piece = place;
        }
    }
}

/// As many parts as a quarter of the pieces.
void PieceSweep::divide_bytes() {
    if (pieces_.empty()) {
        return;
    }
    lowest_byte_ = pieces_.front().bytes.from.value();
    const auto span =
        static_cast<std::uint64_t>(pieces_.back().bytes.from.value()) - static_cast<std::uint64_t>(lowest_byte_);
    constexpr std::size_t pieces_in_part = 4;
    part_bits_ = static_cast<unsigned>(std::max(
        0, static_cast<int>(std::bit_width(span)) - static_cast<int>(std::bit_width(pieces_.size() / pieces_in_part))));
    ranks_of_parts_.reserve((span >> part_bits_) + 2);
    for (std::uint32_t rank = 0; rank < pieces_.size(); ++rank) {
        const std::size_t part = part_of(pieces_[rank].bytes.from.value());
        while (ranks_of_parts_.size() <= part) {
            ranks_of_parts_.push_back(rank);
        }
    }
    ranks_of_parts_.push_back(static_cast<std::uint32_t>(pieces_.size()));
}

std::size_t PieceSweep::part_of(std::int64_t byte) const {
    return static_cast<std::size_t>((static_cast<std::uint64_t>(byte) - static_cast<std::uint64_t>(lowest_byte_)) >>
                                    part_bits_);
}

std::uint32_t PieceSweep::first_rank_from(Offset byte) const {
    if (pieces_.empty() || byte.value() <= lowest_byte_) {
        return 0;
    }
    const std::size_t part = std::min(part_of(byte.value()), ranks_of_parts_.size() - 1);
    const auto first = pieces_.begin() + ranks_of_parts_[part];
    const auto last = part + 1 < ranks_of_parts_.size() ? pieces_.begin() + ranks_of_parts_[part + 1] : pieces_.end();
    return static_cast<std::uint32_t>(
        std::partition_point(first, last, [byte](const PlacedPiece& piece) { return piece.bytes.from < byte; }) -
        pieces_.begin());
}

std::uint64_t PieceSweep::pair_count() const {
    std::vector<Offset> tails(pieces_.size());
    std::ranges::transform(pieces_, tails.begin(), [](const PlacedPiece& piece) { return piece.bytes.to; });
    std::ranges::sort(tails);
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
              if (counts(rank)) {
                  const AddressRange bytes = pieces_[rank].bytes;
                  pairs += begins.below(first_rank_from(bytes.to)) - ends.below(tails_up_to(bytes.from));
              }
              count(rank, 1);
              return true;
          },
          [](std::uint32_t) {});
    return static_cast<std::uint64_t>(pairs);
}

TimeParts::TimeParts(const Problem& problem, const Layout& layout, std::size_t most, std::size_t least_buffers)
    : since_{lowest_step} {
    const std::size_t buffers = problem.buffers.size();
    if (buffers < least_buffers || most < 2) {
        return;
    }
    const std::vector<Step> begins = some_begins(problem);
    for (std::size_t part = 1; part < most && !begins.empty(); ++part) {
        if (const Step border = begins[begins.size() * part / most]; border > since_.back()) {
            since_.push_back(border);
        }
    }
    std::size_t in_parts = 0;
    for (std::size_t i = 0; i < buffers; ++i) {
        if (layout.placements[i]) {
            for_each_part_of(problem.buffers[i].lifetime, [&](std::size_t /*part*/) { ++in_parts; });
        }
    }
    if (in_parts > buffers + buffers / 4) {
        since_.resize(1);
    }
}

}  // namespace arenascope
