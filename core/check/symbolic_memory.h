#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/buffer.h"
#include "core/model/memory/deployment.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Some bytes of one value. Every write of an operator that computes is a value of its own.
struct ValueBytes {
    std::uint32_t value = 0;
    std::int64_t from = 0;
    std::int64_t size = 0;
    friend bool operator==(const ValueBytes&, const ValueBytes&) = default;
};

/// The content of a tensor: bytes of values, in order.
using TensorContent = std::vector<ValueBytes>;

/// What every tensor of a network contains, if each operator does what its feature says:
///
///   conv   x ─▶ y        y is a new value
///   split  y ─▶ a, b     a and b are bytes of y
///   concat b, a ─▶ c     c is b, then a
///
/// An ordinary operator that reads a variable writes it, too, so that a variable has several contents in one run. The
/// copy of a transfer contains what its source does, of a variable what it does when the copy begins. Linear in
/// operands and in the values that their contents are made of.
class NetworkValues {
public:
    explicit NetworkValues(const Problem& problem);

    /// The content of an operand at the time when the network reads it.
    [[nodiscard]] const TensorContent& read(OperatorIndex node, std::size_t operand) const;
    [[nodiscard]] const TensorContent& written(OperatorIndex node, std::size_t output) const;
    /// The variables that an operator writes although it only seems to read them, with their new contents.
    [[nodiscard]] const std::vector<std::pair<BufferIndex, std::uint32_t>>& rewritten(OperatorIndex node) const {
        return rewritten_[node];
    }
    [[nodiscard]] const TensorContent& content(std::uint32_t index) const { return contents_[index]; }
    /// The content before the first operator.
    [[nodiscard]] const TensorContent& first(BufferIndex buffer) const { return contents_[buffer.value()]; }
    /// The content after the last operator.
    [[nodiscard]] const TensorContent& last(BufferIndex buffer) const { return contents_[current(buffer)]; }
    /// A new value of so many bytes, which no tensor contains.
    [[nodiscard]] TensorContent foreign(Bytes size) { return {{next_value_++, 0, size.value()}}; }

private:
    [[nodiscard]] std::uint32_t current(BufferIndex buffer) const;
    std::uint32_t add(TensorContent content);
    [[nodiscard]] TensorContent handed_on(const Operator& node, std::size_t output) const;
    void run(OperatorIndex index);
    void copy_variables(Step step);

    const Problem& problem_;
    std::vector<TensorContent> contents_;                ///< the first ones belong to the buffers, in order
    IndexedVector<BufferIndex, std::uint32_t> current_;  ///< position in `contents_`
    IndexedVector<OperatorIndex, std::vector<std::uint32_t>> reads_;
    IndexedVector<OperatorIndex, std::vector<std::uint32_t>> writes_;
    IndexedVector<OperatorIndex, std::vector<std::pair<BufferIndex, std::uint32_t>>> rewritten_;
    std::vector<Transfer> variables_;  ///< copies of variables that are still to be made; the next one is the last
    std::uint32_t next_value_ = 0;
};

/// The bytes of a content from a position on.
[[nodiscard]] TensorContent slice(const TensorContent& whole, Bytes from, Bytes size);

[[nodiscard]] Bytes size_of(const TensorContent& content);

/// The caller as a writer; an operator is its position in the list.
inline constexpr std::uint32_t the_caller = 0xFFFFFFFF;

/// Where the buffers of a deployment lie: at the address where the caller sets them or an operator writes them.
class DeployedPlaces {
public:
    /// The deployment must outlive it. Linear.
    explicit DeployedPlaces(const Deployment& deployment);

    /// Empty: there is no such buffer, or it is not placed.
    [[nodiscard]] OptionalPlacement place_of(std::string_view buffer) const;
    /// The place of the first byte of a part.
    [[nodiscard]] OptionalPlacement place_of(const DeployedPart& part) const;

    /// Who sets or writes a buffer first; empty: there is no such buffer.
    [[nodiscard]] std::optional<std::uint32_t> writer_of(std::string_view buffer) const;

private:
    struct Written {
        OptionalPlacement place;
        std::uint32_t writer;
    };

    void add(const std::vector<DeployedBuffer>& buffers, std::uint32_t writer);

    std::unordered_map<std::string_view, Written> written_;  ///< by name
};

