#include "widgets/panels/inspector/choice_facts.h"

#include "tests/support/test_registry.h"

using namespace arenascope;
using Outcome = ObjectChoice::Outcome;

namespace {

QStringList lines_of(const std::vector<Fact>& facts) {
    QStringList lines;
    for (const Fact& fact : facts) {
        lines << fact.label + QStringLiteral(": ") + fact.value;
    }
    return lines;
}

}  // namespace

class ChoiceFactsTest : public QObject {
    Q_OBJECT

private slots:
    void a_grown_object_tells_its_growth_and_what_lost() {
        PlacementStep step;
        step.object = ObjectChoice{ObjectRule::in_order,
                                   {{ObjectIndex(2), Bytes(8), Duration(1)},
                                    {ObjectIndex(0), Bytes(40), Duration(3), Outcome::larger_difference}},
                                   6,
                                   Bytes(16),
                                   Bytes(64),
                                   {},
                                   {}};
        const QStringList lines = lines_of(choice_facts(step, Unit::bytes));
        QCOMPARE(
            lines,
            (QStringList{"Object taken: 2", "Rule: nearest in size", QStringLiteral("Its size: grows from 8 B to 16 B"),
                         "Distance: 1 task", QStringLiteral("All objects: 64 B"), "Free objects that lost: 7",
                         QStringLiteral("object 0: 40 B, distance 3 tasks: farther in size"), ": … 6 more"}));
    }

    void breadth_and_position_are_told_where_they_decide() {
        PlacementStep step;
        step.object = ObjectChoice{ObjectRule::breadth, {{ObjectIndex(0), {}, {}}}, 0, Bytes(8), Bytes(8), {}, {}};
        step.object->breadth = {Step(4), Bytes(96)};
        QStringList lines = lines_of(choice_facts(step, Unit::bytes));
        QVERIFY(lines.contains(QStringLiteral("Broadest task: task 4, breadth 96 B")));
        QVERIFY(lines.contains(QStringLiteral("Its size: new, 8 B")));
        step.object =
            ObjectChoice{ObjectRule::size, {{ObjectIndex(0), Bytes(9), Duration(2)}}, 0, Bytes(9), Bytes(9), {}, 3};
        lines = lines_of(choice_facts(step, Unit::bytes));
        QVERIFY(lines.contains(QStringLiteral("Position: 3")) && lines.contains(QStringLiteral("Distance: 2 tasks")));
    }

    void a_step_of_another_run_has_no_facts() { QVERIFY(choice_facts({}, Unit::bytes).empty()); }

    void every_outcome_has_words() {
        for (std::size_t i = 0; i < object_outcome_count; ++i) {
            PlacementStep step;
            step.object = ObjectChoice{static_cast<ObjectRule>(i % object_rule_count),
                                       {{ObjectIndex(0), Bytes(1), Duration(1)},
                                        {ObjectIndex(1), Bytes(1), Duration(1), static_cast<Outcome>(i)}},
                                       0,
                                       Bytes(1),
                                       Bytes(2),
                                       {},
                                       {}};
            const auto facts = choice_facts(step, Unit::bytes);
            QVERIFY(facts.back().value.endsWith(QString::fromUtf8(name_of(static_cast<Outcome>(i)).data())));
            QVERIFY(!facts[1].value.isEmpty());
        }
    }
};

ARENASCOPE_TEST(ChoiceFactsTest)
#include "choice_facts_test.moc"
