#include "core/model/memory/live_share.h"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "core/model/memory/placed_piece.h"

namespace arenascope {
namespace {

/// The live size counts variable scratch with its minimum, see LiveProfile.
Bytes counted_alone(const Problem& problem, const LiveShare& share) {
    const ScratchRequest* request = scratch_request_of(problem, share.buffer);
    return request != nullptr && request->variable ? std::min(request->minimum, problem.buffers[share.buffer].size)
                                                   : share.used;
}

/// Bytes of a buffer that shares memory.
struct SharedPart {
    AddressRange bytes;
    RegionIndex region;
    std::size_t share;  ///< position in the list of shares
};

/// The parts of one block of sharing buffers that are in use at the step. `share_of`: by buffer, the position of its
/// share, or the number of shares.
void find_parts(std::vector<SharedPart>& parts, const Problem& problem, const Layout& layout,
                const std::vector<BufferIndex>& block, Step step,
                const IndexedVector<BufferIndex, std::size_t>& share_of, std::size_t shares) {
    parts.clear();
    for (const BufferIndex buffer : block) {
        const auto& placement = layout.placements[buffer];
        if (share_of[buffer] == shares || !placement) {
            continue;
        }
        for_each_placed_piece(problem, buffer, placement->offset, [&](const PlacedPiece& piece) {
            if (contains(piece.steps, step)) {
                parts.push_back({piece.bytes, problem.buffers[buffer].region, share_of[buffer]});
            }
        });
    }
    std::ranges::sort(parts, [](const SharedPart& a, const SharedPart& b) {
        return std::tuple(a.region, a.bytes.from, b.bytes.to, a.share) <
               std::tuple(b.region, b.bytes.from, a.bytes.to, b.share);
    });
}

/// Gives shared bytes to the buffer of a block that begins lowest.
void count_once(std::vector<LiveShare>& shares, const Problem& problem, const Layout& layout, Step step) {
    IndexedVector<BufferIndex, std::size_t> share_of(problem.buffers.size(), shares.size());
    for (std::size_t i = 0; i < shares.size(); ++i) {
        share_of[shares[i].buffer] = i;
    }
    std::vector<SharedPart> parts;
    for (const std::vector<BufferIndex>& block : sharing_blocks(layout)) {
        find_parts(parts, problem, layout, block, step, share_of, shares.size());
        for (const SharedPart& part : parts) {
            shares[part.share].counted = Bytes(0);
        }
        std::optional<std::pair<RegionIndex, Offset>> covered;
        for (const SharedPart& part : parts) {
            const bool continues = covered && covered->first == part.region;
            const Offset from = continues ? std::max(part.bytes.from, covered->second) : part.bytes.from;
            if (part.bytes.to > from) {
                shares[part.share].counted = part.bytes.to - from;
                covered = {part.region, part.bytes.to};
            }
        }
    }
}

}  // namespace

std::vector<LiveShare> live_shares(const Problem& problem, const Layout& layout, Step step,
                                   std::optional<RegionIndex> region) {
    std::vector<LiveShare> shares;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (!contains(buffer.lifetime, step) || (region && buffer.region != *region)) {
            continue;
        }
        LiveShare share{BufferIndex(i), Bytes(0), Bytes(0)};
        bool takes_bytes = false;  // not if gaps cover its whole lifetime
        for_each_piece(buffer, [&](const Piece& piece) {
            takes_bytes = true;
            share.used = contains(piece.steps, step) ? piece.bytes.to - piece.bytes.from : share.used;
        });
        share.counted = takes_bytes ? counted_alone(problem, share) : Bytes(0);
        if (share.used > Bytes(0) || share.counted > Bytes(0)) {
            shares.push_back(share);
        }
    }
    if (!layout.sharing.empty()) {
        count_once(shares, problem, layout, step);
    }
    return shares;
}

}  // namespace arenascope
