#include "core/format/table/minimalloc_csv.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <unordered_map>

#include "core/error/quotation.h"
#include "core/format/table/gap_list.h"
#include "core/text/csv_rows.h"
#include "core/text/name_list.h"
#include "core/text/plain_text.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, 3> id_names{"id", "buffer", "buffer_id"};
constexpr std::array<std::string_view, 3> lower_names{"lower", "begin", "start"};
constexpr std::array<std::string_view, 2> upper_names{"upper", "end"};
constexpr std::array<std::string_view, 1> size_names{"size"};
constexpr std::array<std::string_view, 1> alignment_names{"alignment"};
constexpr std::array<std::string_view, 1> hint_names{"hint"};
constexpr std::array<std::string_view, 1> gaps_names{"gaps"};
constexpr std::array<std::string_view, 1> offset_names{"offset"};
constexpr std::array<std::string_view, 1> kind_names{"kind"};
constexpr std::array<std::string_view, 1> region_names{"region"};
constexpr std::array<std::string_view, 1> pin_names{"pin"};
constexpr std::array<std::string_view, 1> height_names{"height"};
constexpr std::array<std::string_view, 1> depth_names{"depth"};
constexpr std::array<std::string_view, 1> batch_names{"batch"};
constexpr std::array<std::string_view, 1> channels_names{"channels"};
constexpr std::array<std::string_view, 1> may_take_over_names{"may_take_over"};

struct BufferColumns {
    CsvColumn id, lower, upper, size, alignment, hint, gaps, offset, kind, region, pin, height, depth, batch, channels,
        may_take_over;
    bool inclusive_end = false;
    std::size_t count = 0;  ///< columns of the header, except empty ones at its end
};

Expected<void> require(const CsvColumn& column, std::span<const std::string_view> names, const CsvRows& header) {
    if (column.is_there()) {
        return {};
    }
    std::string others;
    for (const std::string_view name : names.subspan(1)) {
        others += (others.empty() ? "; other names for it are " : " or ") + std::string(name);
    }
    return header.failure_here(
        "the header has no column " + in_quotes(names.front()),
        "a list of buffers has the columns id, lower, upper (or end, inclusive) and size" + others);
}

std::string unknown_columns(const CsvRows& header, const BufferColumns& columns) {
    std::string names;
    for (std::size_t i = 0; i < columns.count; ++i) {
        const auto is_here = [i](const CsvColumn* column) { return column->position == i; };
        const std::initializer_list<const CsvColumn*> all = {
            &columns.id,        &columns.lower,  &columns.upper,    &columns.size,
            &columns.alignment, &columns.hint,   &columns.gaps,     &columns.offset,
            &columns.kind,      &columns.region, &columns.pin,      &columns.height,
            &columns.depth,     &columns.batch,  &columns.channels, &columns.may_take_over};
        if (std::none_of(all.begin(), all.end(), is_here)) {
            names += (names.empty() ? "" : ", ") + in_quotes(header.cell(i));
        }
    }
    return names;
}

Expected<BufferColumns> read_buffer_header(const CsvRows& header) {
    BufferColumns columns;
    columns.count = column_count(header);
    struct Wanted {
        CsvColumn* column;
        std::span<const std::string_view> names;
    };
    const std::array<Wanted, 16> wanted{{{&columns.id, id_names},
                                         {&columns.lower, lower_names},
                                         {&columns.upper, upper_names},
                                         {&columns.size, size_names},
                                         {&columns.alignment, alignment_names},
                                         {&columns.hint, hint_names},
                                         {&columns.gaps, gaps_names},
                                         {&columns.offset, offset_names},
                                         {&columns.kind, kind_names},
                                         {&columns.region, region_names},
                                         {&columns.pin, pin_names},
                                         {&columns.height, height_names},
                                         {&columns.depth, depth_names},
                                         {&columns.batch, batch_names},
                                         {&columns.channels, channels_names},
                                         {&columns.may_take_over, may_take_over_names}}};
    for (const Wanted& want : wanted) {
        auto column = find_column(header, want.names);
        if (!column) {
            return failure(std::move(column.error()));
        }
        *want.column = std::move(*column);
    }
    for (const auto& [column, names] : {Wanted{&columns.id, id_names}, Wanted{&columns.lower, lower_names},
                                        Wanted{&columns.upper, upper_names}, Wanted{&columns.size, size_names}}) {
        if (auto found = require(*column, names, header); !found) {
            return failure(std::move(found.error()));
        }
    }
    columns.inclusive_end = lower_case(columns.upper.name) == "end";
    return columns;
}

