#pragma once

#include <string>
#include <vector>

#include "core/error/error.h"
#include "core/format/document.h"

namespace arenascope {

/// A buffer as a line of another tool's output gives it.
struct PrintedBuffer {
    Buffer buffer;
    Offset offset;
    std::int64_t line = 0;
};

/// A plan that another tool printed, before anything of it is checked.
struct PrintedPlan {
    std::vector<Region> regions = {Region{}};
    std::vector<StepLabel> step_labels = {};  ///< sorted by step
    std::vector<PrintedBuffer> buffers = {};
    std::vector<std::string> notes = {};
    std::size_t left_out = 0;  ///< values that take memory and have no line among the buffers
};

/// The lifetime of something in use from its first to its last step, inclusive; nothing where the end passes 64 bits.
[[nodiscard]] std::optional<Lifetime> lifetime_of_uses(std::int64_t first, std::int64_t last);

/// The plan as a document in which all is placed. A name that comes again becomes `name#2`; what has 0 bytes is left
/// out with a note. Errors name the line: sizes, lifetimes and offsets that can not be; nothing placed at all. O(n log
/// n).
[[nodiscard]] Expected<Document> document_of(PrintedPlan plan, FileFormat format, const std::string& source);

/// Declares that buffers at exactly the same bytes share them where their lifetimes meet: tools that print one line for
/// each value say in this way that one hands its memory on to the next, or that they are one under several names.
/// A note says how many. Overlaps of other ranges stay what they are. O(n log n).
void declare_equal_ranges(Document& document);

}  // namespace arenascope
