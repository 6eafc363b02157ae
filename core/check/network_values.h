#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
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

}  // namespace arenascope
