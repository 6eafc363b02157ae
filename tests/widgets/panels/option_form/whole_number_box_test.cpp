#include "widgets/panels/option_form/whole_number_box.h"

#include <QLineEdit>
#include <QSignalSpy>

#include "tests/support/test_registry.h"

using namespace arenascope;

class WholeNumberBoxTest : public QObject {
    Q_OBJECT

private slots:
    void large_numbers_are_grouped_and_read_back_without_marks() {
        WholeNumberBox box(0, std::int64_t{1} << 62, {});
        box.set_value(QStringLiteral("12000000000"));
        QCOMPARE(box.text(), QStringLiteral("12,000,000,000"));
        QCOMPARE(box.value(), QStringLiteral("12000000000"));
    }

    void a_typed_number_is_grouped_when_it_is_finished() {
        WholeNumberBox box(0, 1'000'000, {});
        box.set_value(QStringLiteral("5"));
        const QSignalSpy changed(&box, &WholeNumberBox::value_changed);
        box.selectAll();
        QTest::keyClicks(&box, QStringLiteral("20000"));
        QCOMPARE(box.text(), QStringLiteral("20000"));
        QCOMPARE(changed.size(), 5);
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.text(), QStringLiteral("20,000"));
        QCOMPARE(box.value(), QStringLiteral("20000"));
    }

    void keys_step_within_the_bounds() {
        WholeNumberBox box(1, 12, {});
        box.set_value(QStringLiteral("11"));
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(&box, Qt::Key_Up);
        }
        QCOMPARE(box.value(), QStringLiteral("12"));
        QTest::keyClick(&box, Qt::Key_PageDown);
        QCOMPARE(box.value(), QStringLiteral("2"));
        QTest::keyClick(&box, Qt::Key_PageDown);
        QCOMPARE(box.value(), QStringLiteral("1"));
    }

    void what_is_no_number_or_too_large_can_be_typed() {
        WholeNumberBox box(1, 12, {});
        box.selectAll();
        QTest::keyClicks(&box, QStringLiteral("999x"));
        QCOMPARE(box.value(), QStringLiteral("999x"));
    }

    void zero_is_the_empty_field_with_its_word() {
        WholeNumberBox box(0, 64, QStringLiteral("as in the file"));
        box.set_value(QStringLiteral("0"));
        QCOMPARE(box.text(), QString());
        QCOMPARE(box.findChild<QLineEdit*>()->placeholderText(), QStringLiteral("as in the file"));
        QCOMPARE(box.value(), QStringLiteral("0"));
        QTest::keyClick(&box, Qt::Key_Up);
        QCOMPARE(box.value(), QStringLiteral("1"));
        QTest::keyClick(&box, Qt::Key_Down);
        QCOMPARE(box.text(), QString());
        WholeNumberBox plain(0, 64, {});
        plain.set_value(QStringLiteral("0"));
        QCOMPARE(plain.text(), QStringLiteral("0"));
        plain.clear();
        QCOMPARE(plain.value(), QString());
    }
};

ARENASCOPE_TEST(WholeNumberBoxTest)
#include "whole_number_box_test.moc"
