#pragma once

#include <string>
#include <vector>

#include "core/base/error/error.h"
#include "core/format/document.h"
#include "core/model/network/import_options.h"

namespace arenascope {

/// An error if a switch of the import, or a `dim.NAME`, has no meaning for any of the documents that were read with
/// these options. The error lists those that have one. `source` names the file.
[[nodiscard]] Expected<void> check_import(const std::vector<const Document*>& documents, const ImportOptions& options,
                                          const std::string& source);

}  // namespace arenascope
