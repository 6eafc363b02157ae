#include "core/base/threads/resumable_run.h"

#include <new>
#include <string>
#include <vector>

#include "tests/support/test_registry.h"

using namespace arenascope;

class ResumableRunTest : public QObject {
    Q_OBJECT

private slots:
    void owner_and_function_take_turns() {
        std::string told;
        ResumableRun run([&](ResumableRun& self) {
            told += "a";
            self.pause();
            told += "b";
            self.pause();
            told += "c";
        });
        QVERIFY(told.empty());
        for (const char* owner : {"1", "2", "3", "4"}) {
            run.resume();
            told += owner;
        }
        QCOMPARE(told, std::string("a1b2c34"));
        QVERIFY(run.has_ended());
    }

    void several_runs_never_meet() {
        // Without a lock: a data race would lose counts.
        int count = 0;
        const auto counting = [&count](ResumableRun& self) {
            for (int i = 0; i < 1'000; ++i) {
                ++count;
                self.pause();
            }
        };
        ResumableRun one(counting);
        ResumableRun other(counting);
        while (!one.has_ended() || !other.has_ended()) {
            one.resume();
            other.resume();
        }
        QCOMPARE(count, 2'000);
    }

    void a_run_inside_a_run_takes_its_turns() {
        std::string told;
        ResumableRun outer([&](ResumableRun& self) {
            ResumableRun inner([&](ResumableRun& own) {
                told += "x";
                own.pause();
                told += "y";
            });
            inner.resume();
            self.pause();
            inner.resume();
        });
        outer.resume();
        told += "-";
        outer.resume();
        QCOMPARE(told, std::string("x-y"));
        QVERIFY(outer.has_ended());
    }

    void resume_rethrows_that_memory_ran_out() {
        ResumableRun run([](ResumableRun& self) {
            self.pause();
            throw std::bad_alloc();
        });
        run.resume();
        QVERIFY_EXCEPTION_THROWN(run.resume(), std::bad_alloc);
        QVERIFY(run.has_ended());
        run.resume();
    }

    void the_destructor_dismisses_what_has_not_ended() {
        std::vector<bool> dismissed;
        {
            ResumableRun run([&](ResumableRun& self) {
                for (int i = 0; i < 3; ++i) {
                    dismissed.push_back(self.is_dismissed());
                    self.pause();
                }
            });
            run.resume();
        }
        QCOMPARE(dismissed, (std::vector<bool>{false, true, true}));
    }

    void what_never_began_never_runs() {
        bool has_run = false;
        {
            ResumableRun run([&](ResumableRun&) { has_run = true; });
        }
        QVERIFY(!has_run);
    }
};

ARENASCOPE_TEST(ResumableRunTest)
#include "resumable_run_test.moc"
