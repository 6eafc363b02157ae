#include "core/format/xla/memory_viewer.h"

#include "core/base/file/file_content.h"
#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::string small_file =
    "{\"bufferAssignment\": {\n"
    "  \"logicalBuffers\": [{\"id\": \"7\", \"definedAt\": {\"instructionName\": \"dot\", \"shapeIndex\": [\"1\"]}}],\n"
    "  \"bufferAllocations\": [{\"index\": \"1\", \"size\": \"1024\",\n"
    "    \"assigned\": [{\"logicalBufferId\": \"7\", \"offset\": \"0\", \"size\": \"1000\"}]}],\n"
    "  \"heapSimulatorTraces\": [{\"events\": [\n"
    "    {\"kind\": \"ALLOC\", \"bufferId\": \"7\"}, {\"kind\": \"FREE\", \"bufferId\": \"7\"}]}]}}\n";

std::string json_cell() {
    return read_content(sample(QStringLiteral("xla_cell.memory_viewer.json")).toStdString()).value();
}

}  // namespace

class MemoryViewerTest : public QObject {
    Q_OBJECT

private slots:
    void reads_buffers_allocations_and_events() {
        const Document document = opened(small_file);
        QCOMPARE(document.format, FileFormat::xla_memory_viewer);
        QCOMPARE(document.problem.buffers.size(), std::size_t{1});
        QCOMPARE(document.problem.buffers[0].name, std::string("dot{1}"));
        QCOMPARE(document.problem.buffers[0].size, Bytes(1000));
        QCOMPARE(document.problem.buffers[0].lifetime, (Lifetime{Step(0), Step(1)}));
    }

    void integers_may_be_numbers_and_names_as_defined() {
        const Document document = opened(
            "{\"buffer_assignment\": {\"logical_buffers\": [{\"defined_at\": {\"instruction_name\": \"dot\", "
            "\"shape_index\": [1]}}], \"buffer_allocations\": [{\"index\": 1, \"size\": 1024, \"assigned\": "
            "[{\"size\": "
            "1000}]}], \"heap_simulator_traces\": [{\"events\": [{}, {\"kind\": 1}]}]}}");
        QCOMPARE(document.problem, opened(small_file).problem);
    }

    void errors_name_the_line_and_the_key() {
        QVERIFY(error_of(replaced(small_file, "\"1000\"", "\"many\""))
                    .starts_with("text:4: bufferAssignment.bufferAllocations[0].assigned[0].size: the text is not a "
                                 "whole number"));
        QVERIFY(error_of(replaced(small_file, "\"FREE\"", "\"KEEP\""))
                    .starts_with("text:6: bufferAssignment.heapSimulatorTraces[0].events[1].kind: it is not a kind"));
        QVERIFY(error_of(replaced(small_file, "[\"1\"]", "[\"x\"]")).find("shapeIndex[0]: it is not") !=
                std::string::npos);
        QVERIFY(error_of("{\"hloModule\": {\"name\": \"m\"}}").find("without a buffer assignment") !=
                std::string::npos);
        QVERIFY(error_of(replaced(small_file, "\"1000\"", "\"-1\"")).find("size of buffer") != std::string::npos);
    }

    void the_sample_is_sound() {
        const Document document = opened(json_cell());
        QCOMPARE(document.problem.buffers.size(), std::size_t{7});
        QCOMPARE(threshold(document.problem, document.layout), Bytes(16'400));
        QCOMPARE(document.left_out, std::size_t{2});
        QVERIFY(is_clean(check(document.problem, document.layout)));
    }

    void mutated_copies_give_an_error_or_a_sound_plan() {
        verify_mutated_copies(FileFormat::xla_memory_viewer, json_cell());
    }

    void the_shared_file_has_known_figures() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document =
            read_document(shared_data(QStringLiteral("xla/profile_demo.memory_viewer.json")).toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers.size(), std::size_t{2});
        QCOMPARE(document->problem.buffers[0].lifetime, (Lifetime{Step(0), Step(3)}));
        QCOMPARE(document->problem.buffers[1].lifetime, (Lifetime{Step(1), Step(2)}));
        QVERIFY(is_clean(check(document->problem, document->layout)));
    }
};

ARENASCOPE_TEST(MemoryViewerTest)
#include "memory_viewer_test.moc"
