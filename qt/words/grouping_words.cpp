#include "qt/words/grouping_words.h"

#include <QCoreApplication>

#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

QString translated_grouping(const char* text) {
    return QCoreApplication::translate("grouping_words", text);
}

}  // namespace

QString grouping_words(GroupBy by) {
    switch (by) {
        case GroupBy::kind:
            return translated_grouping(QT_TRANSLATE_NOOP("grouping_words", "kind"));
        case GroupBy::operator_type:
            return translated_grouping(QT_TRANSLATE_NOOP("grouping_words", "operator type"));
        case GroupBy::layer:
            return translated_grouping(QT_TRANSLATE_NOOP("grouping_words", "layer"));
        case GroupBy::name_prefix:
            return translated_grouping(QT_TRANSLATE_NOOP("grouping_words", "name prefix"));
        case GroupBy::maker_line:
            return translated_grouping(QT_TRANSLATE_NOOP("grouping_words", "maker"));
        case GroupBy::maker_function:
            return translated_grouping(QT_TRANSLATE_NOOP("grouping_words", "function"));
        case GroupBy::maker_file:
            return translated_grouping(QT_TRANSLATE_NOOP("grouping_words", "file"));
    }
    return {};
}

QString group_words(std::string_view name, GroupBy by) {
    if (!name.empty()) {
        const auto kind = by == GroupBy::kind ? buffer_kind_named(name) : std::nullopt;
        return kind ? kind_words(*kind) : visible_text(name);
    }
    return made_by_of(by) ? translated_grouping(QT_TRANSLATE_NOOP("grouping_words", "(no Python frame)"))
           : by == GroupBy::name_prefix
               ? translated_grouping(QT_TRANSLATE_NOOP("grouping_words", "(no prefix)"))
               : translated_grouping(QT_TRANSLATE_NOOP("grouping_words", "(no operator writes it)"));
}

}  // namespace arenascope
