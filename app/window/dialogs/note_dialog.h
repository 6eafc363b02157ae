#pragma once

#include <functional>
#include <string>
#include <vector>

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>

namespace arenascope {

/// Asks for the text of a note, and for what it is pinned to where there is a choice. Ctrl+Enter accepts.
class NoteDialog final : public QDialog {
    Q_OBJECT

public:
    /// Called with the text and the position of the chosen anchor. The dialog closes afterwards.
    using Take = std::function<void(std::string text, std::size_t anchor)>;

    /// `anchors`: words for what the note can be pinned to, the proposed one first; at least one.
    NoteDialog(const QStringList& anchors, const QString& text, const QString& accept_words, Take take,
               QWidget* parent = nullptr);

    void accept() override;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void check();

    Take take_;
    QComboBox* anchor_;
    QPlainTextEdit* text_;
    QLabel* error_;
    QPushButton* ok_;
};

}  // namespace arenascope
