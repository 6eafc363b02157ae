#include "core/format/plan/region_name.h"

#include "core/base/error/quotation.h"

namespace arenascope {

RegionIndex read_region_name(const JsonField& field, std::string_view key, const Problem& problem,
                             RegionIndex otherwise) {
    if (!field.has(key)) {
        return otherwise;
    }
    const std::string name = field.text(key);
    for (std::size_t i = 0; i < problem.regions.size(); ++i) {
        if (problem.regions[i].name == name) {
            return RegionIndex(i);
        }
    }
    field.refuse(key, "there is no region " + in_quotes(name), "name one of the regions");
    return otherwise;
}

}  // namespace arenascope
