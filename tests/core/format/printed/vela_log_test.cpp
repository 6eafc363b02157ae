#include "core/format/printed/vela_log.h"

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::string columns =
    "Start Time -   End Time: Start Addr -   End Addr: Tensor Size: Memory Usage: Purpose: Name\n";

std::string sram(const std::string& rows) {
    return "\n" + std::string(80, '#') + "\nTensor Allocation for mem_area Sram, in Npu subgraph:\n" + columns + rows +
           "Allocation Peak Tensor Size:       9472 (9.25 KiB)\n";
}

const std::string rows =
    "         0 -          1:        0x0 -     0x2400:        9216:         9216: FeatureMap: input: 1\n"
    "         1 -          3:     0x2400 -     0x2500:         256:         9472: FeatureMap: conv\n"
    "         3 -          4:        0x0 -      0x100:         256:          512: Scratch: work\n";

const std::string dram =
    "Tensor Allocation for mem_area MemArea.Dram:\n" + columns +
    "         0 -          4:       0x10 -       0x20:          16:           16: FeatureMap: state\n";

}  // namespace

class VelaLogTest : public QObject {
    Q_OBJECT

private slots:
    void each_memory_area_becomes_a_region() {
        const Document document = opened(sram(rows) + dram);
        QCOMPARE(document.format, FileFormat::vela_log);
        QVERIFY(is_complete(document.layout));
        QCOMPARE(document.problem.regions.size(), std::size_t{2});
        QCOMPARE(document.problem.regions[0].name, std::string("Sram"));
        QCOMPARE(document.problem.regions[1].name, std::string("Dram"));
        QCOMPARE(document.problem.buffers.size(), std::size_t{4});
        QCOMPARE(document.problem.buffers[0].name, std::string("input: 1"));
        QCOMPARE(document.problem.buffers[1].lifetime, (Lifetime{Step(1), Step(4)}));
        QCOMPARE(document.layout.placements[1]->offset, Offset(0x2400));
        QCOMPARE(document.problem.buffers[2].kind, BufferKind::scratch);
        QCOMPARE(document.problem.buffers[3].region, RegionIndex(1));
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void the_usage_column_shows_whether_the_end_is_inclusive() {
        const std::string half_open = replaced(replaced(rows, "         9472:", "          256:"), "  512:", "  256:");
        const Document document = opened(sram(half_open));
        QCOMPARE(document.problem.buffers[1].lifetime, (Lifetime{Step(1), Step(3)}));
        QCOMPARE(opened(sram(replaced(rows, "9472:", "7:"))).problem.buffers[1].lifetime, (Lifetime{Step(1), Step(4)}));
    }

    void a_log_of_a_container_opens_and_says_what_it_skips() {
        std::string pasted;
        for (const char c : "\n" + sram(rows)) {
            pasted += c;
            pasted += c == '\n' ? "vela_1  | " : "";
        }
        const Document document = opened(pasted);
        QCOMPARE(document.problem.regions[0].name, std::string("Sram"));
        QCOMPARE(document.problem.buffers.size(), std::size_t{3});
        QCOMPARE(document.problem.buffers[0].name, std::string("input: 1"));
        QCOMPARE(document.notes.back(), std::string("skipped in the log: text such as 'vela_1  |' before 9 lines"));
    }

    void a_log_with_colors_opens() {
        const Document document =
            opened("{ starting }\n" + sram(replaced(rows, "FeatureMap", "\x1B[32mFeatureMap\x1B[0m")));
        QCOMPARE(document.problem.buffers.size(), std::size_t{3});
        QCOMPARE(document.notes.back(), std::string("skipped in the log: 2 terminal codes"));
    }

    void a_log_of_a_container_of_the_shared_data_opens() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const auto document = read_document(shared_data(QStringLiteral("field/vela_docker_prefix.log")).toStdString());
        QVERIFY(document.has_value());
        QCOMPARE(document->format, FileFormat::vela_log);
        QCOMPARE(document->problem.buffers.size(), std::size_t{2});
        QCOMPARE(peak(document->problem, document->layout), Offset(9472));
        QCOMPARE(document->notes.back(), std::string("skipped in the log: text such as 'vela-1  |' before 5 lines"));
    }

    void an_unknown_area_is_named_by_the_word_after_mem_area() {
        QCOMPARE(opened("mem_area = Flash2, cpu\n" + columns + rows).problem.regions[0].name, std::string("Flash2"));
        QCOMPARE(opened("for mem_area;Flash2\n" + columns + rows).problem.regions[0].name, std::string("Flash2"));
        QCOMPARE(opened("for mem_area;\n" + columns + rows).problem.regions[0].name, std::string("for mem_area;"));
    }

