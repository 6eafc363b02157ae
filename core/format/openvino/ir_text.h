#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/error/error.h"

namespace pugi {
class xml_document;
class xml_node;
}  // namespace pugi

namespace arenascope {

/// A parsed XML text, and the place of each element in it. Nothing outside the text is read: a document type and its
/// entities are ignored.
class IrText {
public:
    /// Parses the text. Errors: it is not well-formed, or has so many tags for its size that their tree would take more
    /// than 16 times the memory of the text. Linear.
    [[nodiscard]] static Expected<IrText> parse(std::string_view content, const std::string& source);

    IrText(IrText&& other) noexcept;
    IrText& operator=(IrText&& other) noexcept;
    ~IrText();

    [[nodiscard]] const pugi::xml_document& document() const { return *document_; }

    /// An error about an element, with its line.
    [[nodiscard]] tl::unexpected<Error> wrong(const pugi::xml_node& element, std::string cause, std::string cure) const;

private:
    IrText(std::string_view content, const std::string& source);

    std::string_view content_;
    std::string source_;
    std::string parsed_;  ///< a copy of the content, which the tree points into
    std::unique_ptr<pugi::xml_document> document_;
};

/// The element type of a port.
struct Precision {
    std::string name;       ///< in lower case, as in attributes of a layer: `FP32` and `f32` are both `f32`
    std::int64_t bits = 0;  ///< 0: elements have no fixed size, or the type is unknown
};

/// The element type with this name, in either spelling: that of ports (`FP32`) or that of layers (`f32`).
[[nodiscard]] Precision precision_named(std::string_view name);

}  // namespace arenascope
