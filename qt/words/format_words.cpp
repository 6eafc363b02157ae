#include "qt/words/format_words.h"

#include <QCoreApplication>

namespace arenascope {

QString group_words(const FormatGroup& group) {
    // The names are literals, so they end with a zero.
    const QString name = QCoreApplication::translate("arenascope::FormatGroup", group.name.data());
    return name.left(1).toUpper() + name.mid(1);
}

QString format_words(FileFormat format) {
    return QCoreApplication::translate("arenascope::FormatGroup", format_of(format).description.files.data());
}

}  // namespace arenascope