class Reader {
public:
    Reader(CsvRows& rows, BufferColumns columns, Document& document)
        : rows_(rows), columns_(std::move(columns)), document_(document) {
        if (columns_.region.is_there()) {
            document_.problem.regions.clear();  // the column names all regions
        }
    }

    [[nodiscard]] Expected<void> read_row() {
        const std::size_t cells = rows_.cells().size();
        if (cells < columns_.count) {
            return rows_.failure_here(
                "the row is too short: " + std::to_string(cells) + " of " + std::to_string(columns_.count) + " cells",
                "write a cell for each column of the header, empty ones too");
        }
        if (auto fits = check_no_cell_beyond(columns_.count, rows_); !fits) {
            return fits;
        }
        Buffer& buffer = document_.problem.buffers.emplace_back();
        auto& placement = document_.layout.placements.emplace_back();
        lines.push_back(rows_.line());
        buffer.name = rows_.cell(columns_.id.position);
        if (buffer.name.empty()) {
            return rows_.failure_here("column " + in_quotes(columns_.id.name) + " is empty", "give each buffer a name");
        }
        if (auto read = read_extent(buffer); !read) {
            return read;
        }
        if (auto read = read_extras(buffer); !read) {
            return read;
        }
        return read_offset(buffer, placement);
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
                        rows_.source(), lines[i],
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
    [[nodiscard]] Expected<std::int64_t> number(const CsvColumn& column) const {
        return integer_in(rows_.cell(column.position), rows_, column.name);
    }

    [[nodiscard]] Expected<std::optional<std::int64_t>> optional_number(const CsvColumn& column) const {
        if (!column.is_there() || rows_.cell(column.position).empty()) {
            return std::nullopt;
        }
        return number(column).map([](std::int64_t value) { return std::optional(value); });
    }

    [[nodiscard]] Expected<void> read_extent(Buffer& buffer) const {
        const auto lower = number(columns_.lower);
        const auto upper = lower ? number(columns_.upper) : lower;
        const auto size = upper ? number(columns_.size) : upper;
        if (!size) {
            return failure(size.error());
        }
        const auto end = exclusive_end(*upper, columns_.inclusive_end, rows_, columns_.upper.name);
        if (!end) {
            return failure(end.error());
        }
        buffer.size = Bytes(*size);
        if (auto read = read_dimensions(buffer); !read) {
            return read;
        }
        buffer.lifetime = {Step(*lower), *end};
        return {};
    }

    /// The column size holds the width of a texture.
    [[nodiscard]] Expected<void> read_dimensions(Buffer& buffer) const {
        const auto height = optional_number(columns_.height);
        const auto depth = height ? optional_number(columns_.depth) : height;
        const auto batch = depth ? optional_number(columns_.batch) : depth;
        const auto channels = batch ? optional_number(columns_.channels) : batch;
        if (!channels) {
            return failure(channels.error());
        }
        if (*batch || *channels) {
            return read_four_dimensions(buffer, *batch, *height, *depth, *channels);
        }
        if (!*height && !*depth) {
            return {};
        }
        if (!*height) {
            return rows_.failure_here("buffer " + in_quotes(buffer.name) + " has a depth and no height",
                                      "give a texture width (as size) and height, or width, height and depth");
        }
        buffer.dimensions = {buffer.size.value(), **height};
        if (*depth) {
            buffer.dimensions.push_back(**depth);
        }
        return read_product(buffer, "width, height and depth");
    }

    [[nodiscard]] Expected<void> read_four_dimensions(Buffer& buffer, std::optional<std::int64_t> batch,
                                                      std::optional<std::int64_t> height,
                                                      std::optional<std::int64_t> depth,
                                                      std::optional<std::int64_t> channels) const {
        if (!batch || !height || !channels || depth) {
            return rows_.failure_here(
                "buffer " + in_quotes(buffer.name) + " has some of four dimensions, or a depth beside them",
                "give a texture of four dimensions batch, height, width (as size) and channels, and no depth");
        }
        buffer.dimensions = {*batch, *height, buffer.size.value(), *channels};
        return read_product(buffer, "batch, height, width and channels");
    }

    /// Sets the size to the product of the dimensions.
    [[nodiscard]] Expected<void> read_product(Buffer& buffer, const std::string& dimensions) const {
        const auto size = size_of(buffer.dimensions);
        if (!size) {
            return rows_.failure_here(dimensions + " of buffer " + in_quotes(buffer.name) + " give no valid size",
                                      "make each at least 1 and their product less than 2^63");
        }
        buffer.size = *size;
        return {};
    }

    [[nodiscard]] Expected<void> read_extras(Buffer& buffer) {
        const auto alignment = optional_number(columns_.alignment);
        const auto hint = alignment ? optional_number(columns_.hint) : alignment;
        const auto pin = hint ? optional_number(columns_.pin) : hint;
        if (!pin) {
            return failure(pin.error());
        }
        buffer.alignment = Bytes(alignment->value_or(1));
        if (const std::int64_t given = hint->value_or(-1); given >= 0) {
            buffer.hint = Offset(given);
        } else if (given < -1) {
            return rows_.failure_here("hint " + std::to_string(given) + " is negative",
                                      "write an offset from 0, or −1 for no hint");
        }
        if (*pin) {
            buffer.pin = Offset(**pin);
        }
        if (columns_.gaps.is_there() && !rows_.cell(columns_.gaps.position).empty()) {
            auto gaps =
                read_gaps(rows_.cell(columns_.gaps.position), columns_.inclusive_end, rows_, columns_.gaps.name);
            if (!gaps) {
                return failure(std::move(gaps.error()));
            }
            buffer.gaps = std::move(*gaps);
        }
        if (columns_.may_take_over.is_there()) {
            take_over_.push_back(names_in(rows_.cell(columns_.may_take_over.position)));
        }
        return read_names(buffer);
    }

    [[nodiscard]] Expected<void> read_names(Buffer& buffer) {
        if (columns_.kind.is_there() && !rows_.cell(columns_.kind.position).empty()) {
            const std::string_view text = rows_.cell(columns_.kind.position);
            const auto kind = buffer_kind_named(text);
            if (!kind) {
                return rows_.failure_here("there is no kind " + in_quotes(text),
                                          "a kind is activation, input, output, variable or scratch");
            }
            buffer.kind = *kind;
        }
        if (columns_.region.is_there() && !rows_.cell(columns_.region.position).empty()) {
            const std::string name(rows_.cell(columns_.region.position));
            auto& regions = document_.problem.regions;
            const auto [position, added] = regions_.try_emplace(name, RegionIndex(regions.size()));
            if (added) {
                regions.emplace_back().name = name;
            }
            buffer.region = position->second;
        } else if (columns_.region.is_there()) {
            return rows_.failure_here("column " + in_quotes(columns_.region.name) + " is empty",
                                      "write the name of a region");
        }
        return {};
    }

    [[nodiscard]] Expected<void> read_offset(const Buffer& buffer, std::optional<Placement>& placement) const {
        const auto offset = optional_number(columns_.offset);
        if (!offset) {
            return failure(offset.error());
        }
        if (!*offset) {
            return {};
        }
        if (**offset < 0) {
            return rows_.failure_here(
                "offset " + std::to_string(**offset) + " of buffer " + in_quotes(buffer.name) + " is negative",
                "an offset is at least 0; leave the cell empty if the buffer is not placed");
        }
        if (!checked_add(**offset, buffer.size.value())) {
            return rows_.failure_here("offset + size of buffer " + in_quotes(buffer.name) + " does not fit in 64 bits",
                                      "keep offset + size below 2^63");
        }
        placement = Placement{Offset(**offset), buffer.region};
        return {};
    }

    CsvRows& rows_;
    BufferColumns columns_;
    Document& document_;
    std::unordered_map<std::string, RegionIndex> regions_;
    std::vector<std::vector<std::string>> take_over_;  ///< names, by buffer
};

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
        needed.hint |= buffer.hint.has_value();
        needed.gaps |= !buffer.gaps.empty();
        needed.kind |= buffer.kind != BufferKind::activation;
        needed.pin |= buffer.pin.has_value();
        needed.height |= !buffer.dimensions.empty();
        needed.depth |= buffer.dimensions.size() == 3;
        needed.batch |= buffer.dimensions.size() == 4;
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
                append_number(out, buffer.dimensions[position]);
            }
        }
    };
    const std::size_t count = buffer.dimensions.size();
    append(needed.height, count > 0, 1);
    append(needed.depth, count == 3, 2);
    append(needed.batch, count == 4, 0);
    append(needed.batch, count == 4, 3);
}

