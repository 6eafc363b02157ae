#include "arenascope/problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

/// The interface for other projects: problems.
class LibraryProblemTest : public QObject {
    Q_OBJECT

private slots:
    void a_problem_gives_back_the_lists_it_was_made_from() {
        const auto problem = api::Problem::make({{"a", 4, 0, 2, 8, 0, {}}, {"b", 6, 1, 3, 1, 1, 16}},
                                                {{"sram", 64, 4}, {"dram", {}, 1}});
        QVERIFY(problem.has_value());
        const auto buffers = problem->buffers();
        QCOMPARE(buffers.size(), std::size_t{2});
        QCOMPARE(buffers[1].name, std::string("b"));
        QCOMPARE(buffers[1].size, std::int64_t{6});
        QCOMPARE(buffers[1].begin, std::int64_t{1});
        QCOMPARE(buffers[1].end, std::int64_t{3});
        QCOMPARE(buffers[0].alignment, std::int64_t{8});
        QCOMPARE(buffers[1].region, std::size_t{1});
        QVERIFY(buffers[1].pin == std::int64_t{16});
        QVERIFY(!buffers[0].pin);
        QCOMPARE(problem->regions()[0].name, std::string("sram"));
        QVERIFY(problem->regions()[0].capacity == std::int64_t{64});
        QVERIFY(!problem->regions()[1].capacity);
    }

    void the_threshold_is_the_highest_live_size() {
        QCOMPARE(api::Problem::make({{"a", 4, 0, 2}, {"b", 6, 1, 3}})->threshold(), std::int64_t{10});
        QCOMPARE(api::Problem::make({{"a", 4, 0, 1}, {"b", 6, 1, 3}})->threshold(), std::int64_t{6});
        QCOMPARE(api::Problem::make({})->threshold(), std::int64_t{0});
    }

    void what_is_wrong_is_an_error_that_names_the_buffer_data() {
        QTest::addColumn<api::Buffer>("buffer");
        QTest::newRow("size") << api::Buffer{"wrong", 0, 0, 2};
        QTest::newRow("negative size") << api::Buffer{"wrong", -4, 0, 2};
        QTest::newRow("lifetime") << api::Buffer{"wrong", 4, 2, 2};
        QTest::newRow("alignment") << api::Buffer{"wrong", 4, 0, 2, 0};
        QTest::newRow("region") << api::Buffer{"wrong", 4, 0, 2, 1, 1};
        QTest::newRow("size beyond all memory") << api::Buffer{"wrong", INT64_MAX, 0, 2, 1 << 30};
    }
    void what_is_wrong_is_an_error_that_names_the_buffer() {
        QFETCH(api::Buffer, buffer);
        const auto problem = api::Problem::make({{"a", 4, 0, 2}, buffer});
        QVERIFY(!problem.has_value());
        QVERIFY(problem.error().what.find("wrong") != std::string::npos);
    }

    void two_buffers_with_one_name_are_an_error() {
        QVERIFY(!api::Problem::make({{"a", 4, 0, 2}, {"a", 4, 0, 2}}).has_value());
    }

    void a_problem_without_memory_is_an_error() { QVERIFY(!api::Problem::make({}, {}).has_value()); }

    void any_file_of_the_program_opens() {
        const auto problem = api::Problem::read(sample("mobile_vision.json").toStdString());
        QVERIFY(problem.has_value());
        QCOMPARE(problem->buffers().size(), std::size_t{58});
        QCOMPARE(problem->threshold(), std::int64_t{489'024});
    }

    void switches_of_the_import_apply() {
        const auto problem = api::Problem::read(sample("mobile_vision.json").toStdString(), {{"capacity", "4096"}});
        QVERIFY(problem.has_value());
        QVERIFY(problem->regions()[0].capacity == std::int64_t{4096});
        QVERIFY(!api::Problem::read(sample("mobile_vision.json").toStdString(), {{"capacity", "many"}}).has_value());
    }

    void a_file_that_does_not_open_is_an_error_in_one_line() {
        const auto problem = api::Problem::read("none.csv");
        QCOMPARE(api::to_string(problem.error()), std::string("none.csv: there is no such file; check the path"));
    }
};

ARENASCOPE_TEST(LibraryProblemTest)
#include "library_problem_test.moc"
