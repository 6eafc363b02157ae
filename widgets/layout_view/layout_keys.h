#pragma once

#include <QKeySequence>

namespace arenascope::layout_keys {

/// Keys of the layout view: it takes them itself where it stands alone, and a window gives them to its menu.
inline constexpr QKeyCombination fit{Qt::Key_F};
inline constexpr QKeyCombination zoom_to_selection{Qt::Key_Z};
inline constexpr QKeyCombination zoom_in{Qt::Key_Plus};
inline constexpr QKeyCombination zoom_in_unshifted{Qt::Key_Equal};  ///< where + is on the same key
inline constexpr QKeyCombination zoom_out{Qt::Key_Minus};
inline constexpr QKeyCombination back{Qt::AltModifier, Qt::Key_Left};
inline constexpr QKeyCombination forward{Qt::AltModifier, Qt::Key_Right};

}  // namespace arenascope::layout_keys
