#include "qt/words/tooltip.h"

#include <algorithm>

#include <QChar>
#include <QStringList>
#include <QTextDocument>

namespace arenascope {
namespace {

constexpr qsizetype break_every = 80;  // characters
constexpr qsizetype longest_word = 200;
constexpr qsizetype longest_line = 1000;

/// The last position up to `at` that does not split a surrogate pair.
qsizetype boundary(const QString& text, qsizetype at) {
    return at < text.size() && text[at].isLowSurrogate() ? at - 1 : at;
}

QString cut_in_the_middle(const QString& text, qsizetype longest) {
    if (text.size() <= longest) {
        return text;
    }
    const qsizetype front = boundary(text, longest / 2);
    const qsizetype back = boundary(text, text.size() - longest / 2);
    return text.first(front) + QStringLiteral("…") + text.sliced(back);
}

/// A word as HTML with regular opportunities to break.
QString breakable(const QString& word) {
    constexpr QChar zero_width_space(0x200B);
    QString html;
    for (qsizetype begin = 0; begin < word.size();) {
        const qsizetype end = boundary(word, std::min(begin + break_every, word.size()));
        if (begin > 0) {
            html += zero_width_space;
        }
        html += word.sliced(begin, end - begin).toHtmlEscaped();
        begin = end;
    }
    return html;
}

}  // namespace

QString plain_tooltip(const QString& text) {
    const QStringList lines = text.split(QLatin1Char('\n'));
    const bool is_short =
        std::all_of(lines.begin(), lines.end(), [](const QString& line) { return line.size() <= break_every; });
    if (is_short && !Qt::mightBeRichText(text)) {
        return text;
    }
    QStringList shown;
    for (const QString& line : lines) {
        QStringList words;
        for (const QString& word : cut_in_the_middle(line, longest_line).split(QLatin1Char(' '))) {
            words << breakable(cut_in_the_middle(word, longest_word));
        }
        shown << words.join(QLatin1Char(' '));
    }
    return QStringLiteral("<qt>%1</qt>").arg(shown.join(QStringLiteral("<br>")));
}

}  // namespace arenascope
