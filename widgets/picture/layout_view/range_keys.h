#pragma once

#include <optional>

#include <Qt>

#include "widgets/picture/layout_view/layout_content.h"

namespace arenascope {

/// A selected range, and the time cursor at the end of it that moves.
struct ExtendedRange {
    Lifetime steps;
    Step cursor;
    friend bool operator==(const ExtendedRange&, const ExtendedRange&) = default;
};

/// The range after Shift+Left or Shift+Right: one end moves by a step, with Ctrl by a tenth of the steps in `view`. The
/// end that moves is the one with the time cursor, or the last one. Without a range, it begins at the time cursor, or
/// in the middle of the view. Empty: another key, or no plan.
[[nodiscard]] std::optional<ExtendedRange> extended_range(const LayoutContent& content, const View& view, int key,
                                                          Qt::KeyboardModifiers modifiers);

}  // namespace arenascope
