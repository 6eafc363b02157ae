#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/text/json_reader.h"
#include "core/format/document.h"

namespace arenascope {

/// Reads a JSON text of this program: `read` fills the document from the root. The version under the key "version" is
/// checked before; `newest` is the last one that is known. A note lists the keys that no reader knows. Errors name line
/// and key.
[[nodiscard]] Expected<Document> read_json_document(std::string_view content, const std::string& source,
                                                    std::int64_t newest,
                                                    const std::function<void(const JsonField&, Document&)>& read);

}  // namespace arenascope
