#include "core/format/external/external_layout.h"

#include <cstdint>
#include <rapidcheck.h>
#include <string>
#include <string_view>
#include <vector>

#include <QObject>

#include "core/format/reading.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using namespace test;

Problem asked_problem() {
    return parse_document("id,lower,upper,size\na,0,4,10\nb,3,9,8\n", "p.csv")->problem;
}

std::string answer_error(std::string_view answer, ExchangeFormat format = ExchangeFormat::csv) {
    const auto layout = read_external_layout(format, answer, "the answer", asked_problem());
    return layout ? std::string() : to_string(layout.error());
}

bool is_refused(std::string_view answer, std::string_view because) {
    return answer_error(answer).find(because) != std::string::npos;
}

class ExternalLayoutTest : public QObject {
    Q_OBJECT

private slots:
    void columns_and_rows_may_have_any_order() {
        for (const char* answer :
             {"id,offset\na,8\nb,0\n", "offset,id\n0,b\n8,a\n",
              "\xEF\xBB\xBFid,lower,upper,size,offset\nb,3,9,8,0\na,0,4,10,8\n", "name,end,offset\na,3,8\nb,8,0\n"}) {
            const auto layout = read_external_layout(ExchangeFormat::csv, answer, "the answer", asked_problem());
            QVERIFY2(layout, layout ? "" : to_string(layout.error()).c_str());
            QVERIFY(layout->placements[BufferIndex(0)]->offset == Offset(8));
            QVERIFY(layout->placements[BufferIndex(1)]->offset == Offset(0));
        }
    }

    void what_is_no_layout_is_a_sentence() {
        QVERIFY(is_refused("", "it is empty"));
        QVERIFY(is_refused(std::string_view("id,offset\na,0\0", 14), "it is not UTF-8 text"));
        QVERIFY(is_refused("a,0\nb,0\n", "there is no column"));
        QVERIFY(is_refused("id,offset\na,0\nc,0\n", "there is no buffer 'c'"));
        QVERIFY(is_refused("id,offset\na,0\na,0\n", "is given twice"));
        QVERIFY(is_refused("id,offset\na,0\n", "buffer 'b' has no offset"));
        QVERIFY(is_refused("id,offset\n", "and 1 more have none"));
        QVERIFY(is_refused("id,offset\na,-1\nb,0\n", "is negative"));
        QVERIFY(is_refused("id,offset\na,9223372036854775800\nb,0\n", "does not fit in 64 bits"));
        QVERIFY(is_refused("id,offset\na,\nb,0\n", "has no offset"));
    }

    void what_the_answer_repeats_must_be_the_same() {
        QVERIFY(is_refused("id,size,offset\na,9,0\nb,8,16\n", "the size of buffer 'a' is 9 instead of 10"));
        QVERIFY(is_refused("id,lower,offset\na,1,0\nb,3,16\n", "the begin of buffer 'a' is 1 instead of 0"));
        QVERIFY(is_refused("id,upper,offset\na,4,0\nb,8,16\n", "the end of buffer 'b' is 8 instead of 9"));
        QVERIFY(is_refused("id,end,offset\na,4,0\nb,8,16\n", "the last step of buffer 'a' is 4 instead of 3"));
    }

    void an_answer_in_json_is_a_plan_of_the_same_buffers() {
        const std::string begin = R"({"format": "arenascope-plan", "version": 1, "buffers": [)";
        const std::string a = R"({"name": "a", "begin": 0, "end": 4, "size": 10, "offset": 8})";
        const std::string other = R"({"name": "a", "begin": 0, "end": 4, "size": 11, "offset": 8})";
        const auto said = answer_error(begin + a + "]}", ExchangeFormat::json);
        QVERIFY2(!said.empty(), "buffer b is missing");
        QVERIFY(!answer_error(begin + other + "]}", ExchangeFormat::json).empty());
        QVERIFY(!answer_error("{", ExchangeFormat::json).empty());
    }

    void any_text_is_read_or_refused() {
        QVERIFY(rc::check("rows of any words end in a layout or a sentence", [] {
            const auto words = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
                "a", "b", "0", "-1", "id", "offset", ",", "\n", "\"", "99999999999999999999"));
            std::string answer = "id,offset\n";
            for (const std::string& word : words) {
                answer += word;
            }
            const auto layout = read_external_layout(ExchangeFormat::csv, answer, "the answer", asked_problem());
            if (layout) {
                for (const auto& placement : layout->placements) {
                    RC_ASSERT(placement.has_value() && placement->offset >= Offset(0));
                }
            } else {
                RC_ASSERT(!layout.error().cause.empty());
            }
        }));
    }
};

ARENASCOPE_TEST(ExternalLayoutTest)

}  // namespace
}  // namespace arenascope

#include "external_layout_test.moc"
