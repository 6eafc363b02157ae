#pragma once

#include <functional>

#include <QStringList>

#include "app/window/frame/window_part.h"
#include "core/base/error/error.h"

namespace arenascope {

/// What was written, and how large it is.
[[nodiscard]] QString saved_text(const QString& path);

/// The message bar says so, or why not.
void tell_written(const WindowFrame& frame, const QString& path, const Expected<void>& written);

/// Handles events but those of the user until the newest change is shown.
void wait_for_changes(Session& session);

/// Asks for a file to write beside the plan, with another suffix. Empty: the user cancelled.
/// `types`: file types with suffix, such as "C header (*.h)".
[[nodiscard]] QString choose_beside(const WindowFrame& frame, const QString& title, const QString& suffix,
                                    const QStringList& types);

/// Does so, and writes that file. The message bar says so, or why not.
void write_beside(const WindowFrame& frame, const QString& title, const QString& suffix, const QStringList& types,
                  const std::function<Expected<void>(const QString& path)>& write);

}  // namespace arenascope
