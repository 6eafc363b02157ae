#include "core/format/openvino/ir_text.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <pugixml.hpp>
#include <utility>

#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

std::int64_t line_at(std::string_view content, std::ptrdiff_t position) {
    const std::ptrdiff_t end = std::clamp<std::ptrdiff_t>(position, 0, std::ssize(content));
    return 1 + std::count(content.begin(), content.begin() + end, '\n');
}

/// The memory of the tree of a text, estimated from its tags, texts and attributes without parsing it.
std::size_t tree_memory(std::string_view content) {
    constexpr std::size_t node_bytes = 72;
    constexpr std::size_t attribute_bytes = 40;
    std::size_t nodes = 0;
    std::size_t attributes = 0;
    for (std::size_t i = 0; i < content.size(); ++i) {
        if (content[i] == '<') {
            nodes += i + 1 < content.size() && content[i + 1] != '/' ? 1 : 0;
        } else if (content[i] == '=') {
            ++attributes;
        } else if (content[i] == '>') {
            const std::size_t next = content.find_first_not_of(" \t\r\n", i + 1);
            nodes += next != std::string_view::npos && content[next] != '<' ? 1 : 0;
            i = std::min(next, content.size()) - 1;
        }
    }
    return nodes * node_bytes + attributes * attribute_bytes;
}

struct PrecisionRow {
    std::string_view port;   ///< in lower case
    std::string_view layer;  ///< the same type in the attributes of a layer
    std::int64_t bits;
};

constexpr PrecisionRow precision_rows[] = {
    {"fp64", "f64", 64},     {"fp32", "f32", 32},     {"fp16", "f16", 16},     {"bf16", "bf16", 16},
    {"i64", "i64", 64},      {"i32", "i32", 32},      {"i16", "i16", 16},      {"i8", "i8", 8},
    {"i4", "i4", 4},         {"u64", "u64", 64},      {"u32", "u32", 32},      {"u16", "u16", 16},
    {"u8", "u8", 8},         {"u6", "u6", 6},         {"u4", "u4", 4},         {"u3", "u3", 3},
    {"u2", "u2", 2},         {"u1", "u1", 1},         {"bin", "u1", 1},        {"bool", "boolean", 8},
    {"nf4", "nf4", 4},       {"f8e4m3", "f8e4m3", 8}, {"f8e5m2", "f8e5m2", 8}, {"f8e8m0", "f8e8m0", 8},
    {"f4e2m1", "f4e2m1", 4}, {"string", "string", 0},
};

}  // namespace

IrText::IrText(std::string_view content, const std::string& source)
    : content_(content), source_(source), parsed_(content), document_(std::make_unique<pugi::xml_document>()) {}

IrText::IrText(IrText&& other) noexcept = default;
IrText& IrText::operator=(IrText&& other) noexcept = default;
IrText::~IrText() = default;

Expected<IrText> IrText::parse(std::string_view content, const std::string& source) {
    constexpr std::size_t most_times = 16;
    constexpr std::size_t always_allowed = 4'096;
    content = without_byte_order_mark(content);
    if (tree_memory(content) > most_times * content.size() + always_allowed) {
        return failure(Error{source, 0, "the XML has too many tags for its size to be a model",
                             "open the .xml file that OpenVINO wrote"});
    }
    IrText text(content, source);
    const pugi::xml_parse_result result = text.document_->load_buffer_inplace(
        text.parsed_.data(), text.parsed_.size(), pugi::parse_default | pugi::parse_embed_pcdata, pugi::encoding_utf8);
    if (result.status == pugi::status_out_of_memory) {
        throw std::bad_alloc();
    }
    if (!result) {
        return failure(Error{source, line_at(content, result.offset),
                             std::string("it is not well-formed XML: ") + result.description(),
                             "correct the file or export it again; it may have been cut off"});
    }
    return text;
}

tl::unexpected<Error> IrText::wrong(const pugi::xml_node& element, std::string cause, std::string cure) const {
    return failure(Error{source_, line_at(content_, element.offset_debug()), std::move(cause), std::move(cure)});
}

Precision precision_named(std::string_view name) {
    std::string own = lower_case(name);
    const auto row = std::ranges::find_if(
        precision_rows, [&own](const PrecisionRow& one) { return one.port == own || one.layer == own; });
    return row == std::end(precision_rows) ? Precision{std::move(own), 0}
                                           : Precision{std::string(row->layer), row->bits};
}

}  // namespace arenascope
