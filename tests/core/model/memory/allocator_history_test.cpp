#include "core/model/memory/allocator_history.h"

#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

/// Two stacks: C++ below Python, and C++ alone.
AllocatorHistory two_stacks() {
    AllocatorHistory history;
    history.frames = {{"a.cpp", 1, "malloc", false}, {"/u/b.py", 7, "run", true}, {"/u/c.py", 9, "main", true}};
    history.stack_begins = {0, 3};
    history.stack_frames = {StackFrameIndex(0), StackFrameIndex(1), StackFrameIndex(2), StackFrameIndex(0)};
    history.made_by = {StackIndex(0), StackIndex(1), StackIndex::none()};
    history.events = {AllocatorEvent::alloc, AllocatorEvent::alloc, AllocatorEvent::other};
    history.times_us = {5'000'000, 5'250'000, 7'000'000};
    return history;
}

}  // namespace

class AllocatorHistoryTest : public QObject {
    Q_OBJECT

private slots:
    void a_stack_ends_where_the_next_begins() {
        const AllocatorHistory history = two_stacks();
        QCOMPARE(frames_of(history, StackIndex(0)).size(), std::size_t{3});
        QCOMPARE(frames_of(history, StackIndex(1)).size(), std::size_t{1});
        QVERIFY(frames_of(history, StackIndex::none()).empty());
    }

    void the_maker_is_the_innermost_python_frame() {
        const AllocatorHistory history = two_stacks();
        QCOMPARE(maker_frame(history, StackIndex(0)), StackFrameIndex(1));
        QCOMPARE(maker_frame(history, StackIndex(1)), StackFrameIndex::none());
        QCOMPARE(maker_frame(history, StackIndex::none()), StackFrameIndex::none());
    }

    void the_maker_of_a_buffer_is_known_if_the_history_says_so() {
        Problem problem;
        problem.buffers.resize(3);
        QVERIFY(maker_of(problem, BufferIndex(0)) == nullptr);
        problem.history = std::make_shared<AllocatorHistory>(two_stacks());
        QCOMPARE(label_of(*maker_of(problem, BufferIndex(0))), std::string("b.py:7 run"));
        QVERIFY(maker_of(problem, BufferIndex(1)) == nullptr);
        QVERIFY(maker_of(problem, BufferIndex(2)) == nullptr);
        QVERIFY(maker_of(problem, BufferIndex(9)) == nullptr);
    }

    void a_file_has_no_path_on_any_system() {
        QCOMPARE(file_name_of("/home/u/net.py"), std::string_view("net.py"));
        QCOMPARE(file_name_of("D:\\u\\net.py"), std::string_view("net.py"));
        QCOMPARE(file_name_of("<string>"), std::string_view("<string>"));
    }

    void times_count_from_the_first_step() {
        const AllocatorHistory history = two_stacks();
        QCOMPARE(seconds_at(history, Step(2)).value_or(-1), 2.0);
        QVERIFY(!seconds_at(history, Step(3)));
        QVERIFY(!seconds_at(history, Step(-1)));
        QVERIFY(!seconds_at(AllocatorHistory{}, Step(0)));
    }

    void reserved_bytes_are_the_mapped_ones() {
        AllocatorHistory history;
        AllocatorSegment segment;
        segment.mapped = {{{Step(0), Step(4)}, {Offset(0), Offset(100)}},
                          {{Step(2), Step(3)}, {Offset(100), Offset(150)}}};
        history.segments = {segment};
        const LiveProfile reserved = reserved_size(history);
        QCOMPARE(reserved.threshold, Bytes(150));
        QCOMPARE(reserved.peak_step, Step(2));
        QCOMPARE(live_at(reserved, Step(3)), Bytes(100));
    }

    void merging_keeps_the_buffers_in_one_region() {
        Problem problem;
        problem.regions = {Region{"segment 0x10", 16, Bytes(8)}, Region{"segment 0x40", 64, std::nullopt}};
        problem.buffers.resize(2);
        problem.buffers[1].region = RegionIndex(1);
        problem.history = std::make_shared<AllocatorHistory>(two_stacks());
        QVERIFY(has_segment_regions(problem));
        const Problem merged = merged_segments(problem);
        QVERIFY(!has_segment_regions(merged));
        QCOMPARE(merged.buffers[1].region, RegionIndex(0));
        QCOMPARE(merged.regions, (IndexedVector<RegionIndex, Region>{Region{"device 0", 0, std::nullopt}}));
        QVERIFY(merged.history == problem.history);
    }
};

ARENASCOPE_TEST(AllocatorHistoryTest)

}  // namespace arenascope

#include "allocator_history_test.moc"
