#include "core/format/import_check.h"

#include <algorithm>

#include "core/base/error/quotation.h"
#include "core/format/format_switches.h"
#include "core/model/network/dimension_wildcard.h"

namespace arenascope {

Expected<void> check_import(const std::vector<const Document*>& documents, const ImportOptions& options,
                            const std::string& source) {
    std::vector<std::string> names;
    std::vector<FileFormat> formats;
    for (const Document* document : documents) {
        formats.push_back(document->format);
        names.insert(names.end(), document->dimensions.begin(), document->dimensions.end());
    }
    if (auto known = check_switches(formats, options, source); !known) {
        return known;
    }
    for (const auto& [name, extent] : options.dimensions) {
        if (name != DimensionWildcard::name && std::find(names.begin(), names.end(), name) == names.end()) {
            std::string list;
            for (const std::string& known : names) {
                list += (list.empty() ? "" : ", ") + in_quotes(known);
            }
            return failure(Error{source, 0, "it has no open dimension " + in_quotes(name),
                                 list.empty() ? "it has no named open dimensions: remove dim.NAME"
                                              : "its open dimensions are: " + list});
        }
    }
    return {};
}

}  // namespace arenascope
