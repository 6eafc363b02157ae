#include "core/format/external/external_layout.h"

#include <array>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/base/text/csv_rows.h"
#include "core/base/text/plain_text.h"
#include "core/format/plan/plan_json.h"
#include "core/model/memory/quantity.h"

namespace arenascope {
namespace {

constexpr std::string_view cure_for_columns =
    "write a header with the columns id and offset, then one row for each buffer";

/// The answer so far, by the names of the buffers.
class AnsweredLayout {
public:
    AnsweredLayout(const Problem& problem, const std::string& source)
        : problem_(problem), source_(source), layout_(empty_layout(problem)) {
        places_.reserve(problem.buffers.size());
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            places_.emplace(problem.buffers[i].name, BufferIndex(i));
        }
    }

    /// The buffer that the answer is about next.
    [[nodiscard]] Expected<BufferIndex> find(std::string_view name, std::int64_t line) const {
        const auto found = places_.find(name);
        if (found == places_.end()) {
            return wrong(line, "there is no buffer " + in_quotes(name) + " in the problem",
                         "use the names of the problem, unchanged");
        }
        if (layout_.placements[found->second]) {
            return wrong(line, "buffer " + in_quotes(name) + " is given twice", "give each buffer once");
        }
        return found->second;
    }

    [[nodiscard]] Expected<void> place(BufferIndex index, std::int64_t offset, std::int64_t line) {
        const Buffer& buffer = problem_.buffers[index];
        if (offset < 0) {
            return wrong(line,
                         "offset " + std::to_string(offset) + " of buffer " + in_quotes(buffer.name) + " is negative",
                         "an offset is at least 0");
        }
        if (!checked_add(offset, buffer.size.value())) {
            return wrong(line, "offset + size of buffer " + in_quotes(buffer.name) + " does not fit in 64 bits",
                         "keep offset + size below 2^63");
        }
        layout_.placements[index] = Placement{Offset(offset), buffer.region};
        return {};
    }

    /// An error if the answer repeats a number of the problem wrongly.
    [[nodiscard]] Expected<void> compare(BufferIndex index, std::string_view what, std::int64_t answered,
                                         std::int64_t given, std::int64_t line) const {
        if (answered == given) {
            return {};
        }
        return wrong(line,
                     "the " + std::string(what) + " of buffer " + in_quotes(problem_.buffers[index].name) + " is " +
                         std::to_string(answered) + " instead of " + std::to_string(given),
                     "a planner chooses offsets alone");
    }

    /// The layout, if every buffer has its place.
    [[nodiscard]] Expected<Layout> take() {
        std::size_t missing = 0;
        std::optional<BufferIndex> first;
        for (std::size_t i = 0; i < layout_.placements.size(); ++i) {
            if (!layout_.placements[i]) {
                ++missing;
                first = first.value_or(BufferIndex(i));
            }
        }
        if (missing == 0) {
            return std::move(layout_);
        }
        return wrong(0,
                     "buffer " + in_quotes(problem_.buffers[*first].name) +
                         (missing == 1 ? " has no offset" : " and " + std::to_string(missing - 1) + " more have none"),
                     "give each buffer of the problem an offset");
    }

    [[nodiscard]] tl::unexpected<Error> wrong(std::int64_t line, std::string cause, std::string cure) const {
        return failure(Error{source_, line, std::move(cause), std::move(cure)});
    }

private:
    const Problem& problem_;
    const std::string& source_;
    Layout layout_;
    std::unordered_map<std::string_view, BufferIndex> places_;
};

/// A column whose numbers repeat those of the problem.
struct RepeatedColumn {
    CsvColumn column;
    std::string_view what;
    std::int64_t (*given)(const Buffer& buffer);
};

/// Reads the rows of an answer in CSV.
class AnsweredRows {
public:
    AnsweredRows(std::string_view answer, const std::string& source, const Problem& problem)
        : rows_(answer, source), answered_(problem, source), problem_(problem) {}

    Expected<Layout> read() {
        return read_header().and_then([&] { return read_all(); }).and_then([&] { return answered_.take(); });
    }

private:
    Expected<void> read_header() {
        static constexpr std::array<std::string_view, 4> ids = {"id", "buffer", "buffer_id", "name"};
        static constexpr std::array<std::string_view, 1> offsets = {"offset"};
        static constexpr std::array<std::string_view, 3> begins = {"lower", "begin", "start"};
        static constexpr std::array<std::string_view, 1> ends = {"upper"};
        static constexpr std::array<std::string_view, 1> last_steps = {"end"};
        static constexpr std::array<std::string_view, 1> sizes = {"size"};
        const auto has_row = rows_.next();
        if (!has_row) {
            return tl::unexpected(has_row.error());
        }
        if (!*has_row) {
            return answered_.wrong(0, "it is empty", std::string(cure_for_columns));
        }
        auto has_found = find(ids, id_).and_then([&] { return find(offsets, offset_); });
        if (!has_found) {
            return has_found;
        }
        for (const auto& [column, name] : {std::pair(&id_, "id"), std::pair(&offset_, "offset")}) {
            if (!column->is_there()) {
                return tl::unexpected(
                    rows_.failure_here("there is no column " + in_quotes(name), std::string(cure_for_columns)).value());
            }
        }
        return add_repeated(begins, "begin", [](const Buffer& buffer) { return buffer.lifetime.begin.value(); })
            .and_then([&] {
                return add_repeated(ends, "end", [](const Buffer& buffer) { return buffer.lifetime.end.value(); });
            })
            .and_then([&] {
                return add_repeated(last_steps, "last step",
                                    [](const Buffer& buffer) { return buffer.lifetime.end.value() - 1; });
            })
            .and_then(
                [&] { return add_repeated(sizes, "size", [](const Buffer& buffer) { return buffer.size.value(); }); });
    }

