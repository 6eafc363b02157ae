#include "core/planner/container/rectangle_container.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "core/model/memory/step_count.h"
#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// A piece is *lasting* if it takes at least 1/16 of the region's whole time.
constexpr std::uint64_t lasting_part = 16;
constexpr std::size_t list_of_lasting = 64;
constexpr unsigned bits_of_piece = 32;

/// The number of pieces between two marks of a list if they are evenly distributed.
constexpr std::uint32_t pieces_per_mark = 4;

/// The number of ranges in one cache line.
constexpr std::uint32_t ranges_per_cache_line = 4;
/// The number of ranges of a list that are fetched for one placement.
constexpr std::uint32_t most_fetched_ranges = 512;

/// A region is crowded if a placement reads at least so many pieces, and so many for each node of CrowdedTimes, which
/// costs as much.
constexpr double fewest_crowded = 512;
constexpr double pieces_per_node = 32;
/// What is free at each time may take so much memory. If it takes more, pieces are read instead, which takes longer.
constexpr std::size_t most_crowd_bytes = 1'000'000'000;
/// Starting it takes as long as placing all that is there. Where that is more than so many times what is missing, it
/// would hardly be used: a complete layout is tried with one buffer elsewhere, which ends it again.
constexpr std::size_t most_there_for_each_missing = 16;

/// Value of `placed_until` for an unplaced piece: it shares time with nothing.
constexpr std::uint32_t not_placed = 0;

}  // namespace

template <class Use>
void RectangleContainer::for_each_own(BufferIndex buffer, Use&& use) const {
    std::uint32_t own = first_position_[buffer];
    if (own == first_position_[buffer.value() + std::size_t{1}]) {
        return;  // of another region
    }
    for_each_piece(problem_->buffers[buffer], [&](const arenascope::Piece& piece) {
        use(Piece{piece.steps.begin.value(), piece.steps.end.value(), piece.bytes.from.value(), piece.bytes.to.value()},
            own++);
    });
}

RectangleContainer::RectangleContainer(const Problem& problem, RegionIndex region)
    : problem_(&problem), offsets_(problem.buffers.size(), unplaced_offset) {
    first_position_.reserve(problem.buffers.size() + 1);
    std::uint32_t count = 0;
    std::int64_t first_begin = std::numeric_limits<std::int64_t>::max();
    std::int64_t last_end = std::numeric_limits<std::int64_t>::min();
    for (const Buffer& buffer : problem.buffers) {
        first_position_.push_back(count);
        if (buffer.region == region) {
            for_each_piece(buffer, [&](const arenascope::Piece& piece) {
                ++count;
                first_begin = std::min(first_begin, piece.steps.begin.value());
                last_end = std::max(last_end, piece.steps.end.value());
            });
        }
    }
    first_position_.push_back(count);
    const auto for_each = [&](auto&& use) {
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            for_each_own(BufferIndex(i), use);
        }
    };
    std::vector<std::int64_t> times;
    if (!CompactTime::fits(first_begin, last_end)) {
        for_each([&times](const Piece& piece, std::uint32_t) {
            times.push_back(piece.begin);
            times.push_back(piece.end);
        });
    }
    time_ = CompactTime(first_begin, last_end, std::move(times));
    const std::uint64_t whole = step_count(first_begin, last_end);
    const auto list_of = [whole](const Piece& piece) {
        const std::uint64_t length = step_count(piece.begin, piece.end);
        return length >= whole / lasting_part ? list_of_lasting : static_cast<std::size_t>(std::bit_width(length)) - 1;
    };
    std::array<std::size_t, list_of_lasting + 2> firsts{};  // where each list begins
    for_each([&](const Piece& piece, std::uint32_t) { ++firsts[list_of(piece) + 1]; });
    std::partial_sum(firsts.begin(), firsts.end(), firsts.begin());
    // By list, and within a list by begin, then by piece.
    std::vector<std::uint64_t> order(count);
    auto next = firsts;
    for_each([&](const Piece& piece, std::uint32_t own) {
        order[next[list_of(piece)]++] = std::uint64_t{time_.compact_from(piece.begin)} << bits_of_piece | own;
    });
    spans_.reserve(count);
    positions_of_.resize(count);
    for (std::size_t list = 0; list <= list_of_lasting; ++list) {
        const auto members = std::span(order).subspan(firsts[list], firsts[list + 1] - firsts[list]);
        if (!std::is_sorted(members.begin(), members.end())) {
            std::sort(members.begin(), members.end());
        }
        for (const std::uint64_t each : members) {
            positions_of_[static_cast<std::uint32_t>(each)] = static_cast<std::uint32_t>(spans_.size());
            spans_.push_back({static_cast<std::uint32_t>(each >> bits_of_piece), not_placed});
        }
        if (list != list_of_lasting && !members.empty()) {
            add_list(static_cast<std::uint32_t>(firsts[list]), static_cast<std::uint32_t>(firsts[list + 1]),
                     std::uint64_t{2} << list);
        }
    }
    ranges_.resize(count);
    stretches_.resize(lists_.size());
    first_lasting_ = lists_.empty() ? 0 : lists_.back().last;
    lasting_.reserve(count - first_lasting_);
    begin_crowd(region);
}

