#pragma once

#include <QThreadPool>

namespace arenascope {

/// The threads of work in the background. They are not those of Qt's global pool: Qt paints large areas with these, and
/// the window's thread waits for them. Behind work of a second, it would stand still as long.
[[nodiscard]] QThreadPool& work_pool();

}  // namespace arenascope
