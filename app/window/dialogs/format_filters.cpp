#include "app/window/dialogs/format_filters.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/format/registry.h"
#include "qt/words/format_words.h"

namespace arenascope {
namespace {

QString filter_words(const char* text) {
    return QCoreApplication::translate("arenascope::FormatFilters", text);
}

QString pattern_of(const FormatGroup& group) {
    QStringList suffixes;
    for (const FormatDescription& format : group.formats) {
        suffixes << QString::fromUtf8(format.suffixes.data(), static_cast<qsizetype>(format.suffixes.size()))
                        .split(QLatin1Char(' '));
    }
    suffixes.removeDuplicates();
    return suffixes.join(QLatin1Char(' '));
}

}  // namespace

QString format_filters() {
    QStringList filters;
    QStringList all;
    for (const FormatGroup& group : format_groups()) {
        const QString pattern = pattern_of(group);
        filters << QStringLiteral("%1 (%2)").arg(group_words(group), pattern);
        all << pattern.split(QLatin1Char(' '));
    }
    all.removeDuplicates();
    filters.prepend(filter_words("All that can be opened (%1)").arg(all.join(QLatin1Char(' '))));
    filters << filter_words("All files (*)");
    return filters.join(QStringLiteral(";;"));
}

QStringList plan_file_types() {
    QStringList types;
    for (const Format& format : formats()) {
        if (format.plan.write != nullptr) {
            types << filter_words(format.plan.file_type.data());
        }
    }
    return types;
}

}  // namespace arenascope
