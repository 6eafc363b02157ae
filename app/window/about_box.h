#pragma once

class QWidget;

namespace arenascope {

/// Says what the program is, its version, and which formats this build does not read.
void show_about(QWidget& window);

}  // namespace arenascope
