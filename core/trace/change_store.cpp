#include "core/trace/change_store.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "core/base/file/compression.h"

namespace arenascope {
namespace {

SharedBytes packed_block(std::string_view content) {
    return shared_bytes(compressed(content, Compression::fast));
}

/// The content of a block; empty if its bytes are damaged.
std::string content_of(const SharedBytes& block) {
    return decompressed(block.bytes, std::numeric_limits<std::size_t>::max()).value_or(std::string());
}

ChangeCounts counts_of_changes(const FrameChanges& changes) {
    ChangeCounts counts;
    counts.moves = static_cast<std::uint32_t>(changes.moves.size());
    for (const Move& move : changes.moves) {
        counts.placed += move.from ? 0U : 1U;
        counts.removed += move.to ? 0U : 1U;
    }
    counts.all = static_cast<std::uint32_t>(changes.moves.size() + changes.order.size() + changes.risks.size());
    return counts;
}

/// A whole state as the changes that lead to it from nothing.
FrameChanges changes_to(const RunState& state) {
    FrameChanges changes;
    for (std::size_t i = 0; i < state.offsets.size(); ++i) {
        if (state.offsets[i]) {
            changes.moves.push_back({BufferIndex(i), std::nullopt, state.offsets[i]});
        }
    }
    for (std::size_t i = 0; i < state.order.size(); ++i) {
        changes.order.push_back({static_cast<std::uint32_t>(i), BufferIndex::none(), state.order[i]});
    }
    for (std::size_t i = 0; i < state.risks.size(); ++i) {
        changes.risks.push_back({BufferIndex(i), Risk(), state.risks[i]});
    }
    return changes;
}

}  // namespace

bool is_checkpoint_due(std::size_t changes, std::size_t buffers) {
    constexpr std::size_t states = 8;
    constexpr std::size_t columns = 3;
    constexpr std::size_t fewest = 1'000'000;
    return changes > std::max(fewest, buffers * columns * states);
}

std::size_t replay_weight(const ChangeCounts& counts) {
    constexpr std::size_t of_frame = 16;
    return std::size_t{counts.all} + of_frame;
}

ChangeStore::ChangeStore(Parts parts)
    : entries_(std::move(parts.entries)), blocks_(std::move(parts.blocks)), checkpoints_(std::move(parts.checkpoints)) {
    for (const SharedBytes& block : blocks_) {
        compressed_bytes_ += block.bytes.size();
    }
    for (const auto& [frame, checkpoint] : checkpoints_) {
        compressed_bytes_ += checkpoint.bytes.size();
    }
}

ChangeStore::Parts ChangeStore::parts() const {
    Parts parts{entries_, blocks_, checkpoints_};
    if (!open_block_.empty()) {
        parts.blocks.push_back(packed_block(open_block_));
    }
    return parts;
}

bool ChangeStore::has_sound_blocks(std::size_t buffers) const {
    const std::size_t most = block_size + most_packed_bytes(buffers);
    const auto is_sound = [most](const SharedBytes& block) {
        const auto size = decompressed_size(block.bytes);
        return size && *size <= most;
    };
    return std::ranges::all_of(blocks_, is_sound) &&
           std::ranges::all_of(checkpoints_, [&](const auto& each) { return is_sound(each.second); }) &&
           std::ranges::all_of(entries_, [this](const Entry& entry) {
               return entry.counts.all == 0 || entry.block < blocks_.size() + (open_block_.empty() ? 0 : 1);
           });
}

void ChangeStore::record(FrameIndex frame, const FrameChanges& changes) {
    if (entries_.size() <= frame.value()) {
        entries_.resize(std::size_t{frame.value()} + 1);
    }
    entries_[frame] = {static_cast<std::uint32_t>(blocks_.size()), static_cast<std::uint32_t>(open_block_.size()),
                       counts_of_changes(changes)};
    if (entries_[frame].counts.all == 0) {
        return;
    }
    append_packed(open_block_, changes);
    if (open_block_.size() >= block_size) {
        blocks_.push_back(packed_block(open_block_));
        compressed_bytes_ += blocks_.back().bytes.size();
        open_block_.clear();
    }
}

void ChangeStore::record_checkpoint(FrameIndex frame, const RunState& state) {
    std::string bytes;
    append_packed(bytes, changes_to(state));
    SharedBytes& kept = checkpoints_[frame];
    compressed_bytes_ -= kept.bytes.size();
    kept = packed_block(bytes);
    compressed_bytes_ += kept.bytes.size();
}

void ChangeStore::copy_checkpoint(FrameIndex frame, const ChangeStore& other, FrameIndex from) {
    if (const auto found = other.checkpoints_.find(from); found != other.checkpoints_.end()) {
        checkpoints_[frame] = found->second;
        compressed_bytes_ += found->second.bytes.size();
    }
}

void ChangeStore::truncate(std::size_t count) {
    std::size_t end = open_block_.size();
    for (std::size_t i = count; i < entries_.size(); ++i) {
        const Entry& entry = entries_[i];
        if (entry.block != Entry::no_block) {
            end = std::min(end, entry.block == blocks_.size() ? std::size_t{entry.begin} : 0);
        }
    }
    open_block_.resize(end);
    entries_.resize(std::min(count, entries_.size()));
    for (auto late = checkpoints_.lower_bound(FrameIndex(count)); late != checkpoints_.end();) {
        compressed_bytes_ -= late->second.bytes.size();
        late = checkpoints_.erase(late);
    }
}

ChangeCounts ChangeStore::counts(FrameIndex frame) const {
    return frame.value() < entries_.size() ? entries_[frame].counts : ChangeCounts{};
}

RunState ChangeStore::checkpoint(FrameIndex frame) const {
    PackedChanges changes;
    if (!unpack(content_of(checkpoints_.at(frame)), changes)) {
        return {};
    }
    const std::size_t buffers = changes.risks.size();
    const auto is_within = [](const auto& list, auto end) {
        return std::ranges::all_of(list, [end](auto one) { return one < end; });
    };
    // A permutation has nothing to begin with here.
    if (!changes.sources.empty() || !is_within(changes.moved, BufferIndex(buffers)) ||
        !is_within(changes.positions, buffers) || !is_within(changes.classified, BufferIndex(buffers))) {
        return {};
    }
    RunState state(buffers);
    state.apply(changes);
    return state;
}

std::size_t ChangeStore::bytes() const {
    constexpr std::size_t of_node = 64;  // of the map, with the block's own record
    return entries_.capacity() * sizeof(Entry) + blocks_.capacity() * sizeof(blocks_[0]) + open_block_.size() +
           compressed_bytes_ + checkpoints_.size() * of_node;
}

const PackedChanges& ChangeReader::read(FrameIndex frame) {
    changes_.clear();
    if (frame.value() < store_->entries_.size()) {
        changes_.release_beyond(store_->entries_[frame].counts.all);
    }
    if (frame.value() >= store_->entries_.size()) {
        return changes_;
    }
    const ChangeStore::Entry& entry = store_->entries_[frame];
    if (entry.counts.all == 0) {
        return changes_;
    }
    const bool is_open = entry.block == store_->blocks_.size();
    if (entry.block != block_ && content_.size() > 2 * ChangeStore::block_size) {
        // A frame that changes millions of buffers fills a block of its own.
        std::string().swap(content_);
        block_ = ChangeStore::Entry::no_block;
    }
    if (!is_open && entry.block != block_) {
        content_ = content_of(store_->blocks_[entry.block]);
        block_ = entry.block;
    }
    const std::string_view block = is_open ? store_->open_block_ : content_;
    if (!unpack(block.substr(std::min<std::size_t>(entry.begin, block.size())), changes_)) {
        changes_.clear();
    }
    return changes_;
}

bool operator==(const ChangeStore& a, const ChangeStore& b) {
    ChangeReader of_a(a);
    ChangeReader of_b(b);
    const std::size_t frames = std::max(a.entries_.size(), b.entries_.size());
    for (std::size_t i = 0; i < frames; ++i) {
        const FrameIndex frame(i);
        if (a.counts(frame) != b.counts(frame) || !(of_a.read(frame) == of_b.read(frame))) {
            return false;
        }
    }
    return true;
}

}  // namespace arenascope
