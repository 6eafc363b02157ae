#pragma once

class QWidget;

namespace arenascope {

/// Shows the version, the licence, and the formats that this build does not read.
void show_about(QWidget& window);

}  // namespace arenascope
