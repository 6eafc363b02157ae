#pragma once

#include <QKeySequence>

namespace arenascope::layout_keys {

/// The keys of the layout view. A window uses them for its menu; without a menu the view handles them itself.
inline constexpr QKeyCombination fit{Qt::Key_F};
inline constexpr QKeyCombination zoom_to_selection{Qt::Key_Z};
inline constexpr QKeyCombination zoom_in{Qt::Key_Plus};
inline constexpr QKeyCombination zoom_in_unshifted{Qt::Key_Equal};  ///< on keyboards with + and = on one key
inline constexpr QKeyCombination zoom_out{Qt::Key_Minus};
inline constexpr QKeyCombination back{Qt::AltModifier, Qt::Key_Left};
inline constexpr QKeyCombination forward{Qt::AltModifier, Qt::Key_Right};

}  // namespace arenascope::layout_keys
