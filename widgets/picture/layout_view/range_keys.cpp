#include "widgets/picture/layout_view/range_keys.h"

#include <algorithm>

namespace arenascope {
namespace {

constexpr long double jump_share = 0.1L;  ///< of the steps in view

Step last_of(Lifetime steps) {
    return Step(steps.end.value() - 1);
}

}  // namespace

std::optional<ExtendedRange> extended_range(const LayoutContent& content, const View& view, int key,
                                            Qt::KeyboardModifiers modifiers) {
    const bool is_sideways = key == Qt::Key_Left || key == Qt::Key_Right;
    const Qt::KeyboardModifiers others = modifiers & ~(Qt::ControlModifier | Qt::KeypadModifier);
    if (!is_sideways || others != Qt::ShiftModifier || !content.problem || content.problem->buffers.empty()) {
        return std::nullopt;
    }
    const Lifetime span = time_span(*content.problem);
    const auto within = [&](Step step) { return std::clamp(step, span.begin, last_of(span)); };
    const Step middle(whole_part((view.steps.from + view.steps.to) / 2));
    const Step cursor = within(content.time_cursor.value_or(middle));
    Step moving = cursor;
    Step fixed = cursor;
    if (const auto& range = content.time_range) {
        const bool moves_first = cursor == range->begin && length(*range) > Duration(1);
        moving = moves_first ? range->begin : last_of(*range);
        fixed = moves_first ? last_of(*range) : range->begin;
    }
    const std::int64_t jump = std::max<std::int64_t>(1, whole_part(length(view.steps) * jump_share));
    const std::int64_t distance = modifiers.testFlag(Qt::ControlModifier) ? jump : 1;
    moving = within(moving + Duration(key == Qt::Key_Right ? distance : -distance));
    return ExtendedRange{{std::min(moving, fixed), std::max(moving, fixed) + Duration(1)}, moving};
}

}  // namespace arenascope
