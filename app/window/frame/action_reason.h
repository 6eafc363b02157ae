#pragma once

#include <QAction>
#include <QString>

namespace arenascope {

/// Enables an action if `why_not` is empty; its tooltip then tells its `meaning`. Otherwise disables it; its tooltip
/// and the command palette then say why.
void allow(QAction& action, const QString& why_not, const QString& meaning = {});

/// Says why an action is disabled, whenever somebody else disables it.
void explain(QAction& action, const QString& why_not);

/// Why an action is disabled, as given to allow() or explain(). Empty: it is enabled, or nobody said why.
[[nodiscard]] QString why_not(const QAction& action);

/// The text of an action without the marks of its letters.
[[nodiscard]] QString plain_words(const QAction& action);

}  // namespace arenascope
