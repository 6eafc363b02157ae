#pragma once

#include <functional>

#include <QAbstractItemView>

namespace arenascope {

/// Enter in a list chooses its current row, as a click does. Without a current row, the key stays that of the window.
/// The list owns what this sets up.
void choose_with_enter(QAbstractItemView& list, std::function<void(const QModelIndex&)> choose);

}  // namespace arenascope
