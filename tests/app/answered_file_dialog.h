#pragma once

#include <QApplication>
#include <QFileDialog>
#include <QLineEdit>
#include <QStringList>
#include <QTest>
#include <QTimer>

namespace arenascope::test {

/// Answers the next question for a file with this name, and those after it with the others.
inline void answer_next_file_dialog(const QStringList& names) {
    auto* timer = new QTimer(qApp);
    QObject::connect(timer, &QTimer::timeout, timer, [timer, names] {
        auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
        auto* field = dialog == nullptr ? nullptr : dialog->findChild<QLineEdit*>();
        if (field == nullptr || !field->isVisible()) {
            return;
        }
        timer->stop();
        timer->deleteLater();
        if (names.size() > 1) {
            answer_next_file_dialog(names.mid(1));
        }
        field->setText(names.constFirst());
        QTest::keyClick(field, Qt::Key_Return);
    });
    timer->start(20);
}

}  // namespace arenascope::test
