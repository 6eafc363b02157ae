#include "widgets/tables/buffer_table/listed_plan.h"

#include <limits>

#include "qt/words/shown_names.h"
#include "widgets/base/swatch.h"

namespace arenascope {
namespace {

constexpr std::int64_t before_all = std::numeric_limits<std::int64_t>::min();

/// A number in the order of the addresses, which are unsigned. Address 0 is equal to no address at all.
std::int64_t in_order(Address address) {
    constexpr Address half = Address{1} << 63U;
    return static_cast<std::int64_t>(address ^ half);
}

}  // namespace

std::optional<Offset> ListedPlan::offset_of(BufferIndex buffer) const {
    const std::size_t i = buffer.value();
    return i < layout->placements.size() && layout->placements[i] ? std::optional(layout->placements[i]->offset)
                                                                  : std::nullopt;
}

Risk ListedPlan::risk_of(BufferIndex buffer) const {
    return buffer.value() < risks->size() ? (*risks)[buffer] : Risk{};
}

std::uint32_t ListedPlan::place_of(BufferIndex buffer) const {
    return order && buffer.value() < order->place.size() ? order->place[buffer] : 0;
}

std::int64_t ListedPlan::sort_key(BufferIndex buffer, int column) const {
    const Buffer& subject = problem->buffers[buffer];
    const auto placed = [&](Bytes beyond) {
        const auto found = offset_of(buffer);
        return found ? (*found + beyond).value() : before_all;
    };
    switch (column) {
        case BufferColumn::tier:
            return to_role_value(risk_of(buffer));
        case BufferColumn::size:
            return subject.size.value();
        case BufferColumn::begin:
            return subject.lifetime.begin.value();
        case BufferColumn::end:
            return subject.lifetime.end.value();
        case BufferColumn::memory:
            return static_cast<std::int64_t>(subject.region.value());
        case BufferColumn::offset:
            return placed(Bytes(0));
        case BufferColumn::tail:
            return placed(subject.size);
        case BufferColumn::alignment:
            return alignment_of(*problem, subject).value();
        case BufferColumn::conflicts:
            return metrics->conflicts()[buffer];
        case BufferColumn::address:
            return offset_of(buffer) ? in_order(address_of(*problem, *layout->placements[buffer])) : before_all;
        case BufferColumn::overlap:
            return metrics->overlaps()[buffer];
        case BufferColumn::order:
            return place_of(buffer);
        case BufferColumn::reordered:
            return place_of(buffer) > 0 ? order->change[buffer] : before_all;
        default:
            return 0;
    }
}

BufferFacts ListedPlan::facts(bool with_conflicts, bool with_overlaps) const {
    BufferFacts facts{problem.get(), layout.get(), *risks, {}, order.get()};
    facts.names = shown_rule(problem);
    if (with_conflicts) {
        facts.conflicts = metrics->conflicts();
    }
    if (with_overlaps) {
        facts.overlaps = metrics->overlaps();
    }
    return facts;
}

ListedPlan empty_listed_plan() {
    auto problem = std::make_shared<const Problem>();
    auto metrics = std::make_shared<const BufferMetrics>(problem);
    return {.problem = std::move(problem),
            .layout = std::make_shared<const Layout>(),
            .risks = std::make_shared<const IndexedVector<BufferIndex, Risk>>(),
            .order = nullptr,
            .metrics = std::move(metrics)};
}

bool depends_on_layout(int column) {
    switch (column) {
        case BufferColumn::tier:
        case BufferColumn::offset:
        case BufferColumn::tail:
        case BufferColumn::address:
        case BufferColumn::order:
        case BufferColumn::reordered:
            return true;
        default:
            return false;
    }
}

}  // namespace arenascope
