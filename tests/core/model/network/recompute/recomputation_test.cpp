#include "core/model/network/recompute/recomputation.h"

#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A wide tensor that waits for an addition behind a wider one.
constexpr std::string_view late_addition =
    "7767517\n6 7\n"
    "Input in 0 1 in -23330=4,3,8,8,1 0=8 1=8 2=1\n"
    "Split copies 1 2 in in1 in2 -23330=8,3,8,8,1,3,8,8,1\n"
    "Convolution wide 1 1 in1 a -23330=4,3,8,8,4 0=4 1=1 6=4\n"
    "Convolution wider 1 1 in2 b -23330=4,3,8,8,16 0=16 1=1 6=16\n"
    "Convolution narrow 1 1 b c -23330=4,3,8,8,4 0=4 1=1 6=64\n"
    "BinaryOp sum 2 1 c a d -23330=4,3,8,8,4 0=0\n";

Expected<Document> opened(const std::string& recompute, std::string_view content = late_addition) {
    return import_options({{"recompute", recompute}}).and_then([&](const ImportOptions& options) {
        return parse_document(content, "late.param", options);
    });
}

}  // namespace

class RecomputationTest : public QObject {
    Q_OBJECT

private slots:
    void the_search_ends_in_a_list_that_gives_the_same() {
        const auto whole = opened("none");
        const auto found = opened("least-peak:30%");
        QVERIFY2(found.has_value(), found ? "" : found.error().cause.c_str());
        QVERIFY(whole->switch_notes.empty());
        QVERIFY(threshold(found->problem) < threshold(whole->problem));
        const auto note = std::ranges::find_if(
            found->switch_notes, [](const std::string& text) { return text.starts_with("late.param: recompute="); });
        QVERIFY(note != found->switch_notes.end());
        const std::size_t begin = std::string("late.param: recompute=").size();
        const auto again = opened(note->substr(begin, note->find(':', begin) - begin));
        QVERIFY2(again.has_value(), again ? "" : again.error().cause.c_str());
        QVERIFY(again->problem == found->problem);
        QVERIFY(found->import->extra_traffic > 0);
        QCOMPARE(again->import->extra_traffic, found->import->extra_traffic);
    }

    void without_a_gain_the_network_stays_and_a_note_says_so() {
        const auto document = opened("least-peak:0%");
        QVERIFY2(document.has_value(), document ? "" : document.error().cause.c_str());
        QVERIFY(document->problem == opened("none")->problem);
        QCOMPARE(
            document->switch_notes,
            (std::vector<std::string>{"late.param: recompute: within the limit of additional multiplications no set "
                                      "of operators that run again is lower"}));
    }

    void an_error_names_the_operator_that_prevents_it() {
        const auto document = opened("0/9");
        QVERIFY(!document);
        QCOMPARE(document.error().cause,
                 std::string("recompute: 0/9 is not possible: there is no step 9: the last one is step 4"));
    }

    /// Steps of `recompute` are those of the network in parts.
    void parts_come_first() {
        const auto options = import_options({{"parts", "2-3/height/2"}, {"recompute", "1/6"}});
        QVERIFY(options);
        const auto document = parse_document(late_addition, "late.param", *options);
        QVERIFY2(document.has_value(), document ? "" : document.error().cause.c_str());
        const auto& operators = document->problem.graph->operators;
        QVERIFY(std::ranges::find(operators, "wide, again for step 6", &Operator::name) != operators.end());
        QVERIFY(std::ranges::find(operators, "wider, part 2 of 2", &Operator::name) != operators.end());
    }
};

ARENASCOPE_TEST(RecomputationTest)
#include "recomputation_test.moc"
