#include "widgets/tables/trial_table/choice_words.h"

#include <QCoreApplication>

#include "qt/words/wording.h"

namespace arenascope {
namespace {

QString scratch_words(const char* text) {
    return QCoreApplication::translate("ScratchChoice", text);
}

}  // namespace

QString choice_title(ChoiceKind kind) {
    return kind == &ScratchChoice::top_of_area ? scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "area end"))
           : kind == &ScratchChoice::overlay   ? scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "overlay"))
           : kind == &ScratchChoice::grow_top  ? scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "growth"))
                                               : scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "part"));
}

QString choice_meaning(ChoiceKind kind) {
    return kind == &ScratchChoice::top_of_area
               ? scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "at which end of its free area scratch goes"))
           : kind == &ScratchChoice::overlay
               ? scratch_words(
                     QT_TRANSLATE_NOOP("ScratchChoice", "whether scratch goes over other scratch that allows it"))
           : kind == &ScratchChoice::grow_top
               ? scratch_words(
                     QT_TRANSLATE_NOOP("ScratchChoice", "at which end the heap grows where no free area holds it"))
               : scratch_words(QT_TRANSLATE_NOOP(
                     "ScratchChoice", "whether scratch takes the fast part that it asks for, or leaves it to others"));
}

QString choice_words(ChoiceKind kind, bool chosen) {
    if (kind == &ScratchChoice::overlay) {
        return chosen ? scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "yes"))
                      : scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "no"));
    }
    if (kind == &ScratchChoice::asked_part) {
        return chosen ? scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "asked"))
                      : scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "other"));
    }
    return chosen ? scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "top"))
                  : scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "bottom"));
}

QString choice_counts(std::int64_t chosen, std::int64_t all, ChoiceKind kind) {
    if (chosen == all || chosen == 0) {
        return choice_words(kind, chosen == all);
    }
    return scratch_words(QT_TRANSLATE_NOOP("ScratchChoice", "%1 %2, %3 %4"))
        .arg(grouped_text(chosen), choice_words(kind, true), grouped_text(all - chosen), choice_words(kind, false));
}

}  // namespace arenascope
