#include "core/format/xla/xla_assignment.h"

#include <QFile>
#include <QTemporaryDir>

#include "core/base/file/file_content.h"
#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::string assignment =
    "BufferAssignment:\n"
    "allocation 0: size 64, parameter 0, shape |f32[16]| at ShapeIndex {}:\n"
    " value: <1 p0 @0> (size=64,offset=0): f32[16]{0}\n"
    "allocation 1: size 32, output shape is |f32[8]|, maybe-live-out:\n"
    " value: <2 out @0> (size=32,offset=0): f32[8]{0}\n"
    "allocation 2: size 4, constant:\n"
    " value: <3 zero @0> (size=4,offset=0): f32[]\n"
    "allocation 3: size 4, thread-local:\n"
    " value: <4 x.1 @0> (size=4,offset=0): f32[]\n"
    "allocation 4: size 192, preallocated-temp:\n"
    " value: <5 dot.1 @0> (size=64,offset=0): f32[16]{0}\n"
    " value: <6 add.1 @0> (size=64,offset=0): f32[16]{0}\n"
    " value: <7 sort.1{1} @0> (size=128,offset=64): s32[32]{0}\n"
    "\n"
    "Total bytes used: 300 (300B)\n"
    "\n"
    "Used values:\n"
    "<1 p0 @0>\n"
    " positions:\n"
    "  p0\n"
    " uses:\n"
    "  dot.1, operand 0\n";

const std::string live_ranges =
    "HloLiveRange (max 4):\n"
    "  InstructionSequence:\n"
    "    0:p0\n"
    "    1:dot.1\n"
    "    2:add.1\n"
    "    3:out\n"
    "  BufferLiveRange:\n"
    "    p0{}:0-4\n"
    "    dot.1{}:1-2\n"
    "    add.1{}:2-3\n"
    "    sort.1{1}:1-3\n"
    "    out{}:3-4\n"
    "  Live ranges at 3 (peak):\n"
    "    p0{}: 64 bytes (cumulative: 64 bytes)\n";

std::string written(const QTemporaryDir& directory, const char* name, const std::string& text) {
    QFile file(directory.filePath(QLatin1String(name)));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), static_cast<qint64>(text.size())) < 0) {
        qFatal("%s can not be written", name);
    }
    return file.fileName().toStdString();
}

}  // namespace

class XlaAssignmentTest : public QObject {
    Q_OBJECT

private slots:
    void regular_spacing_is_alignment_and_no_free_space() {
        const std::string spaced =
            "BufferAssignment:\nallocation 0: size 192, preallocated-temp:\n"
            " value: <1 a @0> (size=4,offset=0): f32[]\n value: <2 b @0> (size=4,offset=64): f32[]\n"
            " value: <3 c @0> (size=40,offset=128): f32[10]{0}\n";
        const std::string ranges = "BufferLiveRange:\n  a{}:0-2\n  b{}:0-2\n  c{}:1-2\n";
        const Document document = opened(spaced + ranges);
        QCOMPARE(document.problem.regions[0].alignment, Bytes(64));
        QCOMPARE(document.notes[0], std::string("every value begins where another one ends, rounded up to 64 B: that "
                                                "is taken as the alignment"));
        // A hole that no alignment explains stays one.
        QCOMPARE(opened(replaced(spaced, "offset=128", "offset=144") + ranges).problem.regions[0].alignment, Bytes(1));
        QCOMPARE(opened(replaced(spaced, "offset=64", "offset=8192") + ranges).problem.regions[0].alignment, Bytes(1));
        QCOMPARE(opened(assignment + live_ranges).problem.regions[0].alignment, Bytes(1));
    }

    void each_line_may_have_a_prefix() {
        std::string pasted = "[ci] starting\n";
        std::int64_t second = 0;
        std::string line;
        for (const char c : assignment + live_ranges) {
            line += c;
            if (c == '\n') {
                pasted += "2024-03-02T10:11:" + std::to_string(second++) + ".25Z \x1B[36m" + line;
                line.clear();
            }
        }
        const Document bare = opened(assignment + live_ranges);
        const Document document = opened(pasted);
        QCOMPARE(document.format, FileFormat::xla_assignment);
        QCOMPARE(document.problem.buffers.size(), bare.problem.buffers.size());
        QCOMPARE(document.layout.placements, bare.layout.placements);
        QVERIFY(document.notes.back().starts_with("skipped in the log: text such as '2024-03-02T10:11:"));
    }

