#include "core/model/memory/optional_offset.h"

#include "tests/support/test_registry.h"

namespace arenascope {

class OptionalOffsetTest : public QObject {
    Q_OBJECT

private slots:
    void is_as_large_as_an_offset() { QCOMPARE(sizeof(OptionalOffset), sizeof(Offset)); }

    void is_empty_at_first() {
        OptionalOffset offset;
        QVERIFY(!offset && !offset.has_value() && offset == std::nullopt);
        QCOMPARE(offset.value_or(Offset(3)), Offset(3));
        QVERIFY(std::optional<Offset>(offset) == std::nullopt);
    }

    void holds_an_offset_until_it_is_reset() {
        OptionalOffset offset = Offset(7);
        QVERIFY(offset && *offset == Offset(7) && offset->value() == 7 && offset.value_or(Offset(3)) == Offset(7));
        offset = Offset(-1);
        QVERIFY(offset == Offset(-1));
        offset.reset();
        QVERIFY(!offset);
    }

    void equals_what_std_optional_equals() {
        const std::optional<Offset> none;
        const std::optional<Offset> seven = Offset(7);
        for (const auto& a : {none, seven}) {
            for (const auto& b : {none, seven}) {
                QCOMPARE(OptionalOffset(a) == b, a == b);
                QCOMPARE(a == OptionalOffset(b), a == b);
                QCOMPARE(OptionalOffset(a) == OptionalOffset(b), a == b);
            }
        }
    }
};

ARENASCOPE_TEST(OptionalOffsetTest)

}  // namespace arenascope

#include "optional_offset_test.moc"
