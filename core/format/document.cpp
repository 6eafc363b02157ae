#include "core/format/document.h"

namespace arenascope {

Annotations annotations_of(const Document& document) {
    return {document.hand_edits, document.pinned_notes, document.bookmarks};
}

OpenSizes open_sizes(const Document& document) {
    return open_sizes(document.problem, document.left_out);
}

OpenSizes open_sizes(const Problem& problem, std::size_t left_out) {
    OpenSizes sizes;
    sizes.left_out = left_out;
    if (const auto& graph = problem.graph) {
        sizes.unknown = graph->unknown_sizes.size();
        sizes.assumed = graph->assumed_dimensions.size();
        sizes.bounded = graph->bounded_sizes.size();
    }
    return sizes;
}

bool has_uncertain_sizes(const Document& document) {
    const OpenSizes sizes = open_sizes(document);
    return sizes.unknown + sizes.assumed + sizes.left_out > 0;
}

bool lacks_all_sizes(const Problem& problem) {
    return problem.buffers.empty() && problem.graph && !problem.graph->unknown_sizes.empty();
}

}  // namespace arenascope
