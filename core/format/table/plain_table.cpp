#include "core/format/table/plain_table.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <iterator>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/containers/large_pages.h"
#include "core/base/text/line_parts.h"
#include "core/base/threads/ordered_parts.h"
#include "core/format/table/plain_rows.h"

namespace arenascope {
namespace {

/// Appends what threads have read to a document.
class PlainDocument {
public:
    PlainDocument(const BufferColumns& columns, std::size_t rows) : has_regions_(columns.region.is_there()) {
        reserve_large_pages(document_.problem.buffers, rows);
        reserve_large_pages(document_.layout.placements, rows);
        if (has_regions_) {
            document_.problem.regions.clear();
        }
    }

    /// `names`: of the regions of these rows. Takes the buffers.
    template <class Names>
    void append(std::vector<Buffer>& buffers, std::vector<OptionalPlacement>& placements, const Names& names) {
        if (has_regions_) {
            number_regions(buffers, placements, names);
        }
        auto& all = document_.problem.buffers;
        auto& all_placements = document_.layout.placements;
        all.insert(all.end(), std::make_move_iterator(buffers.begin()), std::make_move_iterator(buffers.end()));
        all_placements.insert(all_placements.end(), placements.begin(), placements.end());
    }

    /// Nothing if there is no buffer, or the problem is not valid.
    [[nodiscard]] std::optional<Document> take() {
        const bool is_valid = !document_.problem.buffers.empty() && validate(document_.problem);
        return is_valid ? std::optional(std::move(document_)) : std::nullopt;
    }

private:
    /// Regions have the order in which the file names them.
    template <class Names>
    void number_regions(std::vector<Buffer>& buffers, std::vector<OptionalPlacement>& placements, const Names& names) {
        std::vector<RegionIndex> numbers;
        for (const auto& name : names) {
            auto& regions = document_.problem.regions;
            const auto [position, added] = regions_.try_emplace(std::string(name), RegionIndex(regions.size()));
            if (added) {
                regions.emplace_back().name = name;
            }
            numbers.push_back(position->second);
        }
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            Buffer& buffer = buffers[i];
            buffer.region = numbers[buffer.region.value()];
            if (auto& placement = placements[i]) {
                placement->region = buffer.region;
            }
        }
    }

    bool has_regions_;
    Document document_;
    std::unordered_map<std::string, RegionIndex> regions_;
};

/// The rows of a part.
struct PartRows {
    PlainRows plain;
    std::optional<OtherRows> other;  ///< instead of the plain ones
};

}  // namespace

std::optional<Document> plain_document(std::string_view rows, const BufferColumns& columns,
                                       const ReadProgress& progress, const ReadOtherRows& read_other) {
    if (columns.may_take_over.is_there()) {
        return std::nullopt;
    }
    const LineParts parts(rows);
    const std::vector<PlainColumn> meanings = plain_columns(columns);
    PlainDocument document(columns, expected_lines(rows, shortest_row));
    std::atomic<bool> is_readable = true;
    std::uint64_t done = 0;
    in_ordered_parts<PartRows>(
        parts.size(),
        [&](std::size_t part, PartRows& read) {
            read.other.reset();
            if (!read.plain.read(parts[part], meanings)) {
                read.other = read_other ? read_other(parts[part]) : std::nullopt;
                is_readable = read.other && is_readable;
            }
        },
        [&](std::size_t part, PartRows& read) {
            if (!is_readable) {
                return false;
            }
            if (read.other) {
                document.append(read.other->buffers, read.other->placements, read.other->regions);
            } else {
                document.append(read.plain.buffers(), read.plain.placements(), read.plain.regions());
            }
            done += parts[part].size();
            if (progress) {
                progress(std::min<std::uint64_t>(done, rows.size()), rows.size());
            }
            return true;
        });
    return is_readable ? document.take() : std::nullopt;
}

}  // namespace arenascope
