#include "core/format/table/minimalloc_csv.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/csv_rows.h"
#include "core/base/text/line_parts.h"
#include "core/base/text/name_list.h"
#include "core/base/text/plain_text.h"
#include "core/base/threads/ordered_parts.h"
#include "core/format/table/buffer_columns.h"
#include "core/format/table/gap_list.h"
#include "core/format/table/plain_table.h"
#include "core/format/table/pool_comment.h"
#include "core/format/table/row_values.h"
#include "core/format/table/table_kind.h"

namespace arenascope {
namespace {

class Reader {
public:
    Reader(CsvRows& rows, const BufferColumns& columns, Document& document)
        : values_(rows), columns_(columns), document_(document) {
        if (columns_.region.is_there()) {
            document_.problem.regions.clear();  // the column names all regions
        }
    }

    /// Reads all rows.
    [[nodiscard]] Expected<void> read_rows() {
        while (values_.next()) {
            read_row();
        }
        return values_.error() ? failure(*values_.error()) : Expected<void>();
    }

    /// Resolves the names in the column may_take_over, once all buffers are known.
    [[nodiscard]] Expected<void> read_usage_graph() {
        if (!columns_.may_take_over.is_there()) {
            return {};
        }
        Problem& problem = document_.problem;
        std::unordered_map<std::string_view, BufferIndex> positions;
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            positions.try_emplace(problem.buffers[i].name, BufferIndex(i));
        }
        auto& lists = problem.usage_graph.emplace().may_take_over;
        lists.resize(problem.buffers.size());
        for (std::size_t i = 0; i < lists.size(); ++i) {
            for (const std::string& name : take_over_[i]) {
                const auto found = positions.find(name);
                if (found == positions.end()) {
                    return failure(Error{
                        values_.rows().source(), lines[i],
                        "buffer " + in_quotes(problem.buffers[i].name) + " may take over from " + in_quotes(name) +
                            ", but there is no such buffer",
                        "separate names by semicolons or spaces; put a name that contains these in double quotes"});
                }
                lists[i].push_back(found->second);
            }
        }
        return {};
    }

    std::vector<std::int64_t> lines;  ///< line of each buffer

private:
    void read_row() {
        const CsvRows& rows = values_.rows();
        const std::size_t cells = rows.cells().size();
        if (cells < columns_.count) {
            return values_.refuse(
                "the row is too short: " + std::to_string(cells) + " of " + std::to_string(columns_.count) + " cells",
                "write a cell for each column of the header, empty ones too");
        }
        values_.keep(check_no_cell_beyond(columns_.count, rows));
        Buffer& buffer = document_.problem.buffers.emplace_back();
        auto& placement = document_.layout.placements.emplace_back();
        lines.push_back(rows.line());
        buffer.name = values_.text(columns_.id);
        if (buffer.name.empty()) {
            return values_.refuse("column " + in_quotes(columns_.id.name) + " is empty", "give each buffer a name");
        }
        read_extent(buffer);
        read_extras(buffer);
        read_names(buffer);
        read_offset(buffer, placement);
    }

    void read_extent(Buffer& buffer) {
        for (const CsvColumn* const column : {&columns_.lower, &columns_.upper}) {
            if (const std::string_view text = values_.text(*column); is_vector_time(text)) {
                return values_.refuse("column " + in_quotes(column->name) + " of buffer " + in_quotes(buffer.name) +
                                          " has the vector time " + in_quotes(text) +
                                          ": it orders the events of several streams only partly",
                                      "write one clock for all streams: a number in lower and in upper");
            }
        }
        const std::int64_t lower = values_.number(columns_.lower);
        const std::int64_t upper = values_.number(columns_.upper);
        buffer.size = Bytes(values_.number(columns_.size));
        const Step end =
            values_.kept(exclusive_end(upper, columns_.inclusive_end, values_.rows(), columns_.upper.name));
        buffer.lifetime = {Step(lower), end};
        read_dimensions(buffer);
    }

