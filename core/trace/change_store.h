#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/file/shared_bytes.h"
#include "core/trace/frame.h"
#include "core/trace/run_state.h"

namespace arenascope {

/// How many changes a frame has.
struct ChangeCounts {
    std::uint32_t moves = 0;
    std::uint32_t placed = 0;   ///< those of the moves that place a buffer which was not placed
    std::uint32_t removed = 0;  ///< those that take a placed buffer away
    std::uint32_t all = 0;      ///< moves, changes of the order and of risks
    friend bool operator==(const ChangeCounts&, const ChangeCounts&) = default;
};

/// The changes of all frames of a trace, packed and compressed in blocks, with whole states (checkpoints) now and then:
///
///   frames   0   1   2   3   4   5   6 …          checkpoints   0           5
///            └─block 0──┘└──block 1──┘ open block               │           │
///                                                          whole state  whole state
///
/// A frame is found in O(1) and unpacked in O(block + its changes). Copies share the blocks. Each block and each
/// checkpoint is a frame of Zstandard (RFC 8878) with a checksum of its content.
class ChangeStore {
public:
    /// Where the changes of a frame are.
    struct Entry {
        static constexpr std::uint32_t no_block = 0xFFFF'FFFFU;
        std::uint32_t block = no_block;  ///< the number of blocks: the open one
        std::uint32_t begin = 0;         ///< in the block before compression
        ChangeCounts counts;
    };

    /// The whole store as data, as a file keeps it. All blocks are compressed.
    struct Parts {
        IndexedVector<FrameIndex, Entry> entries;
        std::vector<SharedBytes> blocks;
        std::map<FrameIndex, SharedBytes> checkpoints;
    };

    ChangeStore() = default;
    /// Takes over parts, and checks nothing: see validate_trace().
    explicit ChangeStore(Parts parts);
    [[nodiscard]] Parts parts() const;
    /// Whether every entry names a block, and all blocks and checkpoints have the size that changes of so many buffers
    /// may have. Linear in the frames.
    [[nodiscard]] bool has_sound_blocks(std::size_t buffers) const;

    /// Sets the changes of a frame, for which record() was not called since it was entered. They must fit in 4 GiB.
    void record(FrameIndex frame, const FrameChanges& changes);
    void record_checkpoint(FrameIndex frame, const RunState& state);
    /// Takes over the checkpoint of a frame of another store, if there is one.
    void copy_checkpoint(FrameIndex frame, const ChangeStore& other, FrameIndex from);
    /// Removes the changes of all frames from `count` on. They must be the ones recorded last.
    void truncate(std::size_t count);

    /// O(1). A frame without recorded changes has none.
    [[nodiscard]] ChangeCounts counts(FrameIndex frame) const;
    [[nodiscard]] bool has_checkpoint(FrameIndex frame) const { return checkpoints_.contains(frame); }
    /// The state at a frame with a checkpoint; an empty one if its bytes are damaged. Linear in the buffers.
    [[nodiscard]] RunState checkpoint(FrameIndex frame) const;
    [[nodiscard]] std::size_t checkpoint_count() const { return checkpoints_.size(); }
    /// The bytes that the store takes.
    [[nodiscard]] std::size_t bytes() const;

    /// Whether all frames have the same changes. Linear.
    friend bool operator==(const ChangeStore& a, const ChangeStore& b);

private:
    friend class ChangeReader;

    static constexpr std::size_t block_size = std::size_t{1} << 18U;

    IndexedVector<FrameIndex, Entry> entries_;
    std::vector<SharedBytes> blocks_;  ///< compressed
    std::string open_block_;
    std::map<FrameIndex, SharedBytes> checkpoints_;
    std::size_t compressed_bytes_ = 0;  ///< of blocks and checkpoints
};

/// Unpacks the changes of frames. It keeps the last block, so frames that were recorded one after another cost only
/// their changes. The store must outlive it, and must not change.
class ChangeReader {
public:
    explicit ChangeReader(const ChangeStore& store) : store_(&store) {}

    /// The changes of a frame; valid until the next call. None if their bytes are damaged.
    [[nodiscard]] const PackedChanges& read(FrameIndex frame);

private:
    const ChangeStore* store_;
    std::uint32_t block_ = ChangeStore::Entry::no_block;
    std::string content_;  ///< of that block
    PackedChanges changes_;
};

/// Whether a checkpoint is worth its bytes after so many changes since the last one: going back to it then costs about
/// eight whole states.
[[nodiscard]] bool is_checkpoint_due(std::size_t changes, std::size_t buffers);

/// The weight of a frame for is_checkpoint_due(): its changes, and a little for itself.
[[nodiscard]] std::size_t replay_weight(const ChangeCounts& counts);

}  // namespace arenascope
