#include "core/format/table/plain_table.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/format/table/plain_rows.h"
#include "core/memory/large_pages.h"
#include "core/text/line_parts.h"
#include "core/threads/ordered_parts.h"

namespace arenascope {
namespace {

/// Appends what threads have read to a document.
class PlainDocument {
public:
    PlainDocument(const BufferColumns& columns, std::size_t rows) : has_regions_(columns.region.is_there()) {
        document_.problem.buffers.reserve(rows);
        document_.layout.placements.reserve(rows);
        prefer_large_pages(document_.problem.buffers);
        prefer_large_pages(document_.layout.placements);
        if (has_regions_) {
            document_.problem.regions.clear();
        }
    }

    void append(PlainRows& rows) {
        if (has_regions_) {
            number_regions(rows);
        }
        auto& buffers = document_.problem.buffers;
        auto& placements = document_.layout.placements;
        std::move(rows.buffers().begin(), rows.buffers().end(), std::back_inserter(buffers));
        placements.insert(placements.end(), rows.placements().begin(), rows.placements().end());
    }

    /// Nothing if there is no buffer, or the problem is not valid.
    [[nodiscard]] std::optional<Document> take() {
        const bool is_valid = !document_.problem.buffers.empty() && validate(document_.problem);
        return is_valid ? std::optional(std::move(document_)) : std::nullopt;
    }

private:
    /// Regions have the order in which the file names them.
    void number_regions(PlainRows& rows) {
        std::vector<RegionIndex> numbers;
        for (const std::string_view name : rows.regions()) {
            auto& regions = document_.problem.regions;
            const auto [position, added] = regions_.try_emplace(std::string(name), RegionIndex(regions.size()));
            if (added) {
                regions.emplace_back().name = name;
            }
            numbers.push_back(position->second);
        }
        for (std::size_t i = 0; i < rows.buffers().size(); ++i) {
            Buffer& buffer = rows.buffers()[i];
            buffer.region = numbers[buffer.region.value()];
            if (auto& placement = rows.placements()[i]) {
                placement->region = buffer.region;
            }
        }
    }

    bool has_regions_;
    Document document_;
    std::unordered_map<std::string, RegionIndex> regions_;
};

}  // namespace

std::optional<Document> plain_document(std::string_view rows, const BufferColumns& columns,
                                       const ReadProgress& progress) {
    if (columns.may_take_over.is_there()) {
        return std::nullopt;
    }
    const LineParts parts(rows);
    const std::vector<PlainColumn> meanings = plain_columns(columns);
    PlainDocument document(columns, expected_lines(rows, shortest_row));
    std::atomic<bool> is_plain = true;
    std::uint64_t done = 0;
    in_ordered_parts<PlainRows>(
        parts.size(),
        [&](std::size_t part, PlainRows& read) { is_plain = read.read(parts[part], meanings) && is_plain; },
        [&](std::size_t part, PlainRows& read) {
            if (!is_plain) {
                return false;
            }
            document.append(read);
            done += parts[part].size();
            if (progress) {
                progress(std::min<std::uint64_t>(done, rows.size()), rows.size());
            }
            return true;
        });
    return is_plain ? document.take() : std::nullopt;
}

}  // namespace arenascope
