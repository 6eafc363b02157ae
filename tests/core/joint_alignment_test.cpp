#include "core/memory/joint_alignment.h"

#include <limits>

#include "tests/support/test_registry.h"

using namespace arenascope;

class JointAlignmentTest : public QObject {
    Q_OBJECT

private slots:
    void it_is_the_least_that_both_divide() {
        QCOMPARE(joint_alignment(Bytes(4), Bytes(6)), std::optional(Bytes(12)));
        QCOMPARE(joint_alignment(Bytes(16), Bytes(64)), std::optional(Bytes(64)));
        QCOMPARE(joint_alignment(Bytes(1), Bytes(1)), std::optional(Bytes(1)));
    }

    void one_that_64_bits_do_not_hold_is_none() {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(joint_alignment(most, most - 1), std::nullopt);
        QCOMPARE(joint_alignment(most, most), std::optional(most));
    }
};

ARENASCOPE_TEST(JointAlignmentTest)
#include "joint_alignment_test.moc"
