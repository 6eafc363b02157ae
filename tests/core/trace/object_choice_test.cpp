#include "core/trace/object_choice.h"

#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;
using Outcome = ObjectChoice::Outcome;

class ObjectChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void every_rule_and_outcome_has_a_name_of_its_own() {
        for (std::size_t i = 0; i < object_rule_count; ++i) {
            const auto rule = static_cast<ObjectRule>(i);
            QVERIFY(object_rule_named(name_of(rule)) == rule);
        }
        for (std::size_t i = 0; i < object_outcome_count; ++i) {
            const auto outcome = static_cast<Outcome>(i);
            QVERIFY(object_outcome_named(name_of(outcome)) == outcome);
        }
        QVERIFY(!object_rule_named("other") && !object_outcome_named(""));
    }

    void a_new_object_is_told() {
        const ObjectChoice choice{ObjectRule::naive, {{ObjectIndex(3), {}, {}}}, 0, Bytes(8), Bytes(20), {}, {}};
        QCOMPARE(words_of(choice), std::string("object 3, new"));
        QVERIFY(choice.is_new());
        QCOMPARE(choice.lost(), std::size_t{0});
    }

    void growth_and_what_lost_are_told() {
        ObjectChoice choice{ObjectRule::in_order,
                            {{ObjectIndex(1), Bytes(8), Duration(2)},
                             {ObjectIndex(0), Bytes(40), Duration(1), Outcome::larger_difference},
                             {ObjectIndex(2), Bytes(44), Duration(1), Outcome::larger_difference},
                             {ObjectIndex(4), Bytes(24), Duration(3), Outcome::lower_number}},
                            0,
                            Bytes(16),
                            Bytes(124),
                            {},
                            {}};
        QCOMPARE(words_of(choice), std::string("object 1, grows from 8 B to 16 B; 3 free objects lost: 2 farther in "
                                               "size, 1 lower number"));
        choice.unlisted = 7;
        QCOMPARE(choice.lost(), std::size_t{10});
        QVERIFY(words_of(choice).ends_with("10 free objects lost: 2 farther in size, 1 lower number, 7 not listed"));
    }

    void the_figures_of_the_priority_are_told() {
        ObjectChoice choice{ObjectRule::size, {{ObjectIndex(1), Bytes(8), Duration(2)}}, 0, Bytes(8), Bytes(8), {}, 3};
        QCOMPARE(words_of(choice), std::string("object 1; position 3, distance 2"));
        choice = {ObjectRule::breadth, {{ObjectIndex(0), {}, {}}}, 0, Bytes(8), Bytes(8), {}, {}};
        choice.breadth = {Step(4), Bytes(96)};
        QCOMPARE(words_of(choice), std::string("object 0, new; task 4 of breadth 96 B"));
    }
};

ARENASCOPE_TEST(ObjectChoiceTest)
#include "object_choice_test.moc"