double RectangleContainer::pieces_read(double mean_length, double whole) const {
    auto pieces = static_cast<double>(spans_.size() - first_lasting_);
    for (const List& list : lists_) {
        const double length = mean_length + static_cast<double>(list.longest);
        pieces += (list.last - list.first) * std::min(1.0, length / whole);
    }
    return pieces;
}

void RectangleContainer::begin_crowd(RegionIndex region) {
    if (static_cast<double>(spans_.size()) < fewest_crowded) {
        return;
    }
    double steps = 0;
    double members = 0;
    Lifetime whole{Step(std::numeric_limits<std::int64_t>::max()), Step(std::numeric_limits<std::int64_t>::min())};
    for (const Buffer& buffer : problem_->buffers) {
        if (buffer.region != region) {
            continue;
        }
        if (!buffer.gaps().empty() || buffer.size == Bytes(0)) {
            return;
        }
        ++members;
        steps += static_cast<double>(step_count(buffer.lifetime.begin.value(), buffer.lifetime.end.value()));
        whole = {std::min(whole.begin, buffer.lifetime.begin), std::max(whole.end, buffer.lifetime.end)};
    }
    const auto length = static_cast<double>(step_count(whole.begin.value(), whole.end.value()));
    const double read = pieces_read(steps / members, length);
    if (read < fewest_crowded) {
        return;
    }
    std::vector<std::int64_t> times;
    times.reserve(2 * static_cast<std::size_t>(members));
    for (const Buffer& buffer : problem_->buffers) {
        if (buffer.region == region) {
            times.push_back(buffer.lifetime.begin.value());
            times.push_back(buffer.lifetime.end.value());
        }
    }
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    const auto count = static_cast<double>(times.size());
    const double nodes = 2 * count * steps / members / length + 2 * std::log2(count);
    if (read > pieces_per_node * nodes) {
        crowded_steps_ = std::move(times);
        may_crowd_ = true;
    }
}

std::size_t RectangleContainer::crowded_time(Step step) const {
    return static_cast<std::size_t>(std::lower_bound(crowded_steps_.begin(), crowded_steps_.end(), step.value()) -
                                    crowded_steps_.begin());
}

void RectangleContainer::add_list(std::uint32_t first, std::uint32_t last, std::uint64_t longest) {
    const std::uint32_t span = spans_[last - 1].begin - spans_[first].begin;
    const int spacing =
        static_cast<int>(std::bit_width(span)) - static_cast<int>(std::bit_width((last - first) / pieces_per_mark));
    List list{.first = first,
              .last = last,
              .longest = longest,
              .earliest = spans_[first].begin,
              .first_mark = static_cast<std::uint32_t>(marks_.size()),
              .marks = 0,
              .spacing = static_cast<unsigned>(std::max(0, spacing))};
    list.marks = (span >> list.spacing) + 1;
    std::uint32_t position = first;
    for (std::uint32_t mark = 0; mark < list.marks; ++mark) {
        while ((spans_[position].begin - spans_[first].begin) >> list.spacing < mark) {
            ++position;
        }
        marks_.push_back(position);
    }
    marks_.push_back(last);
    lists_.push_back(list);
}

std::uint32_t RectangleContainer::mark_before(const List& list, std::uint32_t begin) const {
    return begin <= list.earliest ? 0 : std::min((begin - list.earliest) >> list.spacing, list.marks);
}

