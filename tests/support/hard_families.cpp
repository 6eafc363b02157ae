#include "tests/support/hard_families.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "core/format/reading.h"
#include "core/planner/generate/generated_problem.h"
#include "tests/support/known_offsets.h"

namespace arenascope::test {
namespace {

constexpr std::int64_t kibibyte = 1024;

using Pieces = PlacedPieces;

std::int64_t drawn(Random& random, std::int64_t least, std::int64_t most) {
    return least + static_cast<std::int64_t>(random.below(static_cast<std::size_t>(most - least + 1)));
}

template <class Choices>
auto chosen(Random& random, const Choices& choices) {
    return choices[random.below(choices.size())];
}

std::int64_t height_of(const Pieces& pieces) {
    std::int64_t height = 0;
    for (const PlacedPiece& piece : pieces) {
        height = std::max(height, piece.tail());
    }
    return height;
}

std::pair<std::int64_t, std::int64_t> span_of(const Pieces& pieces) {
    std::pair<std::int64_t, std::int64_t> span{pieces.front().begin, pieces.front().end};
    for (const PlacedPiece& piece : pieces) {
        span = {std::min(span.first, piece.begin), std::max(span.second, piece.end)};
    }
    return span;
}

template <class Item>
void shuffle(std::vector<Item>& items, Random& random) {
    for (std::size_t i = items.size(); i > 1; --i) {
        std::swap(items[i - 1], items[random.below(i)]);
    }
}

/// A range of bytes that is free at a moment, and for how long it is.
struct FreeArea {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// How long the bytes are free around a moment at which they are.
FreeArea free_around(const Pieces& pieces, std::int64_t moment, std::int64_t from, std::int64_t to) {
    const auto span = span_of(pieces);
    FreeArea area{span.first, span.second, from, to};
    for (const PlacedPiece& piece : pieces) {
        if (piece.offset < to && piece.tail() > from) {
            area.begin = piece.end <= moment ? std::max(area.begin, piece.end) : area.begin;
            area.end = piece.begin > moment ? std::min(area.end, piece.begin) : area.end;
        }
    }
    return area;
}

std::vector<FreeArea> free_at(const Pieces& pieces, std::int64_t moment, std::int64_t height) {
    std::vector<std::pair<std::int64_t, std::int64_t>> taken;
    for (const PlacedPiece& piece : pieces) {
        if (piece.begin <= moment && moment < piece.end) {
            taken.emplace_back(piece.offset, piece.tail());
        }
    }
    std::sort(taken.begin(), taken.end());
    taken.emplace_back(height, height);
    std::vector<FreeArea> areas;
    std::int64_t at = 0;
    for (const auto& [from, to] : taken) {
        if (from > at) {
            areas.push_back(free_around(pieces, moment, at, from));
        }
        at = std::max(at, to);
    }
    return areas;
}

std::int64_t live_at(const Pieces& pieces, std::int64_t moment) {
    std::int64_t live = 0;
    for (const PlacedPiece& piece : pieces) {
        live += piece.begin <= moment && moment < piece.end ? piece.size : 0;
    }
    return live;
}

/// Fills the fullest section, so that the threshold is the height.
void fill_fullest(Pieces& pieces, std::int64_t height) {
    std::int64_t fullest = 0;
    std::int64_t most = -1;
    for (const PlacedPiece& piece : pieces) {
        if (const std::int64_t live = live_at(pieces, piece.begin); live > most) {
            most = live;
            fullest = piece.begin;
        }
    }
    for (const FreeArea& area : free_at(pieces, fullest, height)) {
        pieces.push_back({area.begin, area.end, area.from, area.to - area.from});
    }
}

/// Puts up to `count` buffers into the waste, each into a part of a free area.
void refill(Pieces& pieces, std::size_t count, std::int64_t height, Random& random) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t moment = chosen(random, pieces).begin;
        const std::vector<FreeArea> areas = free_at(pieces, moment, height);
        if (areas.empty()) {
            continue;
        }
        FreeArea area = chosen(random, areas);
        if (const std::int64_t blocks = (area.to - area.from) / kibibyte; blocks > 1 && (random.unit() < 0.5)) {
            area.to = area.from + kibibyte * drawn(random, 1, blocks);
            area = free_around(pieces, moment, area.from, area.to);
        }
        area.begin = (random.unit() < 0.3) ? drawn(random, area.begin, moment) : area.begin;
        area.end = (random.unit() < 0.3) ? drawn(random, moment + 1, area.end) : area.end;
        pieces.push_back({area.begin, area.end, area.from, area.to - area.from});
    }
}

/// The files by themselves, or what is made of the smaller ones if `most` is given.
const Pieces& any_file(const PlacedFiles& files, Random& random, std::size_t most = 500) {
    for (;;) {
        if (const Pieces& file = files[random.below(files.size())]; file.size() <= most) {
            return file;
        }
    }
}

Pieces mirrored(Pieces pieces) {
    const auto [first, last] = span_of(pieces);
    for (PlacedPiece& piece : pieces) {
        std::tie(piece.begin, piece.end) = std::pair(first + last - piece.end, first + last - piece.begin);
    }
    return pieces;
}

/// Other distances between the moments at which something begins or ends, which stay in their order.
Pieces with_other_steps(Pieces pieces, Random& random) {
    std::vector<std::int64_t> moments;
    for (const PlacedPiece& piece : pieces) {
        moments.insert(moments.end(), {piece.begin, piece.end});
    }
    std::sort(moments.begin(), moments.end());
    moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
    std::vector<std::int64_t> moved(moments.size());
    std::int64_t at = 0;
    for (std::int64_t& moment : moved) {
        moment = at += drawn(random, 1, 1000);
    }
    const auto moved_to = [&](std::int64_t moment) {
        return moved[static_cast<std::size_t>(std::lower_bound(moments.begin(), moments.end(), moment) -
                                              moments.begin())];
    };
    for (PlacedPiece& piece : pieces) {
        piece.begin = moved_to(piece.begin);
        piece.end = moved_to(piece.end);
    }
    return pieces;
}

/// One file after the other. Buffers of the first that are alive at the border go on into the second, over bytes of
/// buffers that were taken out of it.
Pieces beside(const PlacedFiles& files, Random& random) {
    Pieces first = any_file(files, random, 310);
    Pieces second = any_file(files, random, 470 - first.size());
    first = (random.unit() < 0.5) ? mirrored(std::move(first)) : first;
    second = (random.unit() < 0.5) ? mirrored(std::move(second)) : second;
    const std::int64_t border = span_of(first).second;
    const std::int64_t moved = border - span_of(second).first;
    for (PlacedPiece& piece : second) {
        piece.begin += moved;
        piece.end += moved;
    }
    std::erase_if(second, [&](const PlacedPiece& piece) { return piece.begin == border && (random.unit() < 0.5); });
    Pieces all = first;
    all.insert(all.end(), second.begin(), second.end());
    const std::int64_t height = height_of(all);
    for (std::size_t i = 0; i < first.size(); ++i) {
        if (all[i].end == border) {
            all[i].end = free_around(all, border - 1, all[i].offset, all[i].tail()).end;
        }
    }
    refill(all, 30, height, random);
    fill_fullest(all, height);
    return all;
}

/// One file above the other, a little later.
Pieces stacked(const PlacedFiles& files, Random& random) {
    Pieces all = any_file(files, random, 310);
    const Pieces& upper = any_file(files, random, 470 - all.size());
    const std::int64_t bottom = height_of(all);
    const std::int64_t later = kibibyte * drawn(random, 0, 300);
    for (PlacedPiece piece : upper) {
        piece.offset += bottom;
        piece.begin += later;
        piece.end += later;
        all.push_back(piece);
    }
    fill_fullest(all, height_of(all));
    return all;
}

/// A part of all buffers cut in two, in time or in height.
Pieces split(const PlacedFiles& files, Random& random) {
    Pieces pieces = any_file(files, random);
    const double share = 0.1 + 0.3 * random.unit();
    const std::size_t count = pieces.size();
    for (std::size_t i = 0; i < count && pieces.size() < 500; ++i) {
        if (!(random.unit() < share)) {
            continue;
        }
        PlacedPiece rest = pieces[i];
        if ((random.unit() < 0.5) && rest.end - rest.begin > 1) {
            rest.begin = pieces[i].end = drawn(random, rest.begin + 1, rest.end - 1);
        } else if (rest.size > kibibyte) {
            const std::int64_t lower = kibibyte * drawn(random, 1, rest.size / kibibyte - 1);
            pieces[i].size = lower;
            rest.offset += lower;
            rest.size -= lower;
        } else {
            continue;
        }
        pieces.push_back(rest);
    }
    return pieces;
}

/// A part of all sizes and lifetimes made smaller by a little. `unit` divides the new sizes.
Pieces shrunk(Pieces pieces, std::int64_t unit, Random& random) {
    const std::int64_t height = height_of(pieces);
    for (PlacedPiece& piece : pieces) {
        if (random.unit() < 0.15) {
            const std::int64_t most = std::max<std::int64_t>(piece.size / unit / 16, 1);
            piece.size = std::max(unit, piece.size - unit * drawn(random, 1, most));
        }
        if (random.unit() < 0.15) {
            const std::int64_t most = (piece.end - piece.begin) / 10;
            piece.begin += drawn(random, 0, most);
            piece.end -= drawn(random, 0, most);
        }
    }
    fill_fullest(pieces, height);
    return pieces;
}

/// A part of all buffers made longer, or larger, where the layout has waste.
Pieces grown(Pieces pieces, double share, Random& random) {
    const std::int64_t height = height_of(pieces);
    std::vector<std::size_t> order(pieces.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    shuffle(order, random);
    for (const std::size_t i : order) {
        if (!(random.unit() < share)) {
            continue;
        }
        PlacedPiece& piece = pieces[i];
        const FreeArea before = free_around(pieces, piece.begin, piece.offset, piece.tail());
        const FreeArea after = free_around(pieces, piece.end - 1, piece.offset, piece.tail());
        if (random.unit() < 0.5) {
            piece.begin = drawn(random, before.begin, piece.begin);
            piece.end = drawn(random, piece.end, after.end);
        } else {
            std::int64_t ceiling = height;
            for (const PlacedPiece& other : pieces) {
                if (other.begin < piece.end && piece.begin < other.end && other.offset >= piece.tail()) {
                    ceiling = std::min(ceiling, other.offset);
                }
            }
            piece.size += kibibyte * drawn(random, 0, (ceiling - piece.tail()) / kibibyte);
        }
    }
    fill_fullest(pieces, height);
    return pieces;
}

/// Buffers taken out, and others put into the waste.
Pieces refilled(const PlacedFiles& files, Random& random) {
    Pieces pieces = any_file(files, random);
    const std::int64_t height = height_of(pieces);
    const double share = 0.1 + 0.2 * random.unit();
    std::erase_if(pieces, [&](const PlacedPiece&) { return (random.unit() < share); });
    refill(pieces, pieces.size() / 3, height, random);
    fill_fullest(pieces, height);
    return pieces;
}

/// Steps as bytes, and bytes as steps.
Pieces transposed(Pieces pieces) {
    for (PlacedPiece& piece : pieces) {
        piece = {piece.offset, piece.tail(), piece.begin, piece.end - piece.begin};
    }
    fill_fullest(pieces, height_of(pieces));
    return pieces;
}

Pieces resized(const PlacedFiles& files, Random& random) {
    Pieces pieces = any_file(files, random);
    for (PlacedPiece& piece : pieces) {
        const std::int64_t blocks = piece.size / kibibyte;
        const std::int64_t most = blocks / 16;
        piece.size = kibibyte * drawn(random, blocks - most, blocks + most);
    }
    return pieces;
}

/// A rectangle cut into pieces.
Pieces perfect(Random& random, std::int64_t least, std::int64_t most) {
    const auto packing = perfect_packing(static_cast<std::size_t>(drawn(random, least, most)), random.next());
    Pieces pieces;
    for (std::size_t i = 0; i < packing.problem.buffers.size(); ++i) {
        const Buffer& buffer = packing.problem.buffers[i];
        pieces.push_back({buffer.lifetime.begin.value(), buffer.lifetime.end.value(),
                          packing.layout.placements[i]->offset.value(), buffer.size.value()});
    }
    return pieces;
}

/// What bricks() lays.
struct BrickShape {
    std::int64_t rows = 0;
    std::int64_t count = 0;
    std::vector<std::int64_t> sizes;    ///< in rows; one is drawn for each
    std::vector<std::int64_t> lengths;  ///< drawn from one up to twice as long
};

/// Lays one brick after the other where a row is free first, over as many rows as it needs:
///
///   ├────┬──┬─────┤          Rows that are free earlier than their neighbours are wasted for a while.
///   │    ├──┴─┐   │
///   ├──┬─┴──┬─┴───┤
Pieces bricks(const BrickShape& shape, Random& random) {
    constexpr std::int64_t row_size = 4 * kibibyte;
    std::vector<std::int64_t> free_from(static_cast<std::size_t>(shape.rows), 0);
    Pieces pieces;
    for (std::int64_t i = 0; i < shape.count; ++i) {
        const std::int64_t size = chosen(random, shape.sizes);
        const auto start_at = [&](std::int64_t row) {
            return *std::max_element(free_from.begin() + row, free_from.begin() + row + size);
        };
        std::int64_t best = 0;
        for (std::int64_t row = 1; row + size <= shape.rows; ++row) {
            best = start_at(row) < start_at(best) ? row : best;
        }
        const std::int64_t length = chosen(random, shape.lengths);
        const std::int64_t begin = start_at(best);
        const std::int64_t end = begin + drawn(random, length, 2 * length);
        std::fill_n(free_from.begin() + best, size, end);
        pieces.push_back({begin, end, best * row_size, size * row_size});
    }
    fill_fullest(pieces, shape.rows * row_size);
    return pieces;
}

Pieces equal_sizes(Random& random) {
    BrickShape shape{.rows = drawn(random, 12, 40), .count = drawn(random, 120, 400), .lengths = {4, 10, 30}};
    shape.sizes = chosen(random, std::vector<std::vector<std::int64_t>>{{2, 3}, {1, 2, 4}, {3, 4, 5}, {2, 2, 2, 5}});
    return bricks(shape, random);
}

Pieces thin_and_wide(Random& random) {
    BrickShape shape{.rows = drawn(random, 80, 200), .count = drawn(random, 150, 400), .lengths = {20, 100, 300}};
    for (int i = 0; i < 12; ++i) {
        shape.sizes.push_back(drawn(random, 1, 6));
    }
    Pieces pieces = bricks(shape, random);
    // the wide ones: short, over much of the height
    const std::int64_t height = height_of(pieces);
    for (int i = 0; i < 12; ++i) {
        const std::int64_t moment = chosen(random, pieces).begin;
        const std::int64_t from = height / 16 * drawn(random, 0, 8);
        const std::int64_t to = from + height / 16 * drawn(random, 4, 8);
        const std::int64_t end = moment + drawn(random, 2, 20);
        Pieces kept;
        for (const PlacedPiece& piece : pieces) {
            const bool is_in_the_way =
                piece.begin < end && moment < piece.end && piece.offset < to && from < piece.tail();
            if (!is_in_the_way) {
                kept.push_back(piece);
                continue;
            }
            if (piece.begin < moment) {
                kept.push_back({piece.begin, moment, piece.offset, piece.size});
            }
            if (piece.end > end) {
                kept.push_back({end, piece.end, piece.offset, piece.size});
            }
        }
        kept.push_back({moment, end, from, to - from});
        pieces = std::move(kept);
    }
    if (pieces.size() > 500) {
        pieces.resize(500);
    }
    fill_fullest(pieces, height);
    return pieces;
}

/// Blocks in a row; between two of them only a few buffers are alive.
Pieces necks(Random& random) {
    const std::int64_t rows = drawn(random, 40, 100);
    const std::int64_t blocks = drawn(random, 3, 5);
    BrickShape shape{.rows = rows, .count = drawn(random, 35, 90), .lengths = {5, 20, 60}};
    for (int i = 0; i < 8; ++i) {
        shape.sizes.push_back(drawn(random, 1, 12));
    }
    Pieces all;
    std::int64_t height = 0;
    std::int64_t begin = 0;
    for (std::int64_t i = 0; i < blocks; ++i) {
        Pieces block = bricks(shape, random);
        for (PlacedPiece& piece : block) {
            piece.begin += begin;
            piece.end += begin;
        }
        const std::int64_t end = span_of(block).second + drawn(random, 2, 10);
        height = std::max(height, height_of(block));
        all.insert(all.end(), block.begin(), block.end());
        begin = end;
    }
    // Some of those that could last over a neck do.
    const Pieces apart = all;
    std::int64_t last = span_of(all).second;
    for (std::size_t i = 0; i < apart.size(); ++i) {
        const FreeArea after = free_around(all, apart[i].end - 1, apart[i].offset, apart[i].tail());
        if ((random.unit() < 0.4) && after.end < last) {
            all[i].end = after.end;
        }
    }
    fill_fullest(all, height);
    return all;
}

/// The largest alignment that the offset allows, for a part of all.
Pieces aligned(Random& random) {
    Pieces pieces = (random.unit() < 0.5) ? perfect(random, 100, 250) : equal_sizes(random);
    pieces = shrunk(std::move(pieces), 64, random);
    for (PlacedPiece& piece : pieces) {
        const std::int64_t most = piece.offset == 0 ? 64 * kibibyte : piece.offset & -piece.offset;
        piece.alignment = (random.unit() < 0.5) ? std::min(most, 64 * kibibyte) : std::min<std::int64_t>(most, 64);
    }
    return pieces;
}

Pieces dropped(Random& random) {
    Pieces pieces = perfect(random, 120, 300);
    const std::int64_t height = height_of(pieces);
    const double share = 0.02 + 0.15 * random.unit();
    std::erase_if(pieces, [&](const PlacedPiece&) { return (random.unit() < share); });
    fill_fullest(pieces, height);
    return pieces;
}

std::vector<HardFamily> make_families() {
    const auto of_file = [](auto change) {
        return [change](const PlacedFiles& files, Random& random) { return change(any_file(files, random), random); };
    };
    const auto made_up = [](auto make) { return [make](const PlacedFiles&, Random& random) { return make(random); }; };
    return {
        {"shuffled", "a file with its buffers in another order and other distances in time", true, true,
         of_file([](const Pieces& file, Random& random) { return with_other_steps(file, random); })},
        {"mirrored", "a file backwards in time", true, true,
         of_file([](const Pieces& file, Random& random) { return with_other_steps(mirrored(file), random); })},
        {"beside", "two files one after the other, with buffers over the border", true, true, beside},
        {"stacked", "two files one above the other", true, true, stacked},
        {"split", "a file with buffers cut in time or in height", true, true, split},
        {"shrunk", "a file with smaller sizes and lifetimes", true, true,
         of_file([](const Pieces& file, Random& random) {
             return shrunk(file, (random.unit() < 0.5) ? kibibyte : 64, random);
         })},
        {"grown", "a file with larger sizes and lifetimes", true, true,
         of_file([](const Pieces& file, Random& random) { return grown(file, 0.2 + 0.6 * random.unit(), random); })},
        {"refilled", "a file with other buffers for some of its own", true, true, refilled},
        {"transposed", "a file with its two axes exchanged", true, true,
         of_file([](const Pieces& file, Random&) { return transposed(file); })},
        {"resized", "a file with sizes drawn anew, up to a sixteenth off", true, false, resized},
        {"perfect", "a rectangle cut into pieces", false, true,
         made_up([](Random& random) { return perfect(random, 100, 300); })},
        {"dropped", "the same without some of the pieces", false, true, made_up(dropped)},
        {"waste", "the same with smaller pieces", false, true,
         made_up([](Random& random) { return shrunk(perfect(random, 100, 300), 64, random); })},
        {"equal sizes", "bricks of two or three sizes", false, true, made_up(equal_sizes)},
        {"thin and wide", "many long thin bricks and a few wide ones", false, true, made_up(thin_and_wide)},
        {"necks", "blocks of bricks with few buffers between them", false, true, made_up(necks)},
        {"aligned", "bricks and pieces, half of them with large alignments", false, true, made_up(aligned)},
    };
}

}  // namespace

const std::vector<HardFamily>& hard_families() {
    static const std::vector<HardFamily> families = make_families();
    return families;
}

PlacedFiles placed_files(const std::string& folder) {
    PlacedFiles files;
    for (const KnownOffsets& known : known_offsets) {
        const auto document = read_document(folder + "/" + std::string(known.file));
        if (!document || document->problem.buffers.size() != known.kibibytes.size()) {
            return {};
        }
        Pieces& pieces = files.emplace_back();
        for (std::size_t i = 0; i < known.kibibytes.size(); ++i) {
            const Buffer& buffer = document->problem.buffers[i];
            pieces.push_back({buffer.lifetime.begin.value(), buffer.lifetime.end.value(), kibibyte * known.kibibytes[i],
                              buffer.size.value()});
        }
    }
    return files;
}

std::optional<HardProblem> hard_problem(const HardFamily& family, const PlacedFiles& files, std::uint64_t number) {
    if (family.needs_files && files.empty()) {
        return std::nullopt;
    }
    Random random(number);
    Pieces pieces = family.make(files, random);
    shuffle(pieces, random);
    HardProblem hard;
    Layout layout;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        Buffer& buffer = hard.problem.buffers.emplace_back();
        buffer.name = "b" + std::to_string(i);
        buffer.lifetime = {Step(pieces[i].begin), Step(pieces[i].end)};
        buffer.size = Bytes(pieces[i].size);
        buffer.alignment = Bytes(pieces[i].alignment);
        layout.placements.push_back(Placement{Offset(pieces[i].offset), RegionIndex(0)});
    }
    if (family.keeps_layout) {
        hard.layout = std::move(layout);
    }
    return hard;
}

}  // namespace arenascope::test
