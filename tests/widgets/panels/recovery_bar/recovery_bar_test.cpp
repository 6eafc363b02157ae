#include "widgets/panels/recovery_bar/recovery_bar.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QVBoxLayout>
#include <QtTest>

#include "tests/support/cut_texts.h"
#include "tests/support/idle_state.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class RecoveryBarTest : public QObject {
    Q_OBJECT

private slots:
    void it_is_hidden_without_rows() {
        QWidget parent;
        auto* bar = new RecoveryBar(&parent);
        parent.show();
        QVERIFY(!bar->isVisible());
        bar->set_rows({{QStringLiteral("one"), {}, {}}});
        QVERIFY(bar->isVisible());
        bar->set_rows({});
        QVERIFY(!bar->isVisible());
    }

    void each_row_has_its_own_buttons() {
        RecoveryBar bar;
        bar.set_rows({{QStringLiteral("one"), QStringLiteral("why"), QStringLiteral("/tmp/one")},
                      {QStringLiteral("two"), {}, {}, false},
                      {QStringLiteral("three"), {}, {}, true, false}});
        QSignalSpy recover(&bar, &RecoveryBar::recover_requested);
        QSignalSpy discard(&bar, &RecoveryBar::discard_requested);
        QSignalSpy later(&bar, &RecoveryBar::later_requested);
        const QList<QPushButton*> buttons = bar.findChildren<QPushButton*>();
        QCOMPARE(buttons.size(), 8);  // the second cannot be recovered
        for (QPushButton* button : buttons) {
            button->click();
        }
        QTRY_COMPARE(later.size(), 2);  // the third is being recovered
        QCOMPARE(recover.size(), 1);
        QCOMPARE(recover.front().front().toInt(), 0);
        QCOMPARE(discard.size(), 2);
        QCOMPARE(discard.back().front().toInt(), 1);
        QCOMPARE(buttons.front()->accessibleName(), QStringLiteral("Recover: one"));
        QCOMPARE(bar.accessibleName(), QStringLiteral("one two three"));
    }

    void many_rows_scroll_and_long_names_do_not_widen_the_window() {
        QWidget parent;
        parent.resize(640, 400);
        auto* bar = new RecoveryBar(&parent);
        bar->setFixedWidth(640);
        std::vector<RecoveryBar::Row> rows(30, {QString(300, QLatin1Char('x')), QStringLiteral("a detail"), {}});
        bar->set_rows(rows);
        parent.show();
        QTRY_VERIFY(bar->height() > 60 && bar->height() < 240);
        QVERIFY(bar->minimumSizeHint().width() <= 640);
        QCOMPARE(bar->findChild<QScrollArea*>()->widget()->width() <= 640, true);
        // A name is shown whole, in as many lines as it needs, and no line more.
        bar->set_rows({rows.front()});
        const auto* area = bar->findChild<QScrollArea*>();
        QTRY_VERIFY(bar->height() < 140);
        QTRY_VERIFY(area->widget()->height() <= area->viewport()->height());
        QCOMPARE(test::cut_texts(*bar), QStringList());
        bar->set_rows({{QStringLiteral("a usual name"), QStringLiteral("a detail"), {}}});
        QTRY_VERIFY(bar->height() < 70);
    }

    void the_words_and_the_buttons_are_seen_whole_at_every_width_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<double>("font");
        for (const int width : {1100, 840, 430}) {
            for (const double font : {1.0, 1.5}) {
                QTest::addRow("%d pixels, %.1f", width, font) << width << font;
            }
        }
        QTest::newRow("as narrow as the window can be") << 310 << 1.0;
    }
    void the_words_and_the_buttons_are_seen_whole_at_every_width() {
        QFETCH(const int, width);
        QFETCH(const double, font);
        const QFont usual = QApplication::font();
        QFont larger = usual;
        larger.setPointSizeF(usual.pointSizeF() * font);
        QApplication::setFont(larger);
        QWidget parent;
        parent.resize(width, 500);
        auto* column = new QVBoxLayout(&parent);
        column->setContentsMargins({});
        auto* bar = new RecoveryBar;
        column->addWidget(bar);
        column->addStretch();
        parent.show();
        QVERIFY(QTest::qWaitForWindowExposed(&parent));
        bar->set_rows(
            {{QStringLiteral("Unsaved edits of a_file_with_quite_a_long_name_and_no_blank_in_it.arenascope.json "
                             "from 2026-11-26, 14:32: 1,234 edits."),
              QStringLiteral("The file is not there any more; the journal holds the whole plan."),
              {}}});
        test::wait_until_idle();
        const QStringList cut = test::cut_texts(*bar);
        QApplication::setFont(usual);
        QVERIFY2(cut.isEmpty(), qPrintable(cut.join(QStringLiteral(" | "))));
        const auto* area = bar->findChild<QScrollArea*>();
        QVERIFY(area->widget()->height() <= area->viewport()->height() || font > 1);  // more scrolls
    }

    void rows_that_come_before_the_window_is_shown_fit_its_width_too() {
        for (const int width : {1100, 640, 430}) {
            QWidget parent;
            parent.resize(width, 500);
            auto* column = new QVBoxLayout(&parent);
            column->setContentsMargins({});
            auto* bar = new RecoveryBar;
            column->addWidget(bar);
            column->addStretch();
            bar->set_rows({{QStringLiteral("Unsaved edits of mobile_vision.arenascope.json from Monday, 9:05: 1 edit."),
                            QStringLiteral("The file is not there any more; the journal holds the whole plan."),
                            {}},
                           {QStringLiteral("Unsaved edits of plan.csv from Monday, 9:05: 1 edit."), {}, {}}});
            parent.show();
            QVERIFY(QTest::qWaitForWindowExposed(&parent));
            const auto* area = bar->findChild<QScrollArea*>();
            QTRY_COMPARE(area->viewport()->height(), area->widget()->heightForWidth(area->viewport()->width()));
            QCOMPARE(test::cut_texts(*bar), QStringList());
        }
    }

    void new_rows_replace_the_old_ones() {
        RecoveryBar bar;
        bar.set_rows({{QStringLiteral("one"), {}, {}}, {QStringLiteral("two"), {}, {}}});
        bar.set_rows({{QStringLiteral("three"), {}, {}}});
        QCOMPARE(bar.findChildren<QPushButton*>().size(), 3);
        QCOMPARE(bar.findChild<QLabel*>()->text(), QStringLiteral("three"));
    }
};

ARENASCOPE_TEST(RecoveryBarTest)
#include "recovery_bar_test.moc"
