#include "core/model/expression/maker_filter.h"

#include <rapidcheck.h>

#include "core/model/expression/buffer_filter.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {

using test::made_by_frames;
using test::python_frame;

namespace {

std::vector<std::string> filters_of(const std::vector<StackFrame>& frames, MadeBy by) {
    const Problem problem = made_by_frames(frames);
    const Makers makers = makers_of(problem, by);
    std::vector<std::string> filters;
    for (std::size_t i = 0; i < makers.makers.size(); ++i) {
        filters.push_back(maker_filter(problem, makers, i));
    }
    return filters;
}

/// Whether the filter of each maker accepts its buffers and no others.
bool filters_are_exact(const Problem& problem, MadeBy by) {
    const Makers makers = makers_of(problem, by);
    for (std::size_t maker = 0; maker < makers.makers.size(); ++maker) {
        const auto filter = BufferFilter::parse(maker_filter(problem, makers, maker));
        if (!filter) {
            return false;
        }
        const std::vector<bool> passing = filter->passing({.problem = &problem});
        for (std::size_t i = 0; i < passing.size(); ++i) {
            if (passing[i] != (makers.made_by[BufferIndex(i)] == maker)) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace

class MakerFilterTest : public QObject {
    Q_OBJECT

private slots:
    void it_names_the_file_with_the_line_or_the_function() {
        const std::vector<StackFrame> frames{python_frame("/u/model.py", "silu", 532),
                                             python_frame("/u/train.py", "main", 9)};
        QCOMPARE(filters_of(frames, MadeBy::line).front(), std::string("file=\"model.py\" line=532"));
        QCOMPARE(filters_of(frames, MadeBy::function).front(), std::string("file=\"model.py\" function=\"silu\""));
        QCOMPARE(filters_of(frames, MadeBy::file).front(), std::string("file=\"model.py\""));
    }

    void it_says_more_only_where_another_maker_would_pass() {
        const std::vector<StackFrame> frames{
            python_frame("/a/linear.py", "f", 5), python_frame("/a/linear.py", "<lambda>", 5),
            python_frame("/b/linear.py", "f", 9), python_frame("/a/linear.py", "f", 9)};
        const auto lines = filters_of(frames, MadeBy::line);
        QCOMPARE(lines[0], std::string("file=\"linear.py\" line=5 function=\"f\""));
        QCOMPARE(lines[2], std::string("file_path=\"/b/linear.py\" line=9 function=\"f\""));
        QCOMPARE(filters_of(frames, MadeBy::file)[1], std::string("file_path=\"/b/linear.py\""));
    }

    void spaces_and_quotes_in_a_name_stay_part_of_it() {
        const Problem problem = made_by_frames({python_frame("/my code/a \"b\".py", "it's \"odd\""),
                                                python_frame("/my code/a", "not b or c"),
                                                python_frame("C:\\a\\*.py", ""), python_frame("", "~")});
        for (const MadeBy by : {MadeBy::line, MadeBy::function, MadeBy::file}) {
            QVERIFY(filters_are_exact(problem, by));
        }
    }

    void allocations_of_no_python_code_have_a_filter_too() {
        Problem problem = made_by_frames({python_frame("a.py", "f"), python_frame("", "")});
        AllocatorHistory history = *problem.history;
        history.made_by.push_back(StackIndex::none());
        problem.buffers.push_back(problem.buffers.front());
        problem.history = std::make_shared<const AllocatorHistory>(std::move(history));
        QVERIFY(filters_are_exact(problem, MadeBy::line));
        QVERIFY(filters_are_exact(problem, MadeBy::file));
    }

    void each_filter_gives_exactly_the_allocations_of_its_maker() {
        QVERIFY(rc::check("exact filters", [] {
            const auto name = [] {
                return *rc::gen::container<std::string>(rc::gen::element('a', 'b', '"', '\'', ' ', '*', '='));
            };
            std::vector<StackFrame> frames;
            for (int i = *rc::gen::inRange(1, 12); i > 0; --i) {
                const std::string folder = *rc::gen::element<std::string>("/u/", "/v/", "");
                frames.push_back(python_frame(folder + name(), name(), *rc::gen::inRange(0, 4)));
            }
            const MadeBy by = *rc::gen::element(MadeBy::line, MadeBy::function, MadeBy::file);
            RC_ASSERT(filters_are_exact(made_by_frames(frames), by));
        }));
    }
};

ARENASCOPE_TEST(MakerFilterTest)

}  // namespace arenascope

#include "maker_filter_test.moc"