/// Bytes of a memory that are not what they should be.
struct WrongBytes {
    AddressRange bytes;
    std::optional<std::uint32_t> writer;  ///< who wrote them last; empty: nobody wrote them
    ValueBytes wanted;                    ///< what they should be
    std::optional<ValueBytes> found;      ///< what they are; empty: nobody wrote them
    friend bool operator==(const WrongBytes&, const WrongBytes&) = default;
};

/// The memories of a device, where each byte knows its value and who wrote it last. O(log n) for a write or a read, and
/// linear in the pieces that it touches.
class SymbolicMemory {
public:
    explicit SymbolicMemory(std::size_t regions) : regions_(regions) {}

    void write(Placement place, const TensorContent& content, std::uint32_t writer);
    /// The first bytes from `place` on that do not hold the content; empty if all do.
    [[nodiscard]] std::optional<WrongBytes> first_wrong(Placement place, const TensorContent& content) const;

private:
    /// From an offset on: what is stored there, up to the next piece at most.
    struct Piece {
        ValueBytes content;
        std::uint32_t writer;
    };
    using Memory = std::map<std::int64_t, Piece>;

    static void cut(Memory& memory, std::int64_t offset);

    IndexedVector<RegionIndex, Memory> regions_;
};

/// A tensor, or a buffer that holds a part of it, that lies elsewhere in the region than it is read.
struct ShiftedRead {
    std::string part;    ///< the buffer; empty: the whole tensor
    Bytes by;            ///< how much too high it is read; negative: too low
    AddressRange bytes;  ///< where it lies
    friend bool operator==(const ShiftedRead&, const ShiftedRead&) = default;
};

/// Explains a read that does not find its content, if that content lies intact at another address: where its buffers
/// are written, or elsewhere in such a buffer, as far from the read as the bytes found are from those wanted.
///
///   written   ├─── c ───┤         at 0
///   read        ├─── c ───┤       at 4: its first byte is byte 4 of c, so it reads 4 bytes too high
///
/// `wrong` is what the memory says about the read. Empty if the content does not lie there: it was overwritten, or was
/// never written. Linear in the parts and in the pieces of the content.
[[nodiscard]] std::optional<ShiftedRead> shifted_read(const DeployedTensor& read, const TensorContent& content,
                                                      const WrongBytes& wrong, const DeployedPlaces& places,
                                                      const SymbolicMemory& memory);

/// Some bytes of a scratch buffer of a deployment.
struct ScratchBytes {
    std::size_t scratch;  ///< position in Deployment::scratch
    Window bytes;
    friend bool operator==(const ScratchBytes&, const ScratchBytes&) = default;
};

/// Which bytes of scratch each operator of a deployment takes into use, and which must still be intact after it:
///
///   operator    1   2   3   4   5      a gap at operators 3 and 4 leaves the bytes 0 to 4 in use
///   rows   4..8 ██████          ████   taken by 1: 0 to 8      left by 2: 0 to 8
///          0..4 ████████████████████   taken by 5: 4 to 8      left by 4: 0 to 4, left by 5: 0 to 8
///
/// Scratch that lies inside other scratch of the same operators, where both may overlay, takes and leaves nothing.
/// What an operand of scratch holds is checked by its readers: nothing leaves it, and its first reader takes it. So it
/// is listed only where a gap ends. O(n²) for n overlay buffers of the same operator, else linear in gaps.
class ScratchUse {
public:
    explicit ScratchUse(const Deployment& deployment);

    /// What an operator may write before it has read its operands.
    [[nodiscard]] const std::vector<ScratchBytes>& taken_by(std::size_t position) const;
    /// What an operator uses until it has written its results, and the next one does not use any more.
    [[nodiscard]] const std::vector<ScratchBytes>& left_by(std::size_t position) const;
    /// Whether an operator reads scratch as one of its operands.
    [[nodiscard]] bool is_operand(std::size_t scratch) const { return is_operand_[scratch]; }

private:
    using ByOperator = std::unordered_map<std::size_t, std::vector<ScratchBytes>>;

    void find_operands(const Deployment& deployment);
    void add(std::size_t scratch, const DeployedBuffer& one);

    std::vector<bool> is_operand_;
    ByOperator taken_;
    ByOperator left_;
};

}  // namespace arenascope
