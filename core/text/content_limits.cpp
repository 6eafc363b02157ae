#include "core/text/content_limits.h"

#include "core/text/plain_text.h"
#include "core/text/xml_root.h"

namespace arenascope {
namespace {

constexpr std::size_t csv_size_limit = std::size_t{4} << 30U;
constexpr std::size_t json_size_limit = std::size_t{1} << 30U;
/// Tools write a file without a line end.
constexpr std::size_t json_line_limit = json_size_limit;

}  // namespace

ContentLimits text_limits(std::string_view first_chunk) {
    if (looks_like_json(first_chunk)) {
        return {json_size_limit, json_line_limit, "break the JSON into lines"};
    }
    if (looks_like_xml(first_chunk)) {
        return {json_size_limit, json_line_limit, "break the XML into lines"};
    }
    return {csv_size_limit, csv_line_limit, "open a CSV file with one buffer a line"};
}

}  // namespace arenascope
