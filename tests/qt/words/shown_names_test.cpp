#include "qt/words/shown_names.h"

#include <QObject>
#include <QtTest>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class ShownNamesTest : public QObject {
    Q_OBJECT

private slots:
    void names_are_short_and_their_tooltips_full() {
        ShownNames names;
        names.set_problem(test::shared(test::placed_plan({{"model/a", 0, 1, 1, 0}, {"model/b", 0, 1, 1, 1}}).problem));
        QCOMPARE(names(BufferIndex(1)), QStringLiteral("b"));
        QCOMPARE(names.tooltip(BufferIndex(1)), QStringLiteral("model/b"));
        QCOMPARE(names.note(), QStringLiteral("names without “model/”"));
    }

    void another_problem_has_a_rule_of_its_own() {
        ShownNames names;
        names.set_problem(test::shared(test::placed_plan({{"model/a", 0, 1, 1, 0}, {"model/b", 0, 1, 1, 1}}).problem));
        names.set_problem(test::shared(test::placed_plan({{"net/a", 0, 1, 1, 0}, {"x", 0, 1, 1, 1}}).problem));
        QCOMPARE(names(BufferIndex(0)), QStringLiteral("net/a"));
        QVERIFY(names.note().isEmpty());
    }

    void the_rule_that_is_remembered_is_that_of_the_problem() {
        const auto path = test::shared(test::placed_plan({{"model/a", 0, 1, 1, 0}, {"model/b", 0, 1, 1, 1}}).problem);
        const auto plain = test::shared(test::placed_plan({{"a", 0, 1, 1, 0}, {"b", 0, 1, 1, 1}}).problem);
        for (const auto& problem : {path, path, plain, path, plain, plain}) {
            QCOMPARE(shown_rule(problem), short_names(*problem));
        }
    }
};

ARENASCOPE_TEST(ShownNamesTest)
#include "shown_names_test.moc"
