#include "app/window/dialogs/note_dialog.h"

#include <algorithm>
#include <utility>

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QKeyEvent>
#include <QVBoxLayout>

#include "core/model/memory/pinned_note.h"
#include "qt/words/wording.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int text_letters = 48;
constexpr int text_lines = 6;

/// The text as it is kept: without spaces and empty lines at its ends.
std::string kept_text(const QString& text) {
    return text.trimmed().remove(QChar(0)).toStdString();
}

}  // namespace

NoteDialog::NoteDialog(const QStringList& anchors, const QString& text, const QString& accept_words, Take take,
                       QWidget* parent)
    : QDialog(parent),
      take_(std::move(take)),
      anchor_(new QComboBox),
      text_(new QPlainTextEdit(text)),
      error_(new QLabel),
      ok_(nullptr) {
    setWindowTitle(tr("Note"));
    anchor_->addItems(anchors);
    anchor_->setAccessibleName(tr("Pinned to"));
    anchor_->setEnabled(anchors.size() > 1);
    anchor_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    text_->setAccessibleName(tr("Text of the note"));
    text_->setPlaceholderText(tr("What should others know here?"));
    text_->setTabChangesFocus(true);
    text_->setMinimumSize(text_letters * fontMetrics().averageCharWidth(), text_lines * fontMetrics().lineSpacing());
    error_->setTextFormat(Qt::PlainText);
    error_->setWordWrap(true);
    error_->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    ok_ = buttons->button(QDialogButtonBox::Ok);
    ok_->setText(accept_words);
    ok_->setToolTip(tr("Ctrl+Enter"));
    auto* form = new QFormLayout;
    form->addRow(tr("&Pinned to"), anchor_);
    auto* column = new QVBoxLayout(this);
    column->addLayout(form);
    column->addWidget(text_, 1);
    column->addWidget(error_);
    column->addWidget(buttons);
    connect(text_, &QPlainTextEdit::textChanged, this, &NoteDialog::check);
    connect(buttons, &QDialogButtonBox::accepted, this, &NoteDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    text_->installEventFilter(this);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_text_tone(*error_, theme, TextTone::risk);
    });
    check();
    text_->setFocus();
    text_->moveCursor(QTextCursor::End);
}

bool NoteDialog::eventFilter(QObject* watched, QEvent* event) {
    if (watched == text_ && event->type() == QEvent::KeyPress) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if ((key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) &&
            (key.modifiers() & Qt::ControlModifier) != 0) {
            accept();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void NoteDialog::check() {
    const std::size_t bytes = kept_text(text_->toPlainText()).size();
    const bool is_too_long = bytes > most_note_bytes;
    ok_->setEnabled(bytes > 0 && !is_too_long);
    error_->setVisible(is_too_long);
    if (is_too_long) {
        error_->setText(tr("The text has %1 bytes. A note holds at most %2; shorten it.")
                            .arg(grouped_text(static_cast<std::int64_t>(bytes)),
                                 grouped_text(static_cast<std::int64_t>(most_note_bytes))));
    }
}

void NoteDialog::accept() {
    if (!ok_->isEnabled()) {
        return;
    }
    take_(kept_text(text_->toPlainText()), static_cast<std::size_t>(std::max(0, anchor_->currentIndex())));
    QDialog::accept();
}

}  // namespace arenascope
