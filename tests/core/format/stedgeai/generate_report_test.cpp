#include "core/format/stedgeai/generate_report.h"

#include <algorithm>

#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/sample_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string report_text() {
    return sample_text("digits_generate_report.txt");
}

/// As X-CUBE-AI 5 prints it: other columns, and the caller provides input and output.
const std::string older_report =
    "activations (rw)   : 80 B (80 B) \n"
    "C-Arrays (4)\n"
    "------\n"
    "c_id  name (*_array)     item/size           mem-pool     c-type       fmt    comment            \n"
    "------\n"
    "0     y_weights          4096/16384          weights      const float  float                     \n"
    "1     x_output           16/64               user         float        float  /input             \n"
    "2     y_output           20/80               activations  float        float                     \n"
    "3     z_output           10/40               user         float        float  /output            \n"
    "------\n"
    "\n"
    "C-Layers (2)\n"
    "------\n"
    "c_id  name (*_layer)  id  type   macc        rom         tensors               shape (array id)  \n"
    "------\n"
    "0     y               1   dense  50176       200960      I: x_output0          [1, 1, 1, 16] (1) \n"
    "                                                         W: y_weights                            \n"
    "                                                         O: y_output           [1, 1, 1, 20] (2) \n"
    "------\n"
    "1     z               2   nl     64          0           I: y_output           [1, 1, 1, 20] (2) \n"
    "                                                         O: z_output           [1, 1, 1, 10] (3) \n";

bool notes_have(const Document& document, const std::string& words) {
    return std::ranges::any_of(document.notes, [&](const std::string& note) { return note == words; });
}

}  // namespace

class GenerateReportTest : public QObject {
    Q_OBJECT

private slots:
    void arrays_are_buffers_without_offsets() {
        const Document document = opened(report_text());
        QCOMPARE(document.format, FileFormat::stedgeai_report);
        QCOMPARE(document.problem.buffers.size(), std::size_t{7});
        QCOMPARE(document.problem.buffers[0].name, std::string("conv2d_0_output"));
        QCOMPARE(document.problem.buffers[0].size, Bytes(8192));
        QVERIFY(!has_placements(document.layout));
        QVERIFY(document.layout.sharing.empty());
        QCOMPARE(document.problem.regions.size(), std::size_t{2});
        QCOMPARE(document.problem.regions[0].name, std::string("RAM"));
        QCOMPARE(document.problem.regions[1].name, std::string("SCRATCH"));
    }

    void lifetimes_are_those_of_the_generated_code() {
        const Document report = opened(report_text());
        const Document code = opened(sample_text("digits_network.c"));
        for (const Buffer& buffer : report.problem.buffers) {
            const auto& others = code.problem.buffers;
            const auto same = std::find_if(others.begin(), others.end(),
                                           [&](const Buffer& other) { return other.name == buffer.name; });
            QVERIFY(same != others.end());
            QCOMPARE(same->size, buffer.size);
            QCOMPARE(same->lifetime, buffer.lifetime);
            QCOMPARE(same->kind, buffer.kind);
        }
        QCOMPARE(report.problem.step_labels, code.problem.step_labels);
    }

    void notes_name_the_plan_of_the_tool() {
        const Document document = opened(report_text());
        QCOMPARE(document.notes,
                 (std::vector<std::string>{
                     "the file has no lifetimes: they follow from the order of its layers",
                     "the report tells no offsets: the plan of the tool stands in the generated network.c",
                     "left out: 4 constant arrays",
                     "the tool states 9,504 B of activations for its own plan, which is below the threshold here: its "
                     "operators may overwrite what they read"}));
        QCOMPARE(document.left_out, std::size_t{0});
    }

    void older_reports_are_read() {
        const Document document = opened(older_report);
        QCOMPARE(document.problem.buffers.size(), std::size_t{3});
        QCOMPARE(document.problem.regions[0].name, std::string("user"));
        QCOMPARE(document.problem.buffers[0].lifetime, (Lifetime{Step(0), Step(1)}));
        QCOMPARE(document.problem.buffers[1].lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(document.problem.buffers[1].region, RegionIndex(1));
        QCOMPARE(document.problem.graph->operators[OperatorIndex(0)].type, std::string("dense"));
        QVERIFY(notes_have(document, "the tool states 80 B of activations for its own plan"));
    }

    void it_may_stand_in_a_log() {
        std::string log = "$ stedgeai generate\n[2K";
        for (const char c : "\n" + older_report) {
            log += c;
            log += c == '\n' ? "build_1 | " : "";
        }
        QCOMPARE(opened(log).problem, opened(older_report).problem);
    }

    void missing_rows_are_noted() {
        const std::string row =
            "3     z_output           10/40               user         float        float  /output            \n";
        const Document document = opened(replaced(older_report, row, ""));
        QVERIFY(notes_have(document, "the report states 4 arrays and lists 3: rows may be missing"));
        QVERIFY(notes_have(document, "1 tensor of a layer is in no row of C-Arrays, so that no figure counts it"));
        QCOMPARE(document.left_out, std::size_t{1});
        QVERIFY(notes_have(opened(replaced(older_report, "C-Layers (2)", "C-Layers (3)")),
                           "the report states 3 layers and lists 2: rows may be missing"));
    }

    void errors_name_the_line() {
        QVERIFY(error_of(replaced(older_report, "20/80", "20 80"))
                    .starts_with("text:8: the row of C-Arrays is incomplete"));
        QVERIFY(error_of(replaced(older_report, "0     y               1   dense", "x"))
                    .starts_with("text:16: the row of C-Layers is incomplete"));
        QVERIFY(error_of(older_report.substr(0, older_report.find("C-Layers"))).find("no rows of C-Layers") !=
                std::string::npos);
        QVERIFY(error_of("Exec/report summary (generate dur=0.6s err=0)\n").find("no rows of C-Arrays") !=
                std::string::npos);
    }

    void damaged_copies_neither_crash_nor_hang() {
        verify_mutated_copies(FileFormat::stedgeai_report, report_text());
        verify_mutated_copies(FileFormat::stedgeai_report, older_report);
    }
};

ARENASCOPE_TEST(GenerateReportTest)
#include "generate_report_test.moc"
