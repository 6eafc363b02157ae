#include "widgets/tables/advice_table/lever_words.h"

#include <QCoreApplication>
#include <QStringList>

namespace arenascope {
namespace {

QString translated_lever(const char* text) {
    return QCoreApplication::translate("lever_words", text);
}

}  // namespace

QString lever_title(Lever lever) {
    switch (lever) {
        case Lever::order:
            return translated_lever(QT_TRANSLATE_NOOP("lever_words", "order"));
        case Lever::split:
            return translated_lever(QT_TRANSLATE_NOOP("lever_words", "split"));
        case Lever::spill:
            return translated_lever(QT_TRANSLATE_NOOP("lever_words", "spill"));
        case Lever::sharing:
            return translated_lever(QT_TRANSLATE_NOOP("lever_words", "sharing"));
        case Lever::recompute:
            return translated_lever(QT_TRANSLATE_NOOP("lever_words", "recompute"));
        case Lever::types:
            break;
    }
    return translated_lever(QT_TRANSLATE_NOOP("lever_words", "types"));
}

QString lever_meaning(Lever lever) {
    switch (lever) {
        case Lever::order:
            return translated_lever(QT_TRANSLATE_NOOP("lever_words", "order: the operators run in another order"));
        case Lever::split:
            return translated_lever(QT_TRANSLATE_NOOP("lever_words", "split: chains of operators run part by part"));
        case Lever::spill:
            return translated_lever(QT_TRANSLATE_NOOP("lever_words", "spill: buffers move to a second memory"));
        case Lever::sharing:
            return translated_lever(QT_TRANSLATE_NOOP("lever_words", "sharing: operators hand memory on"));
        case Lever::recompute:
            return translated_lever(
                QT_TRANSLATE_NOOP("lever_words", "recompute: operators run again before a late reader"));
        case Lever::types:
            break;
    }
    return translated_lever(
        QT_TRANSLATE_NOOP("lever_words", "types: activations hold narrower elements, which changes the results"));
}

QString lever_words(const AdviceOption& option) {
    if (option.levers.empty()) {
        return translated_lever(QT_TRANSLATE_NOOP("lever_words", "as it is"));
    }
    QStringList words;
    for (const Lever lever : option.levers) {
        words << (lever == Lever::types ? translated_lever(QT_TRANSLATE_NOOP("lever_words", "types %1"))
                                              .arg(QString::fromUtf8(name_of(option.types).data()))
                                        : lever_title(lever));
    }
    return words.join(translated_lever(QT_TRANSLATE_NOOP("lever_words", ", ")));
}

}  // namespace arenascope
