#include "core/format/xla/out_of_memory.h"

#include <rapidcheck.h>

#include "core/format/reading.h"
#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/makers.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/sample_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const std::string gpu =
    "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 6291456 bytes.\n"
    "BufferAssignment OOM Debugging.\n"
    "BufferAssignment stats:\n"
    "             parameter allocation:    6.00MiB\n"
    "                 total allocation:   21.00MiB\n"
    "              total fragmentation:         0B (0.00%)\n"
    "Peak buffers:\n"
    "\tBuffer 1:\n"
    "\t\tSize: 6.00MiB\n"
    "\t\tOperator: op_name=\"jit(step)/jit(main)/blocks_1/concatenate[dimension=0]\" source_file=\"/home/u/model.py\" "
    "source_line=12\n"
    "\t\tXLA Label: concatenate\n"
    "\t\tShape: f32[4096,128,3]\n"
    "\t\t==========================\n"
    "\n"
    "\tBuffer 2:\n"
    "\t\tSize: 384.0KiB\n"
    "\t\tEntry Parameter Subshape: f32[256,128,3]\n"
    "\t\t==========================\n";

const std::string tpu =
    "Compilation failure: Ran out of memory in memory space hbm. Used 17.60G of 16.00G hbm. Exceeded hbm capacity by "
    "1.60G.\n"
    "\n"
    "Program hbm requirement 17.08G:\n"
    "    HLO temp         17.08G (92.8% utilization, 0.3% fragmentation (53.61M))\n"
    "\n"
    "  Largest program allocations in hbm:\n"
    "\n"
    "  1. Size: 512.00M\n"
    "     Operator: op_type=\"OneHot\" op_name=\"one_hot\"\n"
    "     Shape: f32[4,128,128,9,18]{4,3,0,2,1:T(8,128)}\n"
    "     Unpadded size: 40.50M\n"
    "     Extra memory due to padding: 471.50M (12.6x expansion)\n"
    "     XLA label: %fusion.1668 = f32[4,128,128,9,18]{4,3,0,2,1:T(8,128)} fusion(s32[4,128]{0} %copy.1), kind=kLoop\n"
    "     Allocation type: HLO temp\n"
    "     ==========================\n"
    "\n"
    "  2. Size: 1.00G\n"
    "     Shape: f32[268435456]{0:T(1024)}\n"
    "     Unpadded size: 1.00G\n"
    "     XLA label: %copy.7 = f32[268435456]{0:T(1024)} copy(f32[268435456]{0} %p)\n"
    "     Allocation type: HLO temp\n"
    "     ==========================\n";

bool notes_hold(const Document& document, const std::string& words) {
    return std::ranges::any_of(document.notes, [&](const std::string& note) { return note == words; });
}

/// Each line of a text after another text.
std::string with_prefix(const std::string& prefix, const std::string& text) {
    std::string result = prefix;
    for (const char c : text) {
        result += c;
        result += c == '\n' ? prefix : std::string();
    }
    return result.substr(0, result.size() - prefix.size());
}

std::string maker_name(const Document& document, std::size_t buffer) {
    const StackFrame* const frame = maker_of(document.problem, BufferIndex(buffer));
    return frame == nullptr ? "nobody" : label_of(*frame);
}

}  // namespace

class XlaOutOfMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void all_buffers_of_a_gpu_are_alive_in_one_step() {
        const Document document = opened(gpu);
        QCOMPARE(document.format, FileFormat::xla_out_of_memory);
        QCOMPARE(document.problem.buffers.size(), std::size_t{2});
        QCOMPARE(document.problem.buffers[0].name, std::string("jit(step)/jit(main)/blocks_1/concatenate"));
        QCOMPARE(document.problem.buffers[0].size, Bytes(6L * 1024 * 1024));
        QCOMPARE(document.problem.buffers[0].lifetime, (Lifetime{Step(0), Step(1)}));
        QCOMPARE(document.problem.buffers[1].name, std::string("parameter f32[256,128,3]"));
        QCOMPARE(document.problem.buffers[1].size, Bytes(384L * 1024));
        QCOMPARE(document.problem.buffers[1].kind, BufferKind::input);
        QCOMPARE(document.problem.regions[0].name, std::string("device memory"));
        QVERIFY(!has_placements(document.layout));
        QCOMPARE(threshold(document.problem), Bytes(6'684'672));
    }

    void the_source_line_and_the_path_of_the_operator_are_the_stack() {
        const Document document = opened(gpu);
        const AllocatorHistory& history = *document.problem.history;
        std::vector<std::string> stack;
        for (const StackFrameIndex frame : frames_of(history, history.made_by[BufferIndex(0)])) {
            stack.push_back(label_of(history.frames[frame]));
        }
        QCOMPARE(stack, (std::vector<std::string>{"model.py:12 concatenate", "blocks_1", "jit(main)", "jit(step)"}));
        QCOMPARE(history.frames[StackFrameIndex(0)].file, std::string("/home/u/model.py"));
        QCOMPARE(maker_name(document, 0), std::string("model.py:12 concatenate"));
        QCOMPARE(maker_name(document, 1), std::string("entry parameter"));
    }

    void slashes_in_brackets_do_not_part_a_path() {
        const Document document =
            opened(replaced(gpu, "blocks_1/concatenate[dimension=0]", R"(f(a/b)/x[c/d e=\"1\"])"));
        QCOMPARE(maker_name(document, 0), std::string("model.py:12 x"));
        QCOMPARE(document.problem.buffers[0].name, std::string("jit(step)/jit(main)/f(a/b)/x"));
    }

    void a_tpu_tells_its_padding() {
        const Document document = opened(tpu);
        QCOMPARE(document.format, FileFormat::xla_out_of_memory);
        QCOMPARE(document.problem.regions[0].name, std::string("hbm"));
        QCOMPARE(document.problem.buffers[0].name, std::string("one_hot"));
        QCOMPARE(document.problem.buffers[0].size, Bytes(512L * 1024 * 1024));
        QCOMPARE(document.problem.buffers[1].name, std::string("copy.7"));
        QCOMPARE(maker_name(document, 0), std::string("one_hot"));
        QCOMPARE(maker_name(document, 1), std::string("nobody"));
        QVERIFY(notes_hold(document,
                           "padding: 1,536 MiB are allocated for 1,064.5 MiB of data, because 1 buffer is padded"));
        QVERIFY(notes_hold(document,
                           "padding: 'one_hot' of shape f32[4,128,128,9,18]{4,3,0,2,1:T(8,128)} takes 512.00M for "
                           "40.50M"));
    }

    void notes_say_what_the_text_lacks() {
        const Document document = opened(gpu);
        QCOMPARE(document.notes,
                 (std::vector<std::string>{
                     "the text tells who is alive at the peak, and nothing else: this is one step, without offsets and "
                     "lifetimes",
                     "the text lists 2 buffers in 'device memory', 6,528 KiB together; it states 21.00MiB as total "
                     "allocation, so 14,976 KiB are not listed",
                     "sizes are rounded as printed, such as 6.00MiB: their sum may be off by up to 5.17 KiB"}));
        QCOMPARE(document.left_out, std::size_t{1});
        const Document other = opened(tpu);
        QVERIFY(notes_hold(other, "the text says: Used 17.60G of 16.00G hbm. Exceeded hbm capacity by 1.60G."));
        QVERIFY(notes_hold(other,
                           "the text lists 2 buffers in 'hbm', 1,536 MiB together; it states 17.08G as program hbm "
                           "requirement, so 15,953.92 MiB are not listed"));
    }

    void a_list_of_all_bytes_leaves_nothing_out() {
        const Document document = opened(replaced(gpu, "21.00MiB", "6.38MiB"));
        QCOMPARE(document.left_out, std::size_t{0});
        QVERIFY(notes_hold(document,
                           "the text lists 2 buffers in 'device memory', 6,528 KiB together; it states 6.38MiB as "
                           "total allocation"));
        // Bytes are exact.
        const Document exact = opened(replaced(replaced(gpu, "6.00MiB\n\t\tOp", "96B\n\t\tOp"), "384.0KiB", "32B"));
        QCOMPARE(exact.notes.size(), std::size_t{2});
        QCOMPARE(threshold(exact.problem), Bytes(128));
    }

    void it_may_stand_anywhere_in_a_log() {
        for (const std::string& text : {gpu, tpu}) {
            const Document alone = opened(text);
            const std::string stamp = "2020-05-04 09:05:40.721128: E    1578 tensorflow/xla_util.cc:76] ";
            for (const std::string& log :
                 {with_crlf("epoch 1, loss 0.3\n" + text + "The above exception was the direct cause\n"),
                  with_prefix(stamp, text), with_prefix("(worker pid=489) ", text), with_prefix("\x1b[36m", text)}) {
                const Document document = opened(log);
                QCOMPARE(document.problem.buffers, alone.problem.buffers);
                QCOMPARE(document.left_out, alone.left_out);
            }
        }
    }

    void several_memory_spaces_are_regions() {
        std::string second = tpu.substr(tpu.find("  Largest"));
        second = replaced(replaced(second, "in hbm:", "in vmem:"), "512.00M", "16.00K");
        const Document document = opened(tpu + "Program vmem requirement 1.00G:\n" + second);
        QCOMPARE(document.problem.regions.size(), std::size_t{2});
        QCOMPARE(document.problem.regions[1].name, std::string("vmem"));
        QCOMPARE(document.problem.buffers.size(), std::size_t{4});
        QCOMPARE(document.problem.buffers[2].region, RegionIndex(1));
    }

    void the_last_text_with_buffers_is_read() {
        const Document document =
            opened(gpu + "retry\n" + replaced(gpu, "384.0KiB", "256.0KiB") + "BufferAssignment OOM Debugging.\n");
        QCOMPARE(document.problem.buffers[1].size, Bytes(256L * 1024));
        QVERIFY(notes_hold(document, "the log holds 2 such texts; this is the last one, from line 21"));
        QCOMPARE(opened(tpu + tpu).problem.buffers, opened(tpu).problem.buffers);
    }

    void a_cut_list_is_noted() {
        const Document document = opened(gpu.substr(0, gpu.find("\n\t\tEntry")));
        QCOMPARE(document.notes.back(), std::string("the log ends inside the list: buffers may be missing"));
    }

    void errors_name_the_line() {
        QVERIFY(error_of(replaced(gpu, "Size: 6.00MiB", "Size: some")).starts_with("text:9: 'some' is not the size"));
        QVERIFY(error_of(replaced(tpu, "512.00M", "9000000000T")).starts_with("text:8: '9000000000T' is not the size"));
        QVERIFY(error_of(replaced(gpu, "\t\tSize: 384.0KiB\n", "")).starts_with("text:15: buffer 2 has no size"));
        QVERIFY(error_of(gpu.substr(0, gpu.find("\tBuffer 1"))).starts_with("text: the text of XLA lists no buffers"));
        QVERIFY(error_of(replaced(gpu.substr(0, gpu.find("\tBuffer 2")), "6.00MiB\n\t\tOp", "0B\n\t\tOp"))
                    .starts_with("text:9: every buffer of the list has 0 bytes"));
    }

    void any_list_of_bytes_comes_back() {
        const auto holds = rc::check([] {
            const auto sizes = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(
                rc::gen::inRange<std::int64_t>(1, std::int64_t{1} << 40)));
            std::string text = "Peak buffers:\n";
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                text += "Buffer " + std::to_string(i + 1) + ":\nSize: " + std::to_string(sizes[i]) +
                        "B\nXLA Label: fusion\n=====\n\n";
            }
            const auto document = parse_document(text, "text");
            RC_ASSERT(document.has_value());
            RC_ASSERT(document->problem.buffers.size() == sizes.size());
            for (std::size_t i = 0; i < sizes.size(); ++i) {
                RC_ASSERT(document->problem.buffers[i].size == Bytes(sizes[i]));
            }
        });
        QVERIFY(holds);
    }

    void texts_of_the_field_open() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        for (const auto& [name, buffers, size] :
             {std::tuple("field/xla_oom_log.txt", 2, 6'684'672), std::tuple("field/tpu_oom_log.txt", 1, 536'870'912)}) {
            const auto document = read_document(shared_data(QString::fromLatin1(name)).toStdString());
            QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
            QCOMPARE(document->format, FileFormat::xla_out_of_memory);
            QCOMPARE(std::ssize(document->problem.buffers), std::ptrdiff_t{buffers});
            QCOMPARE(threshold(document->problem), Bytes(size));
        }
    }

    void damaged_copies_neither_crash_nor_hang() {
        verify_mutated_copies(FileFormat::xla_out_of_memory, sample_text("tpu_out_of_memory.txt"));
        verify_mutated_copies(FileFormat::xla_out_of_memory, gpu);
    }
};

ARENASCOPE_TEST(XlaOutOfMemoryTest)
#include "out_of_memory_test.moc"
