#include "qt/words/wording.h"

#include <set>

#include "tests/support/test_registry.h"

using namespace arenascope;

class WordingTest : public QObject {
    Q_OBJECT

private slots:
    void a_risk_is_tier_and_cause() {
        QCOMPARE(risk_words({Tier::high, Cause::over}), QStringLiteral("high · over"));
        QCOMPARE(risk_words({Tier::high, Cause::beside}), QStringLiteral("high · beside"));
        QCOMPARE(risk_words({Tier::medium, Cause::at}), QStringLiteral("medium · at"));
        QCOMPARE(risk_words({Tier::low, Cause::none}), QStringLiteral("low"));
        QCOMPARE(risk_words({}), QStringLiteral("none"));
    }

    void every_goal_and_every_kind_of_frame_has_its_own_words() {
        std::set<QString> words;
        for (const Goal goal : {Goal::at_threshold, Goal::order_seen, Goal::adjustments_spent, Goal::work_spent,
                                Goal::complete, Goal::optimal, Goal::stopped}) {
            QVERIFY(!goal_words(goal).isEmpty());
            QVERIFY(words.insert(goal_words(goal)).second);
        }
        QVERIFY(goal_words(Goal::none).isEmpty());
        for (const FrameKind kind :
             {FrameKind::pass, FrameKind::iteration, FrameKind::group, FrameKind::rearrangement, FrameKind::placement,
              FrameKind::move, FrameKind::improvement, FrameKind::generation, FrameKind::episode}) {
            QVERIFY(!frame_kind_words(kind).isEmpty());
            QVERIFY(words.insert(frame_kind_words(kind)).second);
        }
    }

    void amounts_are_rounded_and_exact() {
        QCOMPARE(exact_bytes(1024), QStringLiteral("1,024 B"));
        QCOMPARE(amount_and_exact_bytes(1024, Unit::kibibytes), QStringLiteral("1\u00a0KiB (1,024\u00a0B)"));
        QCOMPARE(amount_and_exact_bytes(1024, Unit::bytes), QStringLiteral("1,024\u00a0B"));
        QCOMPARE(amount_and_exact_bytes(1024, Unit::hexadecimal), QStringLiteral("0x400 (1,024\u00a0B)"));
    }

    void a_lifetime_is_half_open() {
        QCOMPARE(lifetime_text({Step(31'744), Step(966'656)}), QStringLiteral("[31,744, 966,656)"));
        QCOMPARE(lifetime_text({Step(-5), Step(0)}), QStringLiteral("[-5, 0)"));
    }

    void a_count_takes_its_noun() {
        QCOMPARE(counted(1, QStringLiteral("1 overlap"), QStringLiteral("%1 overlaps")), QStringLiteral("1 overlap"));
        QCOMPARE(counted(0, QStringLiteral("1 overlap"), QStringLiteral("%1 overlaps")), QStringLiteral("0 overlaps"));
        QCOMPARE(counted(1234, QStringLiteral("1 overlap"), QStringLiteral("%1 overlaps")),
                 QStringLiteral("1,234 overlaps"));
    }
};

ARENASCOPE_TEST(WordingTest)
#include "wording_test.moc"