void RectangleContainer::gather(BufferIndex buffer, PlacingRule rule) {
    forbidden_.clear();
    const bool with_lasting = has_pieces(buffer) || rule == PlacingRule::stacked;
    for_each_own(buffer, [this, with_lasting](const Piece& piece, std::uint32_t) {
        if (with_lasting) {
            gather_lasting(piece);
        }
        gather_by_length(piece);
    });
}

RectangleContainer::Stretch RectangleContainer::stretch_between(const List& list, const Piece& piece) const {
    constexpr std::uint64_t half = std::uint64_t{1} << 62U;
    const auto ended = checked_subtract(piece.begin, static_cast<std::int64_t>(std::min(list.longest, half)));
    const std::uint32_t since = !ended || list.longest > half ? 0 : time_.compact_from(*ended + 1);
    const std::uint32_t end = time_.compact_from(piece.end);
    return {since, list.first_mark + mark_before(list, since),
            list.first_mark + std::min(mark_before(list, end) + 1, list.marks), 0, 0};
}

/// The lists lie far apart in memory. All are prefetched before any is read.
void RectangleContainer::gather_by_length(const Piece& piece) {
    for (std::size_t i = 0; i < lists_.size(); ++i) {
        stretches_[i] = stretch_between(lists_[i], piece);
        __builtin_prefetch(&marks_[stretches_[i].first_mark]);
        __builtin_prefetch(&marks_[stretches_[i].last_mark]);
    }
    for (Stretch& stretch : stretches_) {
        stretch.first = marks_[stretch.first_mark];
        stretch.last = marks_[stretch.last_mark];
        __builtin_prefetch(&spans_[stretch.first]);
    }
    for (const Stretch& stretch : stretches_) {
        read(stretch, piece);
    }
}

/// One loop for each kind of memory, so that the waiting times of the same kind overlap.
void RectangleContainer::fetch(std::span<const BufferIndex> next) {
    if (crowd_) {
        return;
    }
    for (const BufferIndex buffer : next) {
        __builtin_prefetch(&first_position_[buffer]);
        __builtin_prefetch(&offsets_[buffer]);
        __builtin_prefetch(&problem_->buffers[buffer].size);
        __builtin_prefetch(&problem_->buffers[buffer].region);
    }
    fetched_.clear();
    for (const BufferIndex buffer : next) {
        __builtin_prefetch(&positions_of_[first_position_[buffer]]);
        for_each_own(buffer, [this](const Piece& piece, std::uint32_t) {
            for (const List& list : lists_) {
                fetched_.push_back(stretch_between(list, piece));
            }
        });
    }
    for (const Stretch& stretch : fetched_) {
        __builtin_prefetch(&marks_[stretch.first_mark]);
        __builtin_prefetch(&marks_[stretch.last_mark]);
    }
    for (Stretch& stretch : fetched_) {
        stretch.first = marks_[stretch.first_mark];
        // Longer stretches do not stay in the caches until they are read.
        stretch.last = std::min(marks_[stretch.last_mark], stretch.first + most_fetched_ranges);
        for (; stretch.first < stretch.last; stretch.first += ranges_per_cache_line) {
            __builtin_prefetch(&ranges_[stretch.first]);
            __builtin_prefetch(&spans_[stretch.first]);
        }
    }
}

void RectangleContainer::read(const Stretch& stretch, const Piece& piece) {
    if (found_.size() < stretch.last - stretch.first) {
        found_.resize(std::bit_ceil(stretch.last - stretch.first));
    }
    const std::uint32_t begin = time_.compact_from(piece.begin);
    const std::uint32_t end = time_.compact_from(piece.end);
    // Always written, counted only on a hit: a branch here could not be predicted.
    std::uint32_t* const found = found_.data();
    const Span* const spans = spans_.data();
    std::size_t count = 0;
    std::uint64_t looked_at = 0;
    // Copies, because the compiler cannot know that the writes below leave the stretch alone.
    const std::uint32_t since = stretch.since;
    const std::uint32_t last = stretch.last;
    for (std::uint32_t other = stretch.first; other < last; ++other) {
        const Span span = spans[other];
        const bool counts = (span.begin >= since) & (span.begin < end);
        found[count] = other;
        looked_at += counts ? 1 : 0;
        count += (counts & (span.placed_until > begin)) ? 1 : 0;
    }
    work_ += looked_at;
    Forbidden* const forbidden = forbidden_.room_for(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Range range = ranges_[found[i]];
        forbidden[i] = {range.from - piece.to, range.to - piece.from};
    }
    forbidden_.keep(count);
}

