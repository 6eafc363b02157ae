#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "core/model/memory/buffer.h"
#include "core/model/memory/deployment.h"

namespace arenascope {

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