    void a_missing_purpose_and_a_format_in_its_place_are_accepted() {
        const Document document = opened(
            "Allocation, memory Sram, usage mask: FeatureMap|Staging\n" + columns +
            "         0 -          1:        0x0 -     0x2400:        9216:         9472 : input:0\n"
            "         1 -          3:     0x2400 -     0x2500:         256:         9472: NHCWB16        : conv\n");
        QCOMPARE(document.problem.regions[0].name, std::string("Sram"));
        QCOMPARE(document.problem.buffers[0].name, std::string("input:0"));
        QCOMPARE(document.problem.buffers[1].name, std::string("conv"));
        QCOMPARE(document.problem.buffers[1].kind, BufferKind::activation);
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void other_output_line_ends_and_a_missing_heading_change_nothing() {
        const Document alone = opened(sram(rows) + dram);
        for (const std::string& log :
             {"Vela 4.2, start\n0 - 5: warming up\n" + sram(rows) + "Total 1\n" + dram + "end\n",
              with_crlf(sram(rows) + dram)}) {
            QCOMPARE(opened(log).problem, alone.problem);
            QCOMPARE(opened(log).layout, alone.layout);
        }
        QCOMPARE(opened(rows).problem.regions[0].name, std::string("memory"));
        const Document twice = opened(columns + rows + columns + replaced(rows, "conv", "conv2"));
        QCOMPARE(twice.problem.regions[1].name, std::string("memory#2"));
        QCOMPARE(twice.problem.buffers[3].name, std::string("input: 1#2"));
    }

    void a_table_under_the_same_heading_replaces_the_first() {
        const Document document = opened(sram(rows) + sram(replaced(rows, "9216:         9216", "9000:         9000")));
        QCOMPARE(document.problem.buffers.size(), std::size_t{3});
        QCOMPARE(document.problem.buffers[0].size, Bytes(9000));
        QCOMPARE(document.notes.size(), std::size_t{1});
        QVERIFY(document.notes[0].find("replaces the one on line 4") != std::string::npos);
    }

    void a_tensor_with_two_names_does_not_overlap() {
        const std::string alias =
            "         1 -          2:     0x2400 -     0x2500:         256:         9472: FeatureMap: view\n";
        const Document document = opened(sram(rows + alias));
        QCOMPARE(document.layout.sharing.size(), std::size_t{1});
        QVERIFY(is_clean(check(document.problem, document.layout)));
        const Document partly = opened(sram(rows + replaced(alias, "0x2400", "0x2410")));
        QCOMPARE(check(partly.problem, partly.layout).overlaps.size(), std::size_t{1});
    }

    void errors_name_the_line() {
        QVERIFY(error_of(rows.substr(0, rows.size() - 12)).starts_with("text:3: the row is incomplete"));
        QVERIFY(error_of(replaced(rows, "0x2500", "0x23")).starts_with("text:2: 'conv' ends before"));
        QVERIFY(error_of(replaced(rows, "0x2500", "2500")).starts_with("text:2: the row is incomplete"));
        QVERIFY(error_of(replaced(rows, " 1 -          3", " 5 -          3")).starts_with("text:2: buffer 'conv'"));
        QVERIFY(error_of(replaced(rows, " 256:", "-256:")).starts_with("text:2: size of buffer 'conv'"));
    }

    void a_truncated_log_is_an_error_or_has_only_complete_rows() {
        const std::string text = sram(rows) + dram;
        const Document whole = opened(text);
        for (std::size_t length = 0; length < text.size(); ++length) {
            const auto document = parse_document(text.substr(0, length), "vela.txt");
            if (!document || !document->notes.empty()) {
                continue;
            }
            for (std::size_t i = 0; i < document->problem.buffers.size(); ++i) {
                QCOMPARE(document->problem.buffers[i].name, whole.problem.buffers[i].name);
                QCOMPARE(document->layout.placements[i], whole.layout.placements[i]);
            }
        }
    }

    void without_column_names_the_name_of_an_area_begins_a_table() {
        const auto document = parse_document_as(FileFormat::vela_log,
                                                "Sram:\n0 - 2: 0x0 - 0x2400: 9216: 9216: FeatureMap: input\n"
                                                "Dram:\n0 - 6: 0x0 - 0x3000: 12288: 12288: Weights: weights\n",
                                                "vela.txt");
        QVERIFY(document.has_value());
        QCOMPARE(document->problem.regions.size(), std::size_t{2});
        QCOMPARE(document->problem.regions[1].name, std::string("Dram"));
        QCOMPARE(document->problem.buffers[1].region, RegionIndex(1));
    }
};

ARENASCOPE_TEST(VelaLogTest)
#include "vela_log_test.moc"
