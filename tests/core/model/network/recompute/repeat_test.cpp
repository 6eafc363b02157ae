#include "core/model/network/recompute/repeat.h"

#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class RepeatTest : public QObject {
    Q_OBJECT

private slots:
    void a_list_is_read_in_the_order_in_which_it_runs() {
        const auto wish = recompute_wish("3-5/12,2/9,1/12");
        QVERIFY(wish);
        QVERIFY(wish->repeats == (std::vector<Repeat>{{2, 2, 9}, {1, 1, 12}, {3, 5, 12}}));
        QVERIFY(!wish->least_peak);
        QCOMPARE(text_of(wish->repeats), std::string("2/9,1/12,3-5/12"));
        QVERIFY(*recompute_wish(text_of(wish->repeats)) == *wish);
        QCOMPARE(text_of(std::vector<Repeat>()), std::string("none"));
        QVERIFY(recompute_wish("none")->is_none());
        QVERIFY(recompute_wish("")->is_none());
    }

    void least_peak_may_have_a_limit() {
        QVERIFY(recompute_wish("least-peak")->least_peak);
        QCOMPARE(recompute_wish("least-peak")->most_extra, std::int64_t{10'000});
        QCOMPARE(recompute_wish("least-peak:2.5%")->most_extra, std::int64_t{2'500});
        QCOMPARE(recompute_wish("least-peak:-1%").error().cause,
                 std::string("recompute: '-1%' is not a limit of additional multiplications"));
    }

    void what_is_no_list_is_an_error() {
        for (const std::string wrong : {"3", "3/", "/9", "5-3/9", "3/9,", "a/b", "3/9/2", "-1/4", "3 /9"}) {
            const bool is_read = recompute_wish(wrong).has_value();
            QVERIFY2(is_read == (wrong == "3/9,"), wrong.c_str());
        }
        QCOMPARE(recompute_wish("1-3/9,2-3/9").error().cause,
                 std::string("recompute: step 3 is repeated twice before step 9"));
    }
};

ARENASCOPE_TEST(RepeatTest)
#include "repeat_test.moc"
