#pragma once

#include <memory>

#include <QAbstractButton>
#include <QApplication>
#include <QMessageBox>
#include <QPointer>
#include <QTimer>

namespace arenascope::test {

/// The next question is answered by the button with this text, marks of letters left out. An earlier answer that no
/// question took is forgotten. Returns where its text will be; empty: nothing was asked so far.
inline std::shared_ptr<QString> answer_next_box(const QString& button) {
    static QPointer<QTimer> untaken;
    delete untaken;
    auto asked = std::make_shared<QString>();
    auto* timer = new QTimer(qApp);
    untaken = timer;
    QObject::connect(timer, &QTimer::timeout, timer, [timer, asked, button] {
        auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget());
        if (box == nullptr) {
            return;
        }
        timer->deleteLater();
        timer->stop();
        *asked = box->text() + QLatin1Char(' ') + box->informativeText();
        for (QAbstractButton* each : box->buttons()) {
            if (each->text().remove(QLatin1Char('&')) == button) {
                each->click();
                return;
            }
        }
        *asked += QStringLiteral(" (there is no button ") + button + QLatin1Char(')');
        box->reject();
    });
    timer->start(10);
    return asked;
}

}  // namespace arenascope::test