RectangleContainer::Piece RectangleContainer::whole_piece(BufferIndex buffer) const {
    const Buffer& whole = problem_->buffers[buffer];
    return {whole.lifetime.begin.value(), whole.lifetime.end.value(), 0, whole.size.value()};
}

bool RectangleContainer::has_pieces(BufferIndex buffer) const {
    // A gap at an end of the lifetime leaves one piece, too.
    return first_position_[buffer.value() + std::size_t{1}] != first_position_[buffer] + 1 ||
           !problem_->buffers[buffer].gaps().empty();
}

void RectangleContainer::gather_lasting(const Piece& piece) {
    for (const Lasting& other : lasting_) {
        if (other.end > piece.begin && other.begin < piece.end) {
            forbidden_.add({other.from - piece.to, other.to - piece.from});
        }
    }
    work_ += lasting_.size();
}

/// Reads the gathered ranges and the lasting pieces together, by rising offset. It skips ranges that lie wholly below
/// `reached`. `use` gets every range that may leave a gap above `reached`, and raises `reached`. A skipped bucket may
/// delay lasting pieces. They cannot leave a gap either, because all ranges in that bucket lie lower.
template <class Use>
void RectangleContainer::read_rising(BufferIndex buffer, std::int64_t& reached, Use&& use) {
    forbidden_.arrange();
    work_ += forbidden_.size() * static_cast<std::size_t>(std::bit_width(forbidden_.size()));
    const Forbidden* gathered = forbidden_.next(reached);
    // For a buffer in pieces, gather() has added the lasting pieces already, because each piece reads the list with
    // other offsets.
    if (!has_pieces(buffer)) {
        const Piece piece = whole_piece(buffer);
        for (const Lasting& other : lasting_) {
            ++work_;
            if (other.end <= piece.begin || other.begin >= piece.end) {
                continue;
            }
            const Forbidden taken{other.from - piece.to, other.to - piece.from};
            for (; gathered != nullptr && gathered->above < taken.above; gathered = forbidden_.next(reached)) {
                if (use(*gathered)) {
                    return;
                }
            }
            if (use(taken)) {
                return;
            }
        }
    }
    for (; gathered != nullptr; gathered = forbidden_.next(reached)) {
        if (use(*gathered)) {
            return;
        }
    }
}

Offset RectangleContainer::lowest_fit(BufferIndex buffer, Bytes alignment) {
    std::int64_t reached = 0;
    read_rising(buffer, reached, [&](const Forbidden& taken) {
        if (reached <= taken.above && aligned_up(Offset(reached), alignment).value() <= taken.above) {
            return true;
        }
        reached = std::max(reached, taken.below);
        return false;
    });
    return aligned_up(Offset(reached), alignment);
}

Offset RectangleContainer::best_fit(BufferIndex buffer, Bytes alignment) {
    std::int64_t reached = 0;
    Offset best;
    // how far the buffer could rise within the gap
    std::int64_t smallest_room = std::numeric_limits<std::int64_t>::max();
    read_rising(buffer, reached, [&](const Forbidden& taken) {
        if (reached <= taken.above) {
            const Offset offset = aligned_up(Offset(reached), alignment);
            if (offset.value() <= taken.above && taken.above - offset.value() < smallest_room) {
                smallest_room = taken.above - offset.value();
                best = offset;
            }
        }
        reached = std::max(reached, taken.below);
        return smallest_room == 0;
    });
    return smallest_room == std::numeric_limits<std::int64_t>::max() ? aligned_up(Offset(reached), alignment) : best;
}

Offset RectangleContainer::stacked(Bytes alignment) const {
    Offset offset;
    for (const Forbidden& taken : forbidden_.all()) {
        offset = std::max(offset, Offset(taken.below));
    }
    return aligned_up(offset, alignment);
}

