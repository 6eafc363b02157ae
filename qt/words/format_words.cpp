#include "qt/words/format_words.h"

#include <QCoreApplication>

namespace arenascope {

QString group_words(const FormatGroup& group) {
    // The names are literals, so they end with a zero.
    const QString name = QCoreApplication::translate("arenascope::FormatGroup", group.name.data());
    return name.left(1).toUpper() + name.mid(1);
}

QString format_words(FileFormat format) {
    const std::string_view files = files_of(format);
    return files.empty() ? QString() : QCoreApplication::translate("arenascope::FormatGroup", files.data());
}

}  // namespace arenascope
