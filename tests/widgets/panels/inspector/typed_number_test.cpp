#include "widgets/panels/inspector/typed_number.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class TypedNumberTest : public QObject {
    Q_OBJECT

private slots:
    void bytes_may_have_a_unit_spaces_and_commas() {
        QCOMPARE(typed_bytes(QStringLiteral("12 KiB")).value(), std::int64_t{12288});
        QCOMPARE(typed_bytes(QStringLiteral(" 12,288 ")).value(), std::int64_t{12288});
        QVERIFY(!typed_bytes(QStringLiteral("-4")));
        QVERIFY(!typed_bytes(QString()));
    }

    void a_step_is_a_whole_number() {
        QCOMPARE(typed_step(QStringLiteral("1,024")).value(), std::int64_t{1024});
        QCOMPARE(typed_step(QStringLiteral("-3")).value(), std::int64_t{-3});
        QCOMPARE(to_string(typed_step(QStringLiteral("1.5")).error()),
                 std::string("'1.5' is no step; give a whole number"));
    }
};

ARENASCOPE_TEST(TypedNumberTest)
#include "typed_number_test.moc"
