#pragma once

#include <cstdint>

class QString;
class QWidget;

namespace arenascope {

/// What the user wants to be done with a file that is about to be replaced.
enum class TargetAnswer : std::uint8_t { replace, save_elsewhere, cancel };

/// Asks if the file is read-only, or if it `has_changed` since it was read here, so that replacing it loses what
/// somebody else wrote. Any other file is replaced without a question.
[[nodiscard]] TargetAnswer ask_about_target(QWidget* window, const QString& path, bool has_changed = false);

}  // namespace arenascope
