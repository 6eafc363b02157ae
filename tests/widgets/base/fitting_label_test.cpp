#include "widgets/base/fitting_label.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class FittingLabelTest : public QObject {
    Q_OBJECT

    static int width_of(const QLabel& label, const QString& text) {
        return label.fontMetrics().horizontalAdvance(text);
    }

private slots:
    void the_last_parts_are_left_out_first() {
        FittingLabel label;
        label.set_parts(
            {QStringLiteral("peak 12 KiB"), QStringLiteral("threshold 9 KiB"), QStringLiteral("3 buffers")});
        label.resize(width_of(label, label.text()), 20);
        QCOMPARE(label.shown_text(), QStringLiteral("peak 12 KiB · threshold 9 KiB · 3 buffers"));
        label.resize(label.width() - 1, 20);
        QCOMPARE(label.shown_text(), QStringLiteral("peak 12 KiB · threshold 9 KiB"));
        label.resize(width_of(label, QStringLiteral("peak 12 KiB")), 20);
        QCOMPARE(label.shown_text(), QStringLiteral("peak 12 KiB"));
    }

    void a_part_too_long_for_the_label_ends_with_an_ellipsis() {
        FittingLabel label;
        label.set_parts({QStringLiteral("capacity of sram exceeded")});
        label.resize(width_of(label, QStringLiteral("capacity of")), 20);
        QVERIFY(label.shown_text().startsWith(QStringLiteral("capa")));
        QVERIFY(label.shown_text().endsWith(QStringLiteral("…")));
    }

    void the_whole_text_stays_for_screen_readers_and_in_the_tooltip() {
        FittingLabel label;
        label.resize(10, 20);
        label.set_parts({QStringLiteral("a"), QStringLiteral("b")});
        QCOMPARE(label.text(), QStringLiteral("a · b"));
        QCOMPARE(label.toolTip(), QStringLiteral("a · b"));
    }

    void a_long_text_does_not_widen_its_window() {
        FittingLabel label;
        label.set_parts({QString(400, QLatin1Char('x'))});
        QVERIFY(label.minimumSizeHint().width() < 100);
    }

    void the_first_part_has_the_room_that_it_is_given() {
        FittingLabel label;
        label.set_parts({QStringLiteral("no overlaps"), QStringLiteral("2 not placed")});
        label.set_least_letters(20);
        QCOMPARE(label.minimumSizeHint().width(), label.fontMetrics().horizontalAdvance(QStringLiteral("no overlaps")));
    }
};

ARENASCOPE_TEST(FittingLabelTest)
#include "fitting_label_test.moc"
