#include "tests/review/hand.h"

#include <algorithm>
#include <cstdlib>

#include <QAbstractItemView>
#include <QApplication>
#include <QModelIndex>
#include <QPointer>
#include <QProcess>
#include <QStringList>
#include <QTest>
#include <QTimer>
#include <QWidget>
#include <QWindow>

namespace arenascope::test::hand {
namespace {

constexpr int patience_of_hand = 30'000;  ///< milliseconds until xdotool must have ended
constexpr int most_wheel_turns = 20;

void run_xdotool(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral("xdotool"), arguments);
    const bool ended =
        QTest::qWaitFor([&process] { return process.state() == QProcess::NotRunning; }, patience_of_hand);
    QVERIFY2(ended && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
             qPrintable(QStringLiteral("xdotool %1: %2")
                            .arg(arguments.join(QLatin1Char(' ')), QString::fromUtf8(process.readAllStandardError()))));
}

QStringList way_to(QPoint at) {
    return {QStringLiteral("mousemove"), QString::number(at.x()), QString::number(at.y())};
}

/// Presses the key until the dialog is gone. A list of completions that opens meanwhile takes a key for itself. Whoever
/// opened the dialog waits for it, so that one that stays would hold up the test for ever.
void close(const QPointer<QWidget>& dialog, const QString& key) {
    constexpr int presses = 5;
    constexpr int wait_for_each = 3'000;  // milliseconds
    const auto is_gone = [&dialog] { return !dialog || !dialog->isVisible(); };
    for (int i = 0; i < presses && !is_gone(); ++i) {
        press(key);
        if (QTest::qWaitFor(is_gone, wait_for_each)) {
            return;
        }
    }
    if (!is_gone()) {
        dialog->close();
        QFAIL(qPrintable(QStringLiteral("%1 does not close the dialog").arg(key)));
    }
}

bool is_in_sight(const QAbstractItemView& rows, const QModelIndex& cell) {
    const QRect place = rows.visualRect(cell);
    return place.isValid() && rows.viewport()->rect().contains(place.center());
}

}  // namespace

void focus(const QWidget& window) {
    run_xdotool({QStringLiteral("windowfocus"), QStringLiteral("--sync"), QString::number(window.winId())});
}

void press(const QString& key) {
    run_xdotool({QStringLiteral("key"), key});
}

void type(const QString& text) {
    run_xdotool({QStringLiteral("type"), QStringLiteral("--delay"), QStringLiteral("4"), QStringLiteral("--"), text});
}

void answer_next_dialog(QWidget& window, const QString& text, const QString& key) {
    auto* watch = new QTimer(&window);
    QObject::connect(watch, &QTimer::timeout, watch, [watch, text, key] {
        const QPointer<QWidget> dialog = QApplication::activeModalWidget();
        if (dialog && dialog->isVisible() && dialog->windowHandle()->isExposed()) {
            watch->stop();
            watch->deleteLater();
            focus(*dialog);
            QTRY_VERIFY_WITH_TIMEOUT(dialog->isActiveWindow(), patience_of_hand);
            type(text);
            close(dialog, key);
        }
    });
    watch->start(50);
}

void point(QPoint at) {
    run_xdotool(way_to(at));
}

void click(QPoint at) {
    run_xdotool(way_to(at) + QStringList{QStringLiteral("click"), QStringLiteral("1")});
}

void click(const QWidget& widget) {
    click(widget.mapToGlobal(widget.rect().center()));
}

void click(QAbstractItemView& rows, const QModelIndex& cell) {
    const QRect window = rows.viewport()->rect();
    for (int turns = 0; !is_in_sight(rows, cell) && turns < most_wheel_turns; ++turns) {
        const QRect before = rows.visualRect(cell);
        const int distance = before.center().y() - window.center().y();
        // The buttons 4 and 5 are the wheel. A notch is three rows.
        const int notches = std::max(1, std::abs(distance) / std::max(1, before.height()) / 3 - 1);
        run_xdotool(way_to(rows.viewport()->mapToGlobal(window.center())) +
                    QStringList{QStringLiteral("click"), QStringLiteral("--repeat"), QString::number(notches),
                                QStringLiteral("--delay"), QStringLiteral("5"), QString::number(distance < 0 ? 4 : 5)});
        QTRY_VERIFY2_WITH_TIMEOUT(rows.visualRect(cell) != before, "the wheel moves no rows", patience_of_hand);
    }
    QVERIFY2(is_in_sight(rows, cell), "the wheel does not bring the row into sight");
    click(rows.viewport()->mapToGlobal(rows.visualRect(cell).center()));
}

void drag(QPoint from, QPoint to) {
    constexpr int pieces = 8;
    const QStringList rest{QStringLiteral("sleep"), QStringLiteral("0.03")};
    QStringList way = way_to(from) + rest + QStringList{QStringLiteral("mousedown"), QStringLiteral("1")};
    for (int i = 1; i <= pieces; ++i) {
        way += rest + way_to(from + (to - from) * i / pieces);
    }
    run_xdotool(way + rest + QStringList{QStringLiteral("mouseup"), QStringLiteral("1")});
}

}  // namespace arenascope::test::hand