void append_row(std::string& out, const Problem& problem, std::size_t index, const std::optional<Placement>& placement,
                const OptionalColumns& needed) {
    const Buffer& buffer = problem.buffers[index];
    // Four dimensions are batch, height, width and channels; fewer begin with the width.
    const std::size_t width = buffer.dimensions.size() == 4 ? 2 : 0;
    append_csv_cell(out, buffer.name);
    for (const std::int64_t number : {buffer.lifetime.begin.value(), buffer.lifetime.end.value(),
                                      buffer.dimensions.empty() ? buffer.size.value() : buffer.dimensions[width]}) {
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
        append_number(out, buffer.hint.value_or(Offset(-1)).value());
    }
    if (needed.gaps) {
        out += ',';
        append_gaps(out, buffer.gaps);
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
            append_number(out, address_of(problem, *placement));
        }
    }
    out += '\n';
}

bool names_one_of(const CsvRows& header, std::span<const std::string_view> names) {
    return std::any_of(header.cells().begin(), header.cells().end(), [names](const CsvCell& cell) {
        return std::find(names.begin(), names.end(), lower_case(cell.text)) != names.end();
    });
}

}  // namespace

bool is_minimalloc_header(std::string_view first_line) {
    CsvRows rows(first_line, {});
    if (const auto has_row = rows.next(); !has_row || !*has_row) {
        return false;
    }
    return names_one_of(rows, id_names) || names_one_of(rows, lower_names) || names_one_of(rows, upper_names);
}

