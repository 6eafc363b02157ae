#include "arenascope/check.h"

#include "core/check/overlap_checker.h"
#include "core/library/contents.h"

namespace arenascope::api {
namespace {

std::vector<std::size_t> positions_of(const std::vector<BufferIndex>& buffers) {
    std::vector<std::size_t> positions;
    positions.reserve(buffers.size());
    for (const BufferIndex buffer : buffers) {
        positions.push_back(buffer.value());
    }
    return positions;
}

}  // namespace

Report check(const Layout& layout, std::size_t limit) {
    const CheckReport found =
        arenascope::check(layout.problem().content().document.problem, layout.content().layout, limit);
    Report report;
    report.overlaps.reserve(found.overlaps.size());
    for (const arenascope::Overlap& pair : found.overlaps) {
        report.overlaps.push_back({pair.a.value(), pair.b.value(), pair.steps.begin.value(), pair.steps.end.value(),
                                   pair.bytes.from.value(), pair.bytes.to.value()});
    }
    report.overlap_count = found.overlap_count;
    report.misaligned = positions_of(found.misaligned);
    report.outside = positions_of(found.outside);
    report.unplaced = positions_of(found.unplaced);
    report.ok = is_clean(found);
    return report;
}

}  // namespace arenascope::api
