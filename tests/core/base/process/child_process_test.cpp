#include "core/base/process/child_process.h"

#include <string>

#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

ProcessResult run_shell(const std::string& script, std::string_view input = {}, std::size_t limit = 1 << 20) {
    return run_process({.words = {"sh", "-c", script}, .input = input, .output_limit = limit, .seconds = 60});
}

class ChildProcessTest : public QObject {
    Q_OBJECT

private slots:
    void both_streams_come_back() {
        const ProcessResult result = run_shell("cat; echo oops >&2; exit 5", "hello");
        QVERIFY(result.end == ProcessEnd::exited);
        QCOMPARE(result.code, 5);
        QCOMPARE(result.output, std::string("hello"));
        QCOMPARE(result.errors, std::string("oops\n"));
    }

    void much_input_and_output_pass_each_other() {
        const std::string input(4'000'000, 'x');
        const ProcessResult result = run_shell("cat", input, input.size());
        QVERIFY(result.end == ProcessEnd::exited);
        QCOMPARE(result.output.size(), input.size());
    }

    void a_program_need_not_read() {
        const ProcessResult result = run_shell("exit 0", std::string(4'000'000, 'x'));
        QVERIFY(result.end == ProcessEnd::exited);
        QCOMPARE(result.code, 0);
    }

    void output_beyond_the_limit_ends_it() {
        const ProcessResult result = run_shell("yes", {}, 1000);
        QVERIFY(result.end == ProcessEnd::too_much_output);
        QCOMPARE(result.output.size(), std::size_t{1000});
    }

    void only_the_end_of_its_errors_is_kept() {
        const ProcessResult result = run_shell("seq 100000 >&2");
        QCOMPARE(result.errors.size(), kept_error_bytes);
        QVERIFY(result.errors.ends_with("\n100000\n"));
    }

    void time_and_stop_end_it() {
        ProcessOrder order{.words = {"sleep", "1000"}, .output_limit = 10, .seconds = 0.05};
        QVERIFY(run_process(order).end == ProcessEnd::out_of_time);
        order.seconds = 1000;
        order.stop = [] { return true; };
        QVERIFY(run_process(order).end == ProcessEnd::stopped);
    }

    void what_cannot_be_started_says_why() {
        const ProcessResult result = run_process({.words = {"/nowhere/program"}, .output_limit = 10, .seconds = 60});
        QVERIFY(result.end == ProcessEnd::not_started);
        QCOMPARE(result.code, ENOENT);
    }

    void the_environment_changes() {
        const ProcessResult result = run_process({.words = {"sh", "-c", "echo \"$FIRST-${HOME-none}\""},
                                                  .environment = {"FIRST=1", "HOME"},
                                                  .output_limit = 100,
                                                  .seconds = 60});
        QCOMPARE(result.output, std::string("1-none\n"));
    }
};

ARENASCOPE_TEST(ChildProcessTest)

}  // namespace
}  // namespace arenascope

#include "child_process_test.moc"