bool names_lifetimes(std::string_view first_line) {
    CsvRows rows(first_line, {});
    const auto has_row = rows.next();
    return has_row && *has_row && names_one_of(rows, lower_names) && names_one_of(rows, upper_names);
}

Expected<Document> parse_minimalloc_csv(std::string_view content, const std::string& source,
                                        const ReadProgress& progress) {
    Document document;
    document.format = FileFormat::minimalloc_csv;
    CsvRows rows(content, source, progress);
    auto has_row = rows.next();
    if (!has_row || !*has_row) {
        return has_row ? failure(Error{source, 0, "it is empty", "begin with a header: id,lower,upper,size"})
                       : failure(std::move(has_row.error()));
    }
    auto columns = read_buffer_header(rows);
    if (!columns) {
        return failure(std::move(columns.error()));
    }
    if (const std::string unknown = unknown_columns(rows, *columns); !unknown.empty()) {
        document.notes.push_back("unknown columns are ignored: " + unknown);
    }
    // Blank lines hold no buffers: a file of blank lines must not reserve memory.
    constexpr std::size_t shortest_row = std::string_view("a,0,1,1\n").size();
    const auto lines = static_cast<std::size_t>(std::count(content.begin(), content.end(), '\n'));
    const std::size_t rows_at_most = std::min(lines, content.size() / shortest_row) + 1;
    Reader reader(rows, std::move(*columns), document);
    document.problem.buffers.reserve(rows_at_most);
    document.layout.placements.reserve(rows_at_most);
    reader.lines.reserve(rows_at_most);
    while ((has_row = rows.next()) && *has_row) {
        if (auto read = reader.read_row(); !read) {
            return failure(std::move(read.error()));
        }
    }
    if (!has_row) {
        return failure(std::move(has_row.error()));
    }
    if (document.problem.buffers.empty()) {
        return failure(
            Error{source, 0, "the file has a header but no buffers", "write one row for each buffer below the header"});
    }
    if (auto read = reader.read_usage_graph(); !read) {
        return failure(std::move(read.error()));
    }
    if (auto valid = validate(document.problem, source, reader.lines); !valid) {
        return failure(std::move(valid.error()));
    }
    return document;
}

std::string minimalloc_csv_text(const Problem& problem, const Layout& layout, AddressColumn addresses) {
    constexpr std::size_t usual_row = 48;
    OptionalColumns needed = columns_for(problem);
    needed.address = addresses == AddressColumn::written;
    std::string out = "id,lower,upper,size";
    out.reserve(problem.buffers.size() * usual_row);
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
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        append_row(out, problem, i, layout.placements[i], needed);
    }
    return out;
}

}  // namespace arenascope
