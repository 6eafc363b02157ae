#include "core/planner/generate/perfect_packing.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/planner/random.h"

namespace arenascope {
namespace {

/// A rectangle of steps and units of bytes that becomes so many pieces. It is at least as high as that.
struct Cut {
    std::size_t begin;
    std::size_t end;
    std::size_t bottom;
    std::size_t top;
    std::size_t pieces;

    [[nodiscard]] std::size_t length() const { return end - begin; }
    [[nodiscard]] std::size_t height() const { return top - bottom; }
};

constexpr std::size_t bytes_of_unit = 64;

/// The whole rectangle. Steps and height grow with the square root of the pieces; the height has room for all of them.
Cut whole_rectangle(std::size_t pieces) {
    constexpr std::size_t fewest_steps = 16;
    constexpr std::size_t units_for_each = 16;
    std::size_t steps = fewest_steps;
    while (steps * steps < pieces) {
        steps *= 2;
    }
    return {0, steps, 0, std::max<std::size_t>(steps, pieces) * units_for_each, pieces};
}

/// Cuts a part of at least two pieces in two. Each side gets between a quarter and three quarters of the pieces, and a
/// share of the length or the height that is about the same.
std::pair<Cut, Cut> cut(const Cut& part, Random& random) {
    Cut first = part;
    Cut second = part;
    const std::size_t quarter = part.pieces / 4;
    first.pieces = std::max<std::size_t>(1, quarter + random.below(part.pieces - 2 * quarter));
    second.pieces = part.pieces - first.pieces;
    const bool in_time = part.length() > 1 && random.below(2) == 0;
    if (in_time) {
        const std::size_t place = part.length() * first.pieces / part.pieces + random.below(2);
        first.end = part.begin + std::clamp<std::size_t>(place, 1, part.length() - 1);
        second.begin = first.end;
    } else {
        // Each side keeps a unit for each of its pieces; the rest is divided at random.
        const std::size_t rest = part.height() - part.pieces;
        const std::size_t share = rest / 2 + random.below(rest / 2 + 1);
        first.top = part.bottom + first.pieces + share * first.pieces / part.pieces;
        second.bottom = first.top;
    }
    return {first, second};
}

std::vector<Cut> pieces_of(const Cut& whole, Random& random) {
    std::vector<Cut> pieces;
    pieces.reserve(whole.pieces);
    std::vector<Cut> open = {whole};
    while (!open.empty()) {
        const Cut part = open.back();
        open.pop_back();
        if (part.pieces == 1) {
            pieces.push_back(part);
            continue;
        }
        const auto [first, second] = cut(part, random);
        open.push_back(second);
        open.push_back(first);
    }
    return pieces;
}

template <class T>
void shuffle_pieces(std::vector<T>& list, Random& random) {
    for (std::size_t i = list.size(); i > 1; --i) {
        std::swap(list[i - 1], list[random.below(i)]);
    }
}

}  // namespace

PerfectPacking perfect_packing(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    const Cut whole = whole_rectangle(count);
    std::vector<Cut> pieces = pieces_of(whole, random);
    shuffle_pieces(pieces, random);
    PerfectPacking packing;
    packing.height = Offset(static_cast<std::int64_t>(whole.top * bytes_of_unit));
    packing.problem.buffers.resize(count);
    packing.layout.placements.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Cut& piece = pieces[i];
        Buffer& buffer = packing.problem.buffers[i];
        buffer.name = "b" + std::to_string(i);
        buffer.lifetime = {Step(static_cast<std::int64_t>(piece.begin)), Step(static_cast<std::int64_t>(piece.end))};
        buffer.size = Bytes(static_cast<std::int64_t>(piece.height() * bytes_of_unit));
        packing.layout.placements[i] =
            Placement{Offset(static_cast<std::int64_t>(piece.bottom * bytes_of_unit)), RegionIndex(0)};
    }
    return packing;
}

}  // namespace arenascope
