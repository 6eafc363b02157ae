#include "core/model/memory/buffer_groups.h"

#include "tests/support/random_problem.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class BufferGroupsTest : public QObject {
    Q_OBJECT

private slots:
    void a_prefix_ends_at_the_last_separator_or_before_the_digits() {
        QCOMPARE(prefix_of("block1/conv/out"), std::string_view("block1/conv"));
        QCOMPARE(prefix_of("a.b/c"), std::string_view("a.b"));
        QCOMPARE(prefix_of("layer.3.weight"), std::string_view("layer.3"));
        QCOMPARE(prefix_of("add:0"), std::string_view("add"));
        QCOMPARE(prefix_of("t17"), std::string_view("t"));
        QCOMPARE(prefix_of("conv_12"), std::string_view("conv"));
        QCOMPARE(prefix_of("relu"), std::string_view("relu"));
        QCOMPARE(prefix_of("13"), std::string_view());
        QCOMPARE(prefix_of("__1"), std::string_view());
        QCOMPARE(prefix_of(""), std::string_view());
    }

    void buffers_of_the_same_kind_are_a_group() {
        Problem problem = problem_of({buffer("a", 0, 1, 4), buffer("b", 0, 1, 4), buffer("c", 0, 1, 4)});
        problem.buffers[1].kind = BufferKind::input;
        const BufferGroups groups = buffer_groups(problem, GroupBy::kind);
        QCOMPARE(groups.names, (std::vector<std::string>{"activation", "input"}));
        QCOMPARE(groups.group_of, (IndexedVector<BufferIndex, std::uint32_t>{0, 1, 0}));
    }

    void the_operator_that_writes_a_buffer_gives_type_and_layer() {
        Problem problem = problem_of({buffer("in", 0, 1, 4), buffer("x", 0, 1, 4), buffer("y", 0, 1, 4)});
        problem.graph = Graph{};
        problem.graph->operators = {
            {.name = "conv1", .type = "Conv", .step = Step(0), .reads = {BufferIndex(0)}, .writes = {BufferIndex(1)}},
            {.name = "conv2", .type = "Conv", .step = Step(1), .reads = {BufferIndex(1)}, .writes = {BufferIndex(2)}}};
        QCOMPARE(buffer_groups(problem, GroupBy::operator_type).names, (std::vector<std::string>{"", "Conv"}));
        QCOMPARE(buffer_groups(problem, GroupBy::layer).names, (std::vector<std::string>{"", "conv1", "conv2"}));
    }

    void without_a_network_no_buffer_has_an_operator() {
        const Problem problem = problem_of({buffer("a", 0, 1, 4), buffer("b", 0, 1, 4)});
        QCOMPARE(buffer_groups(problem, GroupBy::layer).names, std::vector<std::string>{""});
    }

    void makers_are_groups_of_a_recorded_allocator() {
        const Problem problem =
            made_by_frames({python_frame("/u/a.py", "f", 3), python_frame("/u/a.py", "f", 4), python_frame("", "g")});
        QCOMPARE(buffer_groups(problem, GroupBy::maker_line).names,
                 (std::vector<std::string>{"a.py:3 f", "a.py:4 f", ":7 g"}));
        QCOMPARE(buffer_groups(problem, GroupBy::maker_function).group_of,
                 (IndexedVector<BufferIndex, std::uint32_t>{0, 0, 1}));
        QCOMPARE(buffer_groups(problem_of({buffer("a", 0, 1, 4)}), GroupBy::maker_file).names,
                 std::vector<std::string>{""});
    }

    void every_buffer_is_in_a_group_with_its_name() {
        QVERIFY(rc::check("prefixes", [] {
            const Problem problem = random_problem({});
            const BufferGroups groups = buffer_groups(problem, GroupBy::name_prefix);
            RC_ASSERT(groups.group_of.size() == problem.buffers.size());
            for (const BufferIndex index : all_buffers(problem)) {
                RC_ASSERT(groups.names[groups.group_of[index]] == prefix_of(problem.buffers[index].name));
            }
        }));
    }
};

ARENASCOPE_TEST(BufferGroupsTest)
#include "buffer_groups_test.moc"
