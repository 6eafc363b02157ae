#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/error/error.h"
#include "core/format/document.h"

namespace arenascope {

/// A buffer as another tool printed it.
struct PrintedBuffer {
    Buffer buffer;
    Offset offset;
    std::int64_t line = 0;
};

/// A plan as another tool printed it, not yet checked.
struct PrintedPlan {
    std::vector<Region> regions = {Region{}};
    std::vector<StepLabel> step_labels = {};  ///< sorted by step
    std::vector<PrintedBuffer> buffers = {};
    std::vector<std::string> notes = {};
    std::size_t left_out = 0;  ///< values that take memory but have no buffer
};

/// The lifetime from the first to the last step of use, both inclusive. Empty: the end does not fit in 64 bits.
[[nodiscard]] std::optional<Lifetime> lifetime_of_uses(std::int64_t first, std::int64_t last);

/// Turns the plan into a document with all buffers placed. A repeated name becomes `name#2`. Buffers of 0 bytes are
/// left out with a note. Errors name the line: an invalid size, lifetime or offset. A plan without buffers is an error.
/// O(n log n).
[[nodiscard]] Expected<Document> document_of(PrintedPlan plan, const std::string& source);

/// Makes sharing groups of the pairs that the file declares, and infers groups of buffers that occupy exactly the same
/// bytes at the same time: tools that print a line for each value most often mean by this that a value passes its
/// memory on, or has several names. Pairs with a common buffer form one group. Notes give the numbers. Other overlaps
/// stay findings. O(n log n).
void add_sharing(Document& document, const std::vector<std::pair<BufferIndex, BufferIndex>>& declared_pairs = {});

}  // namespace arenascope
