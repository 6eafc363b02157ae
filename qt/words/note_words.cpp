#include "qt/words/note_words.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/picture/plan/note_marks.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"

namespace arenascope {
namespace {

constexpr std::size_t most_row_bytes = 1'000;
constexpr std::size_t most_shown_bytes = 2'000;
constexpr qsizetype most_lines = 16;

QString note_translation(const char* text) {
    return QCoreApplication::translate("NoteWords", text);
}

}  // namespace

QString note_words(const std::string& text) {
    QStringList lines = QString::fromStdString(first_part(text, most_shown_bytes)).split(QLatin1Char('\n'));
    if (lines.size() > most_lines) {
        lines = lines.first(most_lines) << QStringLiteral("…");
    }
    for (QString& line : lines) {
        line = visible_text(line);
    }
    return lines.join(QLatin1Char('\n'));
}

QString note_row_words(const std::string& text) {
    return visible_text(QString::fromStdString(first_part(text, most_row_bytes)).replace('\n', ' '));
}

QString place_words(const NoteAnchor& anchor, const Problem& problem) {
    if (const auto* const step = std::get_if<Step>(&anchor)) {
        return note_translation(QT_TRANSLATE_NOOP("NoteWords", "step %1")).arg(grouped_text(step->value()));
    }
    const auto* const place = std::get_if<BytePlace>(&anchor);
    if (place == nullptr) {
        return {};
    }
    const QString step = grouped_text(place->step.value());
    const QString byte = grouped_text(place->byte.value());
    return problem.regions.size() == 1
               ? note_translation(QT_TRANSLATE_NOOP("NoteWords", "step %1, offset %2")).arg(step, byte)
               : note_translation(QT_TRANSLATE_NOOP("NoteWords", "%1, step %2, offset %3"))
                     .arg(visible_text(problem.regions[place->region].name), step, byte);
}

}  // namespace arenascope