    /// The column size holds the width of a texture.
    void read_dimensions(Buffer& buffer) {
        const auto height = values_.optional_number(columns_.height);
        const auto depth = values_.optional_number(columns_.depth);
        const auto batch = values_.optional_number(columns_.batch);
        const auto channels = values_.optional_number(columns_.channels);
        if (batch || channels) {
            if (!batch || !height || !channels || depth) {
                return values_.refuse(
                    "buffer " + in_quotes(buffer.name) + " has some of four dimensions, or a depth beside them",
                    "give a texture of four dimensions batch, height, width (as size) and channels, and no depth");
            }
            return set_dimensions(buffer, {*batch, *height, buffer.size.value(), *channels},
                                  "batch, height, width and channels");
        }
        if (!height && depth) {
            return values_.refuse("buffer " + in_quotes(buffer.name) + " has a depth and no height",
                                  "give a texture width (as size) and height, or width, height and depth");
        }
        if (height) {
            std::vector<std::int64_t> dimensions = {buffer.size.value(), *height};
            dimensions.insert(dimensions.end(), depth ? 1 : 0, depth.value_or(0));
            set_dimensions(buffer, std::move(dimensions), "width, height and depth");
        }
    }

    /// Sets the size to the product of the dimensions.
    void set_dimensions(Buffer& buffer, std::vector<std::int64_t> dimensions, const std::string& names) {
        const auto size = size_of(dimensions);
        if (!size) {
            return values_.refuse(names + " of buffer " + in_quotes(buffer.name) + " give no valid size",
                                  "make each at least 1 and their product less than 2^63");
        }
        buffer.set_dimensions(std::move(dimensions));
        buffer.size = *size;
    }

    void read_extras(Buffer& buffer) {
        buffer.alignment = Bytes(values_.optional_number(columns_.alignment).value_or(1));
        const std::int64_t hint = values_.optional_number(columns_.hint).value_or(-1);
        const auto pin = values_.optional_number(columns_.pin);
        if (hint >= 0) {
            buffer.set_hint(Offset(hint));
        } else if (hint < -1) {
            return values_.refuse("hint " + std::to_string(hint) + " is negative",
                                  "write an offset from 0, or −1 for no hint");
        }
        if (pin == std::numeric_limits<std::int64_t>::min()) {  // which OptionalOffset cannot hold
            return values_.refuse("pin of buffer " + in_quotes(buffer.name) + " is negative",
                                  "an offset is at least 0");
        }
        if (pin) {
            buffer.pin = Offset(*pin);
        }
        if (const std::string_view gaps = values_.text(columns_.gaps); !gaps.empty()) {
            buffer.set_gaps(values_.kept(read_gaps(gaps, columns_.inclusive_end, values_.rows(), columns_.gaps.name)));
        }
        if (columns_.may_take_over.is_there()) {
            take_over_.push_back(names_in(values_.text(columns_.may_take_over)));
        }
    }

    void read_names(Buffer& buffer) {
        if (const std::string_view text = values_.text(columns_.kind); !text.empty()) {
            const auto kind = table_kind_named(text);
            if (!kind) {
                return values_.refuse("there is no kind " + in_quotes(text),
                                      "a kind is activation, input, output, variable or scratch");
            }
            buffer.kind = *kind;
        }
        if (const std::string name(values_.text(columns_.region)); !name.empty()) {
            auto& regions = document_.problem.regions;
            const auto [position, added] = regions_.try_emplace(name, RegionIndex(regions.size()));
            if (added) {
                regions.emplace_back().name = name;
            }
            buffer.region = position->second;
        } else if (columns_.region.is_there()) {
            values_.refuse("column " + in_quotes(columns_.region.name) + " is empty", "write the name of a region");
        }
    }

    void read_offset(const Buffer& buffer, OptionalPlacement& placement) {
        const auto offset = values_.optional_number(columns_.offset);
        if (!offset) {
            return;
        }
        if (*offset < 0) {
            return values_.refuse(
                "offset " + std::to_string(*offset) + " of buffer " + in_quotes(buffer.name) + " is negative",
                "an offset is at least 0; leave the cell empty if the buffer is not placed");
        }
        if (!checked_add(*offset, buffer.size.value())) {
            return values_.refuse("offset + size of buffer " + in_quotes(buffer.name) + " does not fit in 64 bits",
                                  "keep offset + size below 2^63");
        }
        placement = Placement{Offset(*offset), buffer.region};
    }

