#include "core/planner/peak_suppression/rectangle_sorter.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class RectangleMergerTest : public QObject {
    Q_OBJECT

private slots:
    void puts_low_and_none_after_the_tuned_in_their_previous_order() {
        const std::vector<Risk> risks{{Tier::none, Cause::none},
                                      {Tier::high, Cause::over},
                                      {Tier::low, Cause::none},
                                      {Tier::low, Cause::none},
                                      {Tier::medium, Cause::at}};
        const std::vector<BufferIndex> previous{BufferIndex(3), BufferIndex(0), BufferIndex(4), BufferIndex(1),
                                                BufferIndex(2)};
        QCOMPARE(
            merge({BufferIndex(1), BufferIndex(4)}, previous, risks),
            (std::vector<BufferIndex>{BufferIndex(1), BufferIndex(4), BufferIndex(3), BufferIndex(2), BufferIndex(0)}));
    }
};

ARENASCOPE_TEST(RectangleMergerTest)
#include "rectangle_merger_test.moc"
