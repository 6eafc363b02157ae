#include "app/window/frame/action_reason.h"

#include <QVariant>

#include "qt/words/tooltip.h"

namespace arenascope {
namespace {

constexpr const char* reason_property = "why_not";

}  // namespace

void explain(QAction& action, const QString& why_not) {
    action.setProperty(reason_property, why_not);
}

void allow(QAction& action, const QString& why_not, const QString& meaning) {
    explain(action, why_not);
    action.setEnabled(why_not.isEmpty());
    action.setToolTip(plain_tooltip(why_not.isEmpty() ? meaning : why_not));
}

QString why_not(const QAction& action) {
    return action.isEnabled() ? QString() : action.property(reason_property).toString();
}

QString plain_words(const QAction& action) {
    const QString kept(QChar(0));  // stands for "&&", which means an ampersand
    return action.text()
        .replace(QStringLiteral("&&"), kept)
        .remove(QLatin1Char('&'))
        .replace(kept, QStringLiteral("&"));
}

}  // namespace arenascope