    RowValues values_;
    const BufferColumns& columns_;
    Document& document_;
    std::unordered_map<std::string, RegionIndex> regions_;
    std::vector<std::vector<std::string>> take_over_;  ///< names, by buffer
};

/// Reads the rows after the header one by one. Its errors name the line.
Expected<Document> read_rows(std::string_view content, CsvRows& rows, const BufferColumns& columns) {
    Document document;
    const std::size_t rows_at_most = expected_lines(content, shortest_row);
    Reader reader(rows, columns, document);
    document.problem.buffers.reserve(rows_at_most);
    document.layout.placements.reserve(rows_at_most);
    reader.lines.reserve(rows_at_most);
    if (auto read = reader.read_rows(); !read) {
        return failure(std::move(read.error()));
    }
    if (document.problem.buffers.empty()) {
        // A table of no buffers is written as a whole line. Without its end, the file was cut off.
        if (!content.ends_with('\n')) {
            return failure(Error{rows.source(), 0, "the file has a header but no buffers",
                                 "write one row for each buffer below the header, or end the header's line"});
        }
        document.problem.regions = Problem().regions;
    }
    return reader.read_usage_graph()
        .and_then([&] { return validate(document.problem, rows.source(), reader.lines); })
        .map([&] { return std::move(document); });
}

/// Reads some rows of a table, see ReadOtherRows.
std::optional<OtherRows> read_part(std::string_view text, const BufferColumns& columns) {
    if (without_byte_order_mark(text).size() != text.size()) {
        return std::nullopt;  // only the one at the begin of a file is none of the first name
    }
    Document document;
    CsvRows rows(text, {});
    if (!Reader(rows, columns, document).read_rows()) {
        return std::nullopt;
    }
    OtherRows read{std::move(document.problem.buffers), std::move(document.layout.placements), {}};
    for (const Region& region : document.problem.regions) {
        read.regions.push_back(region.name);
    }
    return read;
}

/// The optional columns that a problem needs.
struct OptionalColumns {
    bool alignment = false, hint = false, gaps = false, kind = false, region = false, pin = false;
    bool height = false, depth = false, batch = false, may_take_over = false, address = false;
};

OptionalColumns columns_for(const Problem& problem) {
    OptionalColumns needed;
    needed.region = problem.regions.size() > 1 || problem.regions.front().name != Region{}.name;
    for (const Buffer& buffer : problem.buffers) {
        needed.alignment |= alignment_of(problem, buffer) != Bytes(1);
        needed.hint |= buffer.hint().has_value();
        needed.gaps |= !buffer.gaps().empty();
        needed.kind |= buffer.kind != BufferKind::activation;
        needed.pin |= buffer.pin.has_value();
        needed.height |= !buffer.dimensions().empty();
        needed.depth |= buffer.dimensions().size() == 3;
        needed.batch |= buffer.dimensions().size() == 4;
    }
    needed.may_take_over = problem.usage_graph.has_value();
    return needed;
}

void append_take_over(std::string& out, const Problem& problem, std::size_t index) {
    std::vector<std::string_view> names;
    for (const BufferIndex other : problem.usage_graph->may_take_over[index]) {
        names.push_back(problem.buffers[other].name);
    }
    std::string list;
    append_name_list(list, names);
    append_csv_cell(out, list);
}

/// Appends a cell for each column of dimensions. Those that the buffer does not have are empty.
void append_dimensions(std::string& out, const Buffer& buffer, const OptionalColumns& needed) {
    const auto append = [&](bool is_needed, bool has, std::size_t position) {
        if (is_needed) {
            out += ',';
            if (has) {
                append_number(out, buffer.dimensions()[position]);
            }
        }
    };
    const std::size_t count = buffer.dimensions().size();
    append(needed.height, count > 0, 1);
    append(needed.depth, count == 3, 2);
    append(needed.batch, count == 4, 0);
    append(needed.batch, count == 4, 3);
}

void append_row(std::string& out, const Problem& problem, std::size_t index, const OptionalPlacement& placement,
                const OptionalColumns& needed) {
    const Buffer& buffer = problem.buffers[index];
    // Four dimensions are batch, height, width and channels; fewer begin with the width.
    const std::size_t width = buffer.dimensions().size() == 4 ? 2 : 0;
    append_csv_cell(out, buffer.name);
    for (const std::int64_t number : {buffer.lifetime.begin.value(), buffer.lifetime.end.value(),
                                      buffer.dimensions().empty() ? buffer.size.value() : buffer.dimensions()[width]}) {
        out += ',';
        append_number(out, number);
    }
    append_dimensions(out, buffer, needed);
    if (needed.alignment) {
        out += ',';
        append_number(out, alignment_of(problem, buffer).value());
    }
    if (needed.hint) {
        out += ',';
        append_number(out, buffer.hint().value_or(Offset(-1)).value());
    }
    if (needed.gaps) {
        out += ',';
        append_gaps(out, buffer.gaps());
    }
    if (needed.kind) {
        out += ',';
        out += name_of(buffer.kind);
    }
    if (needed.region) {
        out += ',';
        append_csv_cell(out, problem.regions[buffer.region].name);
    }
    if (needed.pin) {
        out += ',';
        if (buffer.pin) {
            append_number(out, buffer.pin->value());
        }
    }
    if (needed.may_take_over) {
        out += ',';
        append_take_over(out, problem, index);
    }
    out += ',';
    if (placement) {
        append_number(out, placement->offset.value());
    }
    if (needed.address) {
        out += ',';
        if (placement) {
            out += std::to_string(address_of(problem, *placement));
        }
    }
    out += '\n';
}

std::string header_text(const OptionalColumns& needed) {
    std::string out = "id,lower,upper,size";
    out += needed.height ? ",height" : "";
    out += needed.depth ? ",depth" : "";
    out += needed.batch ? ",batch,channels" : "";
    out += needed.alignment ? ",alignment" : "";
    out += needed.hint ? ",hint" : "";
    out += needed.gaps ? ",gaps" : "";
    out += needed.kind ? ",kind" : "";
    out += needed.region ? ",region" : "";
    out += needed.pin ? ",pin" : "";
    out += needed.may_take_over ? ",may_take_over" : "";
    out += ",offset";
    out += needed.address ? ",address" : "";
    out += '\n';
    return out;
}

}  // namespace