Offset RectangleContainer::place(BufferIndex buffer, PlacingRule rule) {
    remove(buffer);
    const Buffer& placed = problem_->buffers[buffer];
    const Bytes alignment = alignment_of(*problem_, placed);
    Offset offset;
    if (may_crowd_ && rule != PlacingRule::stacked) {
        keep_crowd();
    }
    if (crowd_ && rule != PlacingRule::stacked) {
        const std::size_t begin = crowded_time(placed.lifetime.begin);
        const std::size_t end = crowded_time(placed.lifetime.end);
        const std::uint64_t before = crowd_->work();
        offset = Offset(rule == PlacingRule::best_fit ? crowd_->best_fit(begin, end, placed.size.value(), alignment)
                                                      : crowd_->lowest_fit(begin, end, placed.size.value(), alignment));
        work_ += crowd_->work() - before;
        set_offset(buffer, offset.value());
        return offset;
    }
    gather(buffer, rule);
    switch (rule) {
        case PlacingRule::lowest_fit:
            offset = lowest_fit(buffer, alignment);
            break;
        case PlacingRule::best_fit:
            offset = best_fit(buffer, alignment);
            break;
        case PlacingRule::stacked:
            offset = stacked(alignment);
            break;
    }
    set_offset(buffer, offset.value());
    return offset;
}

void RectangleContainer::put(BufferIndex buffer, Offset offset) {
    set_offset(buffer, offset.value());
}

void RectangleContainer::remove(BufferIndex buffer) {
    set_offset(buffer, unplaced_offset);
}

void RectangleContainer::clear() {
    std::fill(offsets_.begin(), offsets_.end(), unplaced_offset);
    for (Span& each : spans_) {
        each.placed_until = not_placed;
    }
    lasting_.clear();
    placed_ = 0;
    crowd_.reset();
    may_crowd_ = !crowded_steps_.empty();
}

void RectangleContainer::keep_crowd() {
    may_crowd_ = false;
    if (placed_ > most_there_for_each_missing * (spans_.size() - placed_)) {
        return;
    }
    crowd_.emplace(crowded_steps_.size());
    for (std::size_t i = 0; i < offsets_.size() && crowd_; ++i) {
        if (offsets_[BufferIndex(i)] != unplaced_offset) {
            take_from_crowd(BufferIndex(i), offsets_[BufferIndex(i)]);
        }
    }
}

void RectangleContainer::take_from_crowd(BufferIndex buffer, std::int64_t offset) {
    const Buffer& placed = problem_->buffers[buffer];
    const std::uint64_t work = crowd_->work();
    crowd_->take(crowded_time(placed.lifetime.begin), crowded_time(placed.lifetime.end), offset,
                 offset + placed.size.value());
    work_ += crowd_->work() - work;
    if (crowd_->bytes() > most_crowd_bytes) {
        crowd_.reset();
    }
}

void RectangleContainer::set_offset(BufferIndex buffer, std::int64_t offset) {
    const std::int64_t before = std::exchange(offsets_[buffer], offset);
    if (before == offset) {
        return;
    }
    placed_ += before == unplaced_offset ? 1 : 0;
    placed_ -= offset == unplaced_offset ? 1 : 0;
    if (crowd_ && before != unplaced_offset) {
        crowd_.reset();
    }
    if (crowd_) {
        take_from_crowd(buffer, offset);
    }
    for_each_own(buffer, [&](const Piece& piece, std::uint32_t own) {
        const std::uint32_t position = positions_of_[own];
        if (position >= first_lasting_) {
            move_lasting(position, piece, before, offset);
        }
        spans_[position].placed_until = offset == unplaced_offset ? not_placed : time_.compact_from(piece.end);
        ranges_[position] = {offset + piece.from, offset + piece.to};
    });
}

void RectangleContainer::move_lasting(std::uint32_t position, const Piece& piece, std::int64_t from_offset,
                                      std::int64_t to_offset) {
    const auto found = [&](std::int64_t from) {
        return std::lower_bound(lasting_.begin(), lasting_.end(), std::pair(from, position),
                                [](const Lasting& a, const std::pair<std::int64_t, std::uint32_t>& b) {
                                    return std::pair(a.from, a.position) < b;
                                });
    };
    if (from_offset != unplaced_offset) {
        lasting_.erase(found(from_offset + piece.from));
    }
    if (to_offset != unplaced_offset) {
        lasting_.insert(found(to_offset + piece.from),
                        {to_offset + piece.from, to_offset + piece.to, piece.begin, piece.end, position});
    }
}

Offset put_pins(RectangleContainer& container, const Problem& problem, RegionIndex region) {
    Offset highest;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        const auto offset = buffer.region == region ? fixed_offset(buffer) : std::nullopt;
        if (offset) {
            container.put(BufferIndex(i), *offset);
            highest = std::max(highest, tail_of(buffer, *offset));
        }
    }
    return highest;
}

}  // namespace arenascope
