#include "core/planner/capacity/strategies.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class StrategiesTest : public QObject {
    Q_OBJECT

private slots:
    void have_a_text() {
        QCOMPARE(text_of({Focus::most_remaining, Score::length_root_width}),
                 std::string("most remaining by length by root of width"));
        QCOMPARE(text_of({.focus = Focus::lowest_buffer, .score = Score::area, .inherit = true}),
                 std::string("lowest buffer by area, inherited"));
    }
};

ARENASCOPE_TEST(StrategiesTest)
#include "strategies_test.moc"
