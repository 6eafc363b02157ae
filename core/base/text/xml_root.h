#pragma once

#include <optional>
#include <string_view>

namespace arenascope {

/// Whether the first character after spaces begins XML. A byte order mark is skipped.
[[nodiscard]] bool looks_like_xml(std::string_view content);

/// The name of the outermost element of an XML text, found without parsing it: the declaration, comments and a document
/// type before it are skipped. Empty: the text does not begin like XML. Linear in what is skipped.
[[nodiscard]] std::optional<std::string_view> xml_root(std::string_view content);

}  // namespace arenascope