Expected<Document> parse_minimalloc_csv(std::string_view content, const std::string& source,
                                        const ReadProgress& progress) {
    CsvRows rows(content, source, progress);
    RowValues values(rows);
    if (!values.next()) {
        return failure(
            values.error().value_or(Error{source, 0, "it is empty", "begin with a header: id,lower,upper,size"}));
    }
    std::int64_t base = 0;
    if (is_pool_comment(rows)) {
        const auto offset = pool_offset_in(rows);
        if (!offset) {
            return failure(offset.error());
        }
        base = *offset;
        if (!values.next()) {
            return failure(values.error().value_or(
                Error{source, 0, "it has no header", "write a header below the comment: id,lower,upper,size"}));
        }
    }
    const auto columns = read_buffer_header(rows);
    if (!columns) {
        return failure(columns.error());
    }
    std::vector<std::string> notes;
    if (const std::string unknown = unknown_columns(rows, *columns); !unknown.empty()) {
        notes.push_back("unknown columns are ignored: " + unknown);
    }
    auto document = plain_document(rows.rest(), *columns, progress,
                                   [&](std::string_view part) { return read_part(part, *columns); });
    if (!document) {
        auto read = read_rows(content, rows, *columns);
        if (!read) {
            return read;
        }
        document = std::move(*read);
    }
    document->notes = std::move(notes);
    if (base == 0) {
        return std::move(*document);
    }
    for (Region& region : document->problem.regions) {
        region.base = static_cast<Address>(base);
    }
    return validate(document->problem, source).map([&] { return std::move(*document); });
}

void write_minimalloc_csv(const TextSink& sink, const Problem& problem, const Layout& layout, AddressColumn addresses) {
    constexpr std::size_t part_rows = 8192;
    OptionalColumns needed = columns_for(problem);
    needed.address = addresses == AddressColumn::written;
    const std::size_t count = problem.buffers.size();
    const std::size_t parts = std::max<std::size_t>((count + part_rows - 1) / part_rows, 1);
    in_ordered_parts<std::string>(
        parts,
        [&](std::size_t part, std::string& text) {
            text.clear();
            text += part == 0 ? header_text(needed) : std::string();
            for (std::size_t i = part * part_rows; i < std::min((part + 1) * part_rows, count); ++i) {
                append_row(text, problem, i, layout.placements[i], needed);
            }
        },
        [&](std::size_t /*part*/, std::string& text) { return sink(text); });
}

std::string minimalloc_csv_text(const Problem& problem, const Layout& layout, AddressColumn addresses) {
    std::string text;
    write_minimalloc_csv(
        [&text](std::string_view part) {
            text += part;
            return true;
        },
        problem, layout, addresses);
    return text;
}

}  // namespace arenascope
