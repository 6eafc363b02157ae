#include "core/format/document.h"

namespace arenascope {

OpenSizes open_sizes(const Document& document) {
    OpenSizes sizes;
    sizes.left_out = document.left_out;
    if (const auto& graph = document.problem.graph) {
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

}  // namespace arenascope
