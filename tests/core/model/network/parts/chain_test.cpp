#include "core/model/network/parts/chain.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

std::string cause_of_wish(std::string_view text) {
    const auto wish = parts_wish(text);
    return wish ? std::string() : wish.error().cause;
}

}  // namespace

class ChainTest : public QObject {
    Q_OBJECT

private slots:
    void reads_none_a_search_and_a_list() {
        QVERIFY(parts_wish("none")->is_none());
        QVERIFY(parts_wish("")->is_none());
        QVERIFY(parts_wish("least-peak")->least_peak);
        QCOMPARE(parts_wish("least-peak")->most_extra, std::int64_t{10'000});
        QCOMPARE(parts_wish("least-peak:12.5%")->most_extra, std::int64_t{12'500});
        QCOMPARE(parts_wish("least-peak:0")->most_extra, std::int64_t{0});
        const std::vector<Chain> chains = {
            {3, 7, SplitAxis::height, 4}, {12, 12, SplitAxis::width, 2}, {20, 21, SplitAxis::channels, 3}};
        QCOMPARE(parts_wish("12/width/2,20-21/channels/3,3-7/height/4")->chains, chains);
    }

    void writes_what_it_reads() {
        const std::string text = "3-7/height/4,12/width/2,20-21/channels/3";
        QCOMPARE(text_of(parts_wish(text)->chains), text);
        QCOMPARE(text_of(std::vector<Chain>{}), std::string("none"));
    }

    void says_what_is_wrong() {
        QCOMPARE(cause_of_wish("3-7/height/4,12"), std::string("parts: '12' is not a chain of steps"));
        QCOMPARE(cause_of_wish("3-7/depth/4"), std::string("parts: '3-7/depth/4' is not a chain of steps"));
        QCOMPARE(cause_of_wish("3-7/height/1"), std::string("parts: '3-7/height/1' is not a chain of steps"));
        QCOMPARE(cause_of_wish("7-3/height/2"), std::string("parts: '7-3/height/2' is not a chain of steps"));
        QCOMPARE(cause_of_wish("3-7/height/99999999999"),
                 std::string("parts: '3-7/height/99999999999' is not a chain of steps"));
        QCOMPARE(cause_of_wish("3-7/height/2,7-8/height/2"), std::string("parts: step 7 is in two chains"));
        for (const char* limit : {"least-peak:", "least-peak:x%", "least-peak:10.%", "least-peak:1001%",
                                  "least-peak:-1%", "least-peak:1.2345%", "least-peakish"}) {
            QVERIFY2(cause_of_wish(limit).ends_with("is not a limit of additional multiplications"), limit);
        }
    }

    void parts_differ_by_one_row_at_most() {
        for (std::int64_t extent = 1; extent < 20; ++extent) {
            for (std::int64_t parts = 1; parts <= extent; ++parts) {
                std::int64_t next = 0;
                for (std::int64_t number = 0; number < parts; ++number) {
                    const Rows rows = rows_of_part(extent, parts, number);
                    QCOMPARE(rows.begin, next);
                    QVERIFY(rows.size() == extent / parts || rows.size() == extent / parts + 1);
                    next = rows.end;
                }
                QCOMPARE(next, extent);
            }
        }
    }
};

ARENASCOPE_TEST(ChainTest)
#include "chain_test.moc"
