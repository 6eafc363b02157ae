#include "core/analysis/explain/stack_tree.h"

#include <rapidcheck.h>

#include "core/model/memory/live_profile.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::made_by_frames;
using test::python_frame;

namespace {

/// A frame of the runtime, a library, one's own code and the program that called it, innermost first.
Problem nested() {
    Problem problem = made_by_frames({{"alloc.cpp", 0, "malloc", false},
                                      python_frame("/u/site-packages/f.py", "einsum", 373),
                                      python_frame("/u/model.py", "forward", 54),
                                      python_frame("/u/train.py", "main", 7)});
    AllocatorHistory history = *problem.history;
    history.frames[StackFrameIndex(1)].is_library = true;
    const auto frame = [](std::size_t index) { return StackFrameIndex(index); };
    // 1,000 B by einsum in forward in main; 999 B by forward in main; 998 B by main; 997 B by no Python.
    history.stack_begins = {0, 4, 7, 9};
    history.stack_frames = {frame(0), frame(1), frame(2), frame(3), frame(0),
                            frame(2), frame(3), frame(0), frame(3), frame(0)};
    problem.history = std::make_shared<const AllocatorHistory>(std::move(history));
    return problem;
}

std::vector<std::string> names(const Problem& problem, const StackTree& tree) {
    std::vector<std::string> all;
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        all.push_back(std::string(tree.nodes[i].depth, ' ') + name_of(*problem.history, tree, i) + " " +
                      std::to_string(tree.nodes[i].bytes.value()));
    }
    return all;
}

}  // namespace

class StackTreeTest : public QObject {
    Q_OBJECT

private slots:
    void callers_stand_above_what_they_call_with_the_sum_of_its_bytes() {
        const Problem problem = nested();
        const StackTree tree = stack_tree(problem, Step(0));
        QCOMPARE(names(problem, tree),
                 (std::vector<std::string>{"all 3994", " train.py:7 main 2997", "  model.py:54 forward 1999",
                                           "   f.py:373 einsum 1000", " (no Python frame) 997"}));
        QCOMPARE(tree.nodes[2].buffers, std::uint32_t{2});
        QCOMPARE(tree.buffers[tree.nodes[3].first_buffer], BufferIndex(0));
        QCOMPARE(tree.nodes[1].end, std::uint32_t{4});
    }

    void libraries_or_the_runtime_are_left_out_or_shown() {
        const Problem problem = nested();
        QCOMPARE(names(problem, stack_tree(problem, Step(0), StackFrames::own_code)),
                 (std::vector<std::string>{"all 3994", " train.py:7 main 2997", "  model.py:54 forward 1999",
                                           " (no Python frame) 997"}));
        QCOMPARE(names(problem, stack_tree(problem, Step(0), StackFrames::all)).back(),
                 std::string(" alloc.cpp malloc 997"));
    }

    void only_what_is_live_at_the_step_counts() {
        Problem problem = nested();
        problem.buffers[0].lifetime = {Step(0), Step(1)};
        QCOMPARE(stack_tree(problem, Step(1)).nodes.front().bytes, Bytes(2994));
    }

    void without_a_history_there_is_no_node() {
        QVERIFY(stack_tree(test::placed_plan({{"a", 0, 4, 8, 0}}).problem, Step(0)).nodes.empty());
    }

    void folded_stacks_have_the_bytes_of_each_frame_by_itself() {
        const Problem problem = nested();
        QCOMPARE(folded_stacks(*problem.history, stack_tree(problem, Step(0))),
                 std::string("train.py:7 main 998\n"
                             "train.py:7 main;model.py:54 forward 999\n"
                             "train.py:7 main;model.py:54 forward;f.py:373 einsum 1000\n"
                             "(no Python frame) 997\n"));
    }

    void every_node_has_the_bytes_and_the_buffers_of_its_part() {
        QVERIFY(rc::check("sums", [] {
            std::vector<test::SegmentBuffer> buffers;
            for (int i = *rc::gen::inRange(1, 30); i > 0; --i) {
                const Step begin(*rc::gen::inRange(0, 8));
                buffers.push_back(
                    {0, {begin, begin + Duration(2)}, 0, *rc::gen::inRange(1, 90), *rc::gen::inRange(0, 5)});
            }
            const auto plan = test::segmented_plan({100}, buffers);
            const Step step(*rc::gen::inRange(0, 9));
            const StackTree tree = stack_tree(plan.problem, step);
            RC_ASSERT(tree.nodes.front().bytes == live_at(live_profile(plan.problem), step));
            for (const StackNode& node : tree.nodes) {
                Bytes sum;
                for (std::uint32_t i = node.first_buffer; i < node.first_buffer + node.buffers; ++i) {
                    sum = sum + plan.problem.buffers[tree.buffers[i]].size;
                }
                RC_ASSERT(sum == node.bytes);
            }
        }));
    }
};

ARENASCOPE_TEST(StackTreeTest)
#include "stack_tree_test.moc"
