#include "widgets/base/expression_completer.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include <QLineEdit>

#include "core/analysis/debugging/step_field.h"

namespace arenascope {
namespace {

constexpr qsizetype most_names = 200'000;
constexpr int shown_rows = 12;
constexpr QChar quote = u'"';

QString words_of(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The form of a function up to its first argument: `tier("`, `before(`.
QString opening_of(const StepTerm& function) {
    const QString form = words_of(function.form);
    const qsizetype bracket = form.indexOf(u'(');
    const bool takes_name = bracket + 1 < form.size() && form[bracket + 1] == quote;
    return form.first(bracket + (takes_name ? 2 : 1));
}

QStringList terms_of_steps() {
    QStringList terms;
    for (const StepTerm& field : step_fields()) {
        terms << words_of(field.name);
    }
    for (const StepTerm& function : step_functions()) {
        terms << opening_of(function);
    }
    for (const auto* words : {&frame_kind_words(), &goal_words(), &tier_words()}) {
        for (const std::string& word : *words) {
            terms << QString::fromStdString(word);
        }
    }
    for (const char* word : {"and", "or", "not"}) {
        terms << QString::fromLatin1(word);
    }
    terms.removeDuplicates();
    terms.sort();
    return terms;
}

/// Where the word that ends at a position begins: at its quote, or at its first letter.
qsizetype word_begin(const QString& text, qsizetype end) {
    const QStringView before = QStringView(text).first(end);
    if (before.count(quote) % 2 == 1) {
        return before.lastIndexOf(quote);
    }
    qsizetype begin = end;
    while (begin > 0 && (text[begin - 1].isLetterOrNumber() || text[begin - 1] == u'_' || text[begin - 1] == u'-')) {
        --begin;
    }
    return begin;
}

}  // namespace

ExpressionCompleter::ExpressionCompleter(QLineEdit& field)
    : QCompleter(&field), field_(field), words_(new OfferedNames(this)) {
    for (const QString& term : terms_of_steps()) {
        terms_ << OfferedName{term, term};
    }
    setModel(words_);
    setMaxVisibleItems(shown_rows);
    field.setCompleter(this);
}

void ExpressionCompleter::set_names(const QList<OfferedName>& names) {
    names_.clear();
    if (names.size() > most_names) {
        return;
    }
    std::ranges::copy_if(names, std::back_inserter(names_),
                         [](const OfferedName& name) { return !name.shown.contains(quote); });
}

QStringList ExpressionCompleter::splitPath(const QString& path) const {
    typed_ = path;
    end_ = field_.text() == path ? field_.cursorPosition() : path.size();
    begin_ = word_begin(typed_, end_);
    const QString word = typed_.sliced(begin_, end_ - begin_);
    if (word.startsWith(quote)) {
        words_->show_matches(names_, word.sliced(1));
    } else {
        QList<OfferedName> rows;
        std::ranges::copy_if(terms_, std::back_inserter(rows), [&word](const OfferedName& term) {
            return !word.isEmpty() && word.front().isLetter() && term.shown.startsWith(word, Qt::CaseInsensitive);
        });
        words_->show_rows(std::move(rows));
    }
    return {QString()};  // the model has only rows that match
}

QString ExpressionCompleter::pathFromIndex(const QModelIndex& index) const {
    const QString name = QCompleter::pathFromIndex(index);
    const QString word = typed_.sliced(begin_).startsWith(quote) ? quote + name + quote : name;
    return typed_.first(begin_) + word + typed_.sliced(end_);
}

}  // namespace arenascope
