#include "widgets/plots/planner_comparison/quality_point.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

QualityEntry planned(std::size_t number, std::int64_t peak, double seconds) {
    PlannerStanding standing;
    standing.peak = Offset(peak);
    standing.threshold = Bytes(1000);
    standing.seconds = seconds;
    return {number, standing};
}

std::vector<std::size_t> best_of_their_times(const std::vector<QualityEntry>& entries) {
    std::vector<std::size_t> best;
    for (const QualityEntry& entry : entries) {
        if (is_best_for_its_time(entry, entries)) {
            best.push_back(entry.entry);
        }
    }
    return best;
}

}  // namespace

class QualityPointTest : public QObject {
    Q_OBJECT

private slots:
    void a_planner_is_best_for_its_time_if_none_is_lower_and_as_fast() {
        QCOMPARE(best_of_their_times({planned(0, 1200, 0.001), planned(1, 1100, 0.01), planned(2, 1000, 1)}),
                 (std::vector<std::size_t>{0, 1, 2}));
        QCOMPARE(best_of_their_times({planned(0, 1200, 0.001), planned(1, 1100, 0.001), planned(2, 1150, 1)}),
                 (std::vector<std::size_t>{1}));
        QCOMPARE(best_of_their_times({planned(0, 1000, 0.1), planned(1, 1000, 0.01)}), (std::vector<std::size_t>{1}));
    }

    void equal_planners_are_both_best() {
        QCOMPARE(best_of_their_times({planned(0, 1000, 0.1), planned(1, 1000, 0.1)}), (std::vector<std::size_t>{0, 1}));
        // Times below the precision of the clock count as equal.
        QCOMPARE(best_of_their_times({planned(0, 1000, 2e-5), planned(1, 1000, 3e-5)}),
                 (std::vector<std::size_t>{0, 1}));
    }
};

ARENASCOPE_TEST(QualityPointTest)
#include "quality_point_test.moc"
