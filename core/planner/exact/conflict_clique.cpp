#include "core/planner/exact/conflict_clique.h"

#include <algorithm>
#include <bitset>
#include <numeric>
#include <utility>
#include <vector>

namespace arenascope {
namespace {

constexpr std::size_t most_buffers = 1024;
using Row = std::bitset<most_buffers>;

/// The intervals in which all bytes of a buffer are in use, in time order.
std::vector<Lifetime> whole_pieces(const Buffer& buffer) {
    std::vector<Lifetime> pieces;
    for_each_piece(buffer, [&](const Piece& piece) {
        if (piece.bytes.from == Bytes(0) && piece.bytes.to == buffer.size) {
            pieces.push_back(piece.steps);
        }
    });
    return pieces;
}

bool meet(const std::vector<Lifetime>& a, const std::vector<Lifetime>& b) {
    auto first = a.begin();
    auto second = b.begin();
    while (first != a.end() && second != b.end()) {
        if (first->begin < second->end && second->begin < first->end) {
            return true;
        }
        ++(first->end <= second->end ? first : second);
    }
    return false;
}

/// Branches on the heaviest vertices first. The bound of the rest is the sum of the heaviest vertices of all colours.
class CliqueSearch {
public:
    CliqueSearch(std::vector<std::int64_t> weights, std::vector<Row> neighbours)
        : weights_(std::move(weights)), neighbours_(std::move(neighbours)) {}

    std::int64_t run() {
        std::vector<std::size_t> all(weights_.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        extend(all, 0);
        return best_;
    }

private:
    void extend(const std::vector<std::size_t>& candidates, std::int64_t weight) {
        best_ = std::max(best_, weight);
        const std::vector<std::int64_t> bounds = colour_bounds(candidates);
        for (std::size_t i = candidates.size(); i-- > 0;) {
            if (weight + bounds[i] <= best_ || branches_ >= most_clique_branches) {
                return;
            }
            ++branches_;
            std::vector<std::size_t> rest;
            std::copy_if(candidates.begin(), candidates.begin() + static_cast<std::ptrdiff_t>(i),
                         std::back_inserter(rest),
                         [&](std::size_t other) { return neighbours_[candidates[i]][other]; });
            extend(rest, weight + weights_[candidates[i]]);
        }
    }

    /// By position: upper bound of the candidates up to it. Vertices of the same colour are never in one clique
    /// together.
    [[nodiscard]] std::vector<std::int64_t> colour_bounds(const std::vector<std::size_t>& candidates) const {
        std::vector<std::pair<Row, std::int64_t>> colours;  ///< vertices of the colour, and the heaviest weight
        std::vector<std::int64_t> bounds;
        std::int64_t bound = 0;
        for (const std::size_t vertex : candidates) {
            auto colour = std::find_if(colours.begin(), colours.end(),
                                       [&](const auto& one) { return (one.first & neighbours_[vertex]).none(); });
            if (colour == colours.end()) {
                colours.emplace_back();
                colour = std::prev(colours.end());
            }
            colour->first.set(vertex);
            const std::int64_t heaviest = std::max(colour->second, weights_[vertex]);
            bound += heaviest - std::exchange(colour->second, heaviest);
            bounds.push_back(bound);
        }
        return bounds;
    }

    std::vector<std::int64_t> weights_;
    std::vector<Row> neighbours_;
    std::int64_t best_ = 0;
    std::uint64_t branches_ = 0;
};

}  // namespace

std::int64_t heaviest_conflict_clique(const Problem& problem, std::span<const BufferIndex> buffers,
                                      std::int64_t alignment) {
    if (buffers.size() > most_buffers) {
        return 0;
    }
    std::vector<BufferIndex> rising(buffers.begin(), buffers.end());
    std::sort(rising.begin(), rising.end(), [&](BufferIndex a, BufferIndex b) {
        return std::pair(problem.buffers[a].size, a) < std::pair(problem.buffers[b].size, b);
    });
    std::vector<std::vector<Lifetime>> pieces;
    std::vector<std::int64_t> weights;
    for (const BufferIndex index : rising) {
        const Buffer& buffer = problem.buffers[index];
        pieces.push_back(whole_pieces(buffer));
        weights.push_back(aligned_up(Offset(buffer.size.value()), Bytes(alignment)).value());
    }
    std::vector<Row> neighbours(rising.size());
    for (std::size_t i = 0; i < rising.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            neighbours[i][j] = neighbours[j][i] = meet(pieces[i], pieces[j]);
        }
    }
    // Any one of them may be the topmost buffer, which wastes less, but always less than the alignment.
    return std::max<std::int64_t>(CliqueSearch(std::move(weights), std::move(neighbours)).run() - (alignment - 1), 0);
}

}  // namespace arenascope
