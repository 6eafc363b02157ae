#include "core/format/plan/embedded_plan.h"

#include <algorithm>

#include "core/format/plan/plan_json.h"
#include "core/format/reading.h"
#include "core/picture/report/html_text.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// A report that holds a plan, with `before` in front of it.
std::string report_with(const std::string& plan, const std::string& before = "<title>x</title>\n") {
    std::string text = std::string(report_begin) + before + std::string(embedded_plan_begin);
    append_script_json(text, plan);
    return text + std::string(embedded_plan_end) + "\n</html>\n";
}

const std::string small_plan = R"({"format": "arenascope-plan", "version": 1,
"hand_edits": [{"what": "size of 'a'", "from": "64", "to": "32"}],
"buffers": [{"name": "</script><b>", "size": 32, "begin": 0, "end": 2, "offset": 0}]}
)";

}  // namespace

/// Reports are opened as the plans that they hold.
class EmbeddedPlanTest : public QObject {
    Q_OBJECT

private slots:
    void a_report_opens_as_its_plan() {
        const Document plan = opened(small_plan);
        const Document report = opened(report_with(small_plan));
        QCOMPARE(report.format, FileFormat::report);
        QVERIFY(report.problem == plan.problem && report.layout == plan.layout);
        QCOMPARE(report.hand_edits, plan.hand_edits);
        QCOMPARE(report.problem.buffers[0].name, std::string("</script><b>"));
        QVERIFY(opened(with_crlf(report_with(small_plan))).problem == plan.problem);
    }

    void a_report_without_a_plan_says_how_to_get_it() {
        const std::string error = error_of(std::string(report_begin) + "<title>x</title></html>");
        QVERIFY2(error.find("holds no plan") != std::string::npos && error.find("command") != std::string::npos,
                 error.c_str());
    }

    void other_html_is_no_report() {
        const std::string error = error_of("<!doctype HTML><html><head></head></html>");
        QVERIFY2(error.find("it is HTML") != std::string::npos, error.c_str());
    }

    void a_cut_report_is_an_error() {
        const std::string whole = report_with(small_plan);
        const std::string error = error_of(whole.substr(0, whole.find("\"buffers\"")));
        QVERIFY2(error.find("does not end") != std::string::npos, error.c_str());
    }

    void errors_have_the_line_in_the_report() {
        const std::string error = error_of(replaced(report_with(small_plan, "\n\n\n"), "\"size\": 32", "\"size\": -1"));
        // Eight lines of the report stand before the plan, in whose third line the buffer is.
        const auto line = std::count(report_begin.begin(), report_begin.end(), '\n') + 3 + 3;
        QVERIFY2(error.starts_with("text:" + std::to_string(line) + ":"), error.c_str());
    }

    void damaged_copies_neither_crash_nor_hang() { verify_mutated_copies(FileFormat::report, report_with(small_plan)); }
};

ARENASCOPE_TEST(EmbeddedPlanTest)

#include "embedded_plan_test.moc"
