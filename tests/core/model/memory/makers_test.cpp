#include "core/model/memory/makers.h"

#include <rapidcheck.h>

#include "core/model/memory/live_profile.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {

using test::made_by_frames;
using test::python_frame;
using test::segmented_plan;

namespace {

QStringList maker_names(const Makers& makers) {
    QStringList names;
    for (const Maker& maker : makers.makers) {
        names << QString::fromStdString(maker.name);
    }
    return names;
}

}  // namespace

class MakersTest : public QObject {
    Q_OBJECT

private slots:
    void a_problem_without_a_history_has_no_makers() {
        const auto plan = test::placed_plan({{"a", 0, 4, 8, 0}});
        QVERIFY(makers_of(plan.problem).makers.empty());
    }

    void makers_are_ranked_by_their_bytes_at_the_highest_live_size() {
        // Line 3 makes the most, but not at the peak in steps 4 to 6.
        const auto plan = segmented_plan({1000}, {{0, {Step(0), Step(1)}, 0, 100, 3},
                                                  {0, {Step(4), Step(6)}, 0, 60, 7},
                                                  {0, {Step(2), Step(6)}, 60, 50, 5},
                                                  {0, {Step(4), Step(6)}, 110, 20, 7},
                                                  {0, {Step(4), Step(5)}, 130, 10, 0}});
        const Makers found = makers_of(plan.problem);
        QCOMPARE(found.peak_step, Step(4));
        QCOMPARE(found.makers.size(), std::size_t{4});
        const auto line = [&](std::size_t rank) { return plan.problem.history->frames[found.makers[rank].frame].line; };
        QCOMPARE(line(0), std::int64_t{7});
        QCOMPARE(found.makers[0].at_peak, Bytes(80));
        QCOMPARE(found.makers[0].buffers, std::size_t{2});
        QCOMPARE(line(1), std::int64_t{5});
        QCOMPARE(found.makers[2].frame, StackFrameIndex::none());
        QCOMPARE(line(3), std::int64_t{3});
        QCOMPARE(found.makers[3].in_all, Bytes(100));
        QCOMPARE(found.made_by[BufferIndex(0)], std::uint32_t{3});
        QCOMPARE(found.made_by[BufferIndex(4)], std::uint32_t{2});
    }

    void lines_are_one_maker_if_their_function_or_file_is() {
        const Problem problem =
            made_by_frames({python_frame("/u/net.py", "forward", 3), python_frame("/u/net.py", "forward", 5),
                            python_frame("/u/net.py", "loss", 9), python_frame("/u/b.py", "loss")});
        QCOMPARE(maker_names(makers_of(problem)),
                 (QStringList{"net.py:3 forward", "net.py:5 forward", "net.py:9 loss", "b.py:7 loss"}));
        const Makers functions = makers_of(problem, MadeBy::function);
        QCOMPARE(maker_names(functions), (QStringList{"net.py forward", "net.py loss", "b.py loss"}));
        QCOMPARE(functions.makers[0].at_peak, Bytes(1999));
        const Makers files = makers_of(problem, MadeBy::file);
        QCOMPARE(maker_names(files), (QStringList{"net.py", "b.py"}));
        QCOMPARE(files.makers[0].buffers, std::size_t{3});
        QCOMPARE(files.made_by[BufferIndex(3)], std::uint32_t{1});
    }

    void files_of_one_name_have_as_many_folders_as_tell_them_apart() {
        const Problem problem =
            made_by_frames({python_frame("/u/torch/nn/linear.py", "f"), python_frame("/u/mine/nn/linear.py", "f"),
                            python_frame("C:\\u\\linear.py", "f"), python_frame("/u/net.py", "f")});
        QCOMPARE(maker_names(makers_of(problem, MadeBy::file)),
                 (QStringList{"torch/nn/linear.py", "mine/nn/linear.py", "C:\\u\\linear.py", "net.py"}));
        QCOMPARE(maker_names(makers_of(problem)).first(), QStringLiteral("torch/nn/linear.py:7 f"));
    }

    void a_file_named_like_no_file_is_still_a_maker_of_its_own() {
        Problem problem = made_by_frames({python_frame("(no Python frame)", "f"), python_frame("x.py", "g")});
        AllocatorHistory history = *problem.history;
        history.made_by[BufferIndex(1)] = StackIndex::none();
        problem.history = std::make_shared<const AllocatorHistory>(std::move(history));
        QCOMPARE(makers_of(problem, MadeBy::file).makers.size(), std::size_t{2});
    }

    void buffers_are_counted_by_their_maker_in_the_order_of_the_first_one() {
        const auto plan = segmented_plan({1000}, {{0, {Step(0), Step(4)}, 0, 100, 3},
                                                  {0, {Step(0), Step(4)}, 100, 10, 0},
                                                  {0, {Step(0), Step(4)}, 200, 100, 3}});
        const Makers makers = makers_of(plan.problem);
        const auto counts = makers_among(makers, {BufferIndex(1), BufferIndex(0), BufferIndex(2)});
        QCOMPARE(counts.size(), std::size_t{2});
        QVERIFY(counts[0] == (MakerCount{1, 1}) && counts[1] == (MakerCount{0, 2}));
        QVERIFY(makers_among(makers, {}).empty());
    }

    void every_buffer_has_one_maker_and_the_peak_is_the_sum() {
        QVERIFY(rc::check("every buffer has one maker", [] {
            std::vector<test::SegmentBuffer> buffers;
            for (int i = *rc::gen::inRange(1, 30); i > 0; --i) {
                const Step begin(*rc::gen::inRange(0, 8));
                buffers.push_back(
                    {0, {begin, begin + Duration(2)}, 0, *rc::gen::inRange(1, 90), *rc::gen::inRange(0, 5)});
            }
            const auto plan = segmented_plan({100}, buffers);
            const Makers found =
                makers_of(plan.problem, *rc::gen::element(MadeBy::line, MadeBy::function, MadeBy::file));
            Bytes sum;
            std::size_t count = 0;
            for (const Maker& maker : found.makers) {
                sum = sum + maker.at_peak;
                count += maker.buffers;
            }
            RC_ASSERT(sum == live_profile(plan.problem).threshold);
            RC_ASSERT(count == buffers.size());
        }));
    }
};

ARENASCOPE_TEST(MakersTest)

}  // namespace arenascope

#include "makers_test.moc"