    void each_allocation_becomes_a_region() {
        const Document document = opened(assignment + live_ranges);
        QCOMPARE(document.format, FileFormat::xla_assignment);
        QVERIFY(is_complete(document.layout));
        const Problem& problem = document.problem;
        QCOMPARE(problem.regions.size(), std::size_t{3});
        QCOMPARE(problem.regions[0].name, std::string("allocation 0 parameter 0"));
        QCOMPARE(problem.regions[1].name, std::string("allocation 1 output"));
        QCOMPARE(problem.regions[2].name, std::string("allocation 4 temp"));
        QCOMPARE(problem.regions[2].capacity, std::optional(Bytes(192)));
        QCOMPARE(problem.buffers.size(), std::size_t{5});
        QCOMPARE(problem.buffers[0].kind, BufferKind::input);
        QCOMPARE(problem.buffers[1].kind, BufferKind::output);
        QCOMPARE(problem.buffers[2].name, std::string("dot.1"));
        QCOMPARE(problem.buffers[2].lifetime, (Lifetime{Step(1), Step(3)}));
        QCOMPARE(problem.buffers[4].name, std::string("sort.1{1}"));
        QCOMPARE(document.layout.placements[4]->offset, Offset(64));
        QCOMPARE(problem.step_labels[1], (StepLabel{Step(1), "dot.1"}));
        QVERIFY(document.notes[0].find("2 values are left out: constants") != std::string::npos);
    }

    void a_value_that_takes_over_the_bytes_of_another_does_not_overlap() {
        const Document document = opened(assignment + live_ranges);
        QCOMPARE(document.layout.sharing.size(), std::size_t{1});
        QCOMPARE(document.layout.sharing[0].members, (std::vector{BufferIndex(2), BufferIndex(3)}));
        QVERIFY(is_clean(check(document.problem, document.layout)));
        const Document crossed = opened(replaced(assignment, "offset=64", "offset=32") + live_ranges);
        QCOMPARE(check(crossed.problem, crossed.layout).overlaps.size(), std::size_t{2});
        const Document beyond = opened(replaced(assignment, "offset=64", "offset=65") + live_ranges);
        QCOMPARE(check(beyond.problem, beyond.layout).outside, std::vector{BufferIndex(4)});
    }

    void an_output_may_be_written_over_the_last_use_of_an_operand() {
        // sort.1{1} of 128 bytes begins at the step of the last use of dot.1, and lies over it.
        const std::string over = replaced(replaced(assignment, "(size=64,offset=0): f32[16]{0}\n value: <7",
                                                   "(size=64,offset=128): f32[16]{0}\n value: <7"),
                                          "offset=64", "offset=0");
        const Document touching = opened(over + replaced(live_ranges, "sort.1{1}:1-3", "sort.1{1}:2-3"));
        QVERIFY(is_clean(check(touching.problem, touching.layout)));
        QCOMPARE(touching.layout.sharing[0].members, (std::vector{BufferIndex(2), BufferIndex(4)}));
        const Document crossing = opened(over + live_ranges);
        QCOMPARE(check(crossing.problem, crossing.layout).overlaps.size(), std::size_t{1});
    }

    void a_value_that_joins_others_has_its_live_range() {
        for (const char* name : {"dot.1 (phi)", "dot.1{} (phi)", "dot.1{}"}) {
            const Document document =
                opened(replaced(assignment, "<5 dot.1 @0>", std::string("<5 ") + name + " @0>") + live_ranges);
            QCOMPARE(document.problem.buffers[2].name, std::string("dot.1"));
        }
    }

