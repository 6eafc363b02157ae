#include "core/model/memory/joint_alignment.h"

#include <limits>

#include "tests/support/test_registry.h"

using namespace arenascope;

class JointAlignmentTest : public QObject {
    Q_OBJECT

private slots:
    void is_the_least_common_multiple() {
        QCOMPARE(joint_alignment(Bytes(4), Bytes(6)), std::optional(Bytes(12)));
        QCOMPARE(joint_alignment(Bytes(16), Bytes(64)), std::optional(Bytes(64)));
        QCOMPARE(joint_alignment(Bytes(1), Bytes(1)), std::optional(Bytes(1)));
    }

    void is_empty_if_it_does_not_fit_in_64_bits() {
        constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(joint_alignment(most, most - 1), std::nullopt);
        QCOMPARE(joint_alignment(most, most), std::optional(most));
    }
};

ARENASCOPE_TEST(JointAlignmentTest)
#include "joint_alignment_test.moc"
