#include "core/model/memory/library_code.h"

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/makers.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class LibraryCodeTest : public QObject {
    Q_OBJECT

private slots:
    void a_beginning_counts_at_the_start_and_after_each_folder() {
        const auto is_library = [](const char* path) { return is_library_code(path, default_library_code); };
        QVERIFY(is_library("/home/me/.venv/lib/python3.12/site-packages/einops/einops.py"));
        QVERIFY(is_library("D:\\Dev\\.venv\\Lib\\site-packages\\torch\\functional.py"));
        QVERIFY(is_library("torch/nn/modules/linear.py"));
        QVERIFY(is_library("/usr/lib/python3.11/threading.py"));
        QVERIFY(is_library("<frozen runpy>"));
        QVERIFY(!is_library("/home/me/pytorch_models/model.py"));
        QVERIFY(!is_library("/home/me/torch.py"));
        QVERIFY(!is_library("<ipython-input-3>"));
        QVERIFY(!is_library("/home/me/lib/model.py"));
    }

    void an_entry_with_a_slash_in_front_is_an_absolute_path() {
        QVERIFY(is_library_code("/opt/tools/x.py", "/opt/tools/"));
        QVERIFY(!is_library_code("/home/opt/tools/x.py", "/opt/tools/"));
        QVERIFY(is_library_code("C:\\tools\\x.py", " C:/tools/ , other/"));
    }

    void an_empty_list_has_no_library() {
        QVERIFY(!is_library_code("/u/site-packages/x.py", ""));
        QVERIFY(!is_library_code("/u/site-packages/x.py", " , "));
    }

    void the_maker_is_the_innermost_line_outside_libraries() {
        Problem problem = test::made_by_frames({test::python_frame("/u/site-packages/f.py", "einsum", 373),
                                                test::python_frame("/u/model.py", "forward", 54),
                                                test::python_frame("/u/train.py", "main", 7)});
        AllocatorHistory history = *problem.history;
        history.frames[StackFrameIndex(0)].is_library = true;
        // The first buffer has all three frames, the second one only that of the library.
        history.stack_begins = {0, 3, 4};
        history.stack_frames = {StackFrameIndex(0), StackFrameIndex(1), StackFrameIndex(2), StackFrameIndex(0),
                                StackFrameIndex(2)};
        problem.history = std::make_shared<const AllocatorHistory>(std::move(history));
        QCOMPARE(maker_of(problem, BufferIndex(0))->function, std::string("forward"));
        QCOMPARE(maker_of(problem, BufferIndex(1))->function, std::string("einsum"));
        QCOMPARE(makers_of(problem).makers.front().name, std::string("model.py:54 forward"));
    }
};

ARENASCOPE_TEST(LibraryCodeTest)
#include "library_code_test.moc"