    void all_planned_values_of_the_shared_file_have_a_live_range() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document =
            read_document(shared_data(QStringLiteral("xla/jit_normal-buffer-assignment.txt")).toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers.size(), std::size_t{56});
        QCOMPARE(document->left_out, std::size_t{0});
        QCOMPARE(document->problem.regions.size(), std::size_t{3});
        QCOMPARE(threshold(document->problem, document->layout), Bytes(1'220));
        QVERIFY(is_clean(check(document->problem, document->layout)));
    }

    void mutated_copies_give_an_error_or_a_sound_plan() {
        const auto content = read_content(sample(QStringLiteral("xla_cell.buffer-assignment.txt")).toStdString());
        verify_mutated_copies(FileFormat::xla_assignment, content.value());
    }

    void order_line_ends_and_other_lines_change_nothing() {
        const Document alone = opened(assignment + live_ranges);
        for (const std::string& text : {live_ranges + assignment, with_crlf(assignment + live_ranges),
                                        "compiled jit_f\n" + assignment + "\nthen\n" + live_ranges + "done\n"}) {
            QCOMPARE(opened(text).problem, alone.problem);
            QCOMPARE(opened(text).layout, alone.layout);
        }
    }

    void the_other_file_of_the_dump_is_found_in_the_same_folder() {
        const QTemporaryDir directory;
        const std::string first =
            written(directory, "module_1.f.cpu_after_optimizations-buffer-assignment.txt", assignment);
        const auto alone = read_document(first);
        QVERIFY(!alone);
        QVERIFY(alone.error().cause.find("the text has no live ranges") != std::string::npos);
        QVERIFY(alone.error().cure.find("live-range.txt") != std::string::npos);
        const std::string second = written(directory, "module_1.f.cpu_after_optimizations-live-range.txt", live_ranges);
        for (const std::string& path : {first, second}) {
            const auto document = read_document(path);
            QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
            QCOMPARE(document->problem, opened(assignment + live_ranges).problem);
        }
        written(directory, "module_1.f.cpu_after_optimizations-live-range.txt",
                replaced(live_ranges, "add.1{}:2-3", "add.1{}:2-"));
        const auto broken = read_document(first);
        QVERIFY(!broken);
        QVERIFY(to_string(broken.error()).find("live-range.txt:10: the live range is incomplete") != std::string::npos);
    }

    void errors_name_the_missing_part_or_the_line() {
        QVERIFY(error_of(live_ranges).find("the text has no allocations") != std::string::npos);
        QVERIFY(error_of(replaced(assignment, "(size=32,offset=0)", "(size=32") + live_ranges)
                    .starts_with("text:5: the value is incomplete"));
        QVERIFY(error_of(" value: <1 p0 @0> (size=64,offset=0): f32[16]{0}\n" + assignment)
                    .starts_with("text:1: the value 'p0' belongs to no allocation"));
        QVERIFY(error_of(assignment + replaced(live_ranges, "1-2", "2-1")).find("ends before it begins") !=
                std::string::npos);
        QVERIFY(error_of(replaced(assignment, "allocation 1:", "allocation x:") + live_ranges)
                    .starts_with("text:5: the value 'out' belongs to no allocation"));
        QVERIFY(error_of(replaced(assignment, "size=32", "size=-32") + live_ranges).find("text:5: size of buffer") !=
                std::string::npos);
        const Document partly = opened(assignment + replaced(live_ranges, "    add.1{}:2-3\n", ""));
        QCOMPARE(partly.problem.buffers.size(), std::size_t{4});
        QVERIFY(partly.notes[1].find("no live range, 'add.1{}'") != std::string::npos);
    }

    void a_truncated_text_is_an_error_or_noted_or_complete() {
        const std::string text = assignment + live_ranges;
        const Document whole = opened(text);
        for (std::size_t length = 0; length < text.size(); ++length) {
            const auto document = parse_document(text.substr(0, length), "dump.txt");
            const bool says_so =
                document && std::any_of(document->notes.begin(), document->notes.end(), [](const std::string& note) {
                    return note.find("no live range") != std::string::npos || note.find("cut off") != std::string::npos;
                });
            QVERIFY(!document || says_so || document->problem == whole.problem);
        }
    }
};

ARENASCOPE_TEST(XlaAssignmentTest)
#include "xla_assignment_test.moc"
