#include "core/format/plan/section_file.h"

#include "core/base/file/compression.h"
#include "core/format/plan/column_bytes.h"

namespace arenascope {
namespace {

constexpr std::size_t header_bytes = 16;
constexpr std::size_t row_bytes = 20;
constexpr std::size_t most_sections = 64;

/// Writes or reads the rows of the table.
template <class Columns, class Row>
void visit_row(Columns& columns, Row& row) {
    columns.number(row.number);
    columns.number(row.position);
    columns.number(row.length);
}

struct TableRow {
    std::uint32_t number = 0;
    std::uint64_t position = 0;
    std::uint64_t length = 0;
};

tl::unexpected<Error> unreadable(const std::string& source, std::string cause) {
    return failure(Error{source, 0, std::move(cause), "copy the file again, or record the trace again"});
}

}  // namespace

std::string section_file(std::uint32_t version, std::span<const Section> sections) {
    std::string table;
    ColumnWriter rows(table);
    std::uint64_t position = 0;
    for (const Section& section : sections) {
        const TableRow row{section.number, position, section.bytes.size()};
        visit_row(rows, row);
        position += section.bytes.size();
    }
    const std::string compressed_table = compressed(table, Compression::small);
    std::string file(section_file_magic);
    ColumnWriter header(file);
    header.number(version);
    header.number(static_cast<std::uint32_t>(compressed_table.size()));
    file += compressed_table;
    for (const Section& section : sections) {
        file += section.bytes;
    }
    return file;
}

Expected<std::map<std::uint32_t, std::string_view>> sections_of(std::string_view content, std::uint32_t newest,
                                                                const std::string& source) {
    if (!content.starts_with(section_file_magic)) {
        return unreadable(source, content.size() < section_file_magic.size() ? "it is cut off in its first bytes"
                                                                             : "it was changed by a transfer as text");
    }
    ColumnReader header(content.substr(section_file_magic.size()));
    std::uint32_t version = 0;
    std::uint32_t length = 0;
    header.number(version);
    header.number(length);
    if (!header.failed() && version > newest) {
        return failure(Error{source, 0,
                             "the file has version " + std::to_string(version) + ", and this program reads up to " +
                                 std::to_string(newest),
                             "open it with a newer Arenascope"});
    }
    if (header.failed() || length > content.size() - header_bytes) {
        return unreadable(source, "it is cut off in its table of sections");
    }
    const auto table = decompressed(content.substr(header_bytes, length), most_sections * row_bytes);
    if (!table) {
        return unreadable(source, "its table of sections is damaged");
    }
    std::map<std::uint32_t, std::string_view> sections;
    ColumnReader rows(*table);
    const std::string_view body = content.substr(header_bytes + length);
    std::uint64_t end = 0;
    while (rows.left() >= row_bytes) {
        TableRow row;
        visit_row(rows, row);
        if (row.position != end || row.length > body.size() - end) {
            return unreadable(source, row.position != end ? "its table of sections is wrong" : "it is cut off");
        }
        end += row.length;
        sections[row.number] = body.substr(row.position, row.length);
    }
    if (end != body.size()) {
        return unreadable(source, "there are bytes after its last section");
    }
    return sections;
}

}  // namespace arenascope