    Expected<void> find(std::span<const std::string_view> names, CsvColumn& column) {
        return find_column(rows_, names).map([&](CsvColumn found) { column = std::move(found); });
    }

    Expected<void> add_repeated(std::span<const std::string_view> names, std::string_view what,
                                std::int64_t (*given)(const Buffer& buffer)) {
        CsvColumn column;
        auto found = find(names, column);
        if (found && column.is_there()) {
            repeated_.push_back({std::move(column), what, given});
        }
        return found;
    }

    Expected<void> read_all() {
        for (;;) {
            const auto has_row = rows_.next();
            if (!has_row) {
                return tl::unexpected(has_row.error());
            }
            if (!*has_row) {
                return {};
            }
            if (auto read = read_row(); !read) {
                return read;
            }
        }
    }

    Expected<void> read_row() {
        const auto index = answered_.find(rows_.cell(id_.position), rows_.line());
        if (!index) {
            return tl::unexpected(index.error());
        }
        const Buffer& buffer = problem_.buffers[*index];
        for (const RepeatedColumn& each : repeated_) {
            const bool is_width = each.what == "size" && !buffer.dimensions().empty();
            const auto number = integer_in(rows_.cell(each.column.position), rows_, each.column.name);
            if (!number) {
                return tl::unexpected(number.error());
            }
            auto same = is_width ? Expected<void>()
                                 : answered_.compare(*index, each.what, *number, each.given(buffer), rows_.line());
            if (!same) {
                return same;
            }
        }
        const std::string_view text = rows_.cell(offset_.position);
        if (text.empty()) {
            return answered_.wrong(rows_.line(), "buffer " + in_quotes(buffer.name) + " has no offset",
                                   "give each buffer of the problem an offset");
        }
        const auto offset = integer_in(text, rows_, offset_.name);
        return offset ? answered_.place(*index, *offset, rows_.line()) : tl::unexpected(offset.error());
    }

    CsvRows rows_;
    AnsweredLayout answered_;
    const Problem& problem_;
    CsvColumn id_;
    CsvColumn offset_;
    std::vector<RepeatedColumn> repeated_;
};

/// Reads an answer in JSON.
Expected<Layout> read_answered_plan(std::string_view answer, const std::string& source, const Problem& problem) {
    const auto document = parse_plan_json(answer, source);
    if (!document) {
        return tl::unexpected(document.error());
    }
    AnsweredLayout answered(problem, source);
    for (std::size_t i = 0; i < document->problem.buffers.size(); ++i) {
        const Buffer& given = document->problem.buffers[i];
        const OptionalPlacement& placement = document->layout.placements[i];
        const auto index = answered.find(given.name, 0);
        if (!index) {
            return tl::unexpected(index.error());
        }
        const Buffer& buffer = problem.buffers[*index];
        auto same =
            answered.compare(*index, "size", given.size.value(), buffer.size.value(), 0)
                .and_then([&] {
                    return answered.compare(*index, "begin", given.lifetime.begin.value(),
                                            buffer.lifetime.begin.value(), 0);
                })
                .and_then([&] {
                    return answered.compare(*index, "end", given.lifetime.end.value(), buffer.lifetime.end.value(), 0);
                });
        if (!same) {
            return tl::unexpected(same.error());
        }
        if (!placement) {
            continue;  // counted at the end
        }
        const std::string& region = document->problem.regions[placement->region].name;
        const std::string& own = problem.regions[buffer.region].name;
        if (problem.regions.size() > 1 && region != own) {
            return answered.wrong(0,
                                  "buffer " + in_quotes(buffer.name) + " lies in region " + in_quotes(region) +
                                      " instead of " + in_quotes(own),
                                  "a planner chooses offsets alone");
        }
        if (auto placed = answered.place(*index, placement->offset.value(), 0); !placed) {
            return tl::unexpected(placed.error());
        }
    }
    return answered.take();
}

}  // namespace

Expected<Layout> read_external_layout(ExchangeFormat format, std::string_view answer, const std::string& source,
                                      const Problem& problem) {
    if (answer.empty()) {
        return failure(Error{source, 0, "it is empty", "write the layout to standard output"});
    }
    if (answer.find('\0') != std::string_view::npos) {
        return failure(Error{source, 0, "it is not UTF-8 text", "write the layout as UTF-8, without zero bytes"});
    }
    return format == ExchangeFormat::json ? read_answered_plan(answer, source, problem)
                                          : AnsweredRows(without_byte_order_mark(answer), source, problem).read();
}

}  // namespace arenascope
