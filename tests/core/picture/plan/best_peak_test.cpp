#include "core/picture/plan/run_caption.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class BestPeakTest : public QObject {
    Q_OBJECT

private slots:
    void a_peak_is_told_with_its_distance_from_the_threshold() {
        QCOMPARE(best_peak_text(Offset(1290), Bytes(1000), Unit::bytes), std::string("best 1,290 B (+29.0 %)"));
        QCOMPARE(best_peak_text(Offset(2048), Bytes(2048), Unit::kibibytes), std::string("best 2 KiB (+0.0 %)"));
    }

    void without_a_layout_it_says_so() {
        QCOMPARE(best_peak_text(Offset(0), Bytes(1000), Unit::bytes), std::string("no layout yet"));
    }
};

ARENASCOPE_TEST(BestPeakTest)
#include "best_peak_test.moc"
