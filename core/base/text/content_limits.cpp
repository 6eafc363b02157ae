#include "core/base/text/content_limits.h"

#include "core/base/text/plain_text.h"
#include "core/base/text/xml_root.h"

namespace arenascope {
namespace {

constexpr std::size_t text_size_limit = std::size_t{4} << 30U;

}  // namespace

ContentLimits text_limits(std::string_view first_chunk) {
    if (looks_like_json(first_chunk)) {
        // Tools write a file without a line end.
        return {text_size_limit, tree_size_limit, "break the JSON into lines"};
    }
    if (looks_like_xml(first_chunk)) {
        return {tree_size_limit, tree_size_limit, "break the XML into lines"};
    }
    return {text_size_limit, csv_line_limit, "open a CSV file with one buffer a line"};
}

}  // namespace arenascope
