#include "core/planner/generate/generated_problem.h"

#include <algorithm>
#include <rapidcheck.h>

#include "core/model/memory/live_profile.h"
#include "core/trace/trace.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Problem made(GeneratedKind kind, std::size_t count, std::uint64_t seed = 1) {
    return *generated_problem(kind, count, seed);
}

/// The most buffers alive at one step.
std::int64_t most_alive(Problem problem) {
    for (Buffer& buffer : problem.buffers) {
        buffer.size = Bytes(1);
    }
    return threshold(problem).value();
}

}  // namespace

class GeneratedProblemTest : public QObject {
    Q_OBJECT

private slots:
    void kinds_have_names() {
        for (const GeneratedKind kind : generated_kinds) {
            QCOMPARE(generated_kind_named(name_of(kind)), std::optional(kind));
        }
        QVERIFY(!generated_kind_named("square"));
    }

    void no_and_too_many_buffers_are_errors() {
        QVERIFY(!generated_problem(GeneratedKind::dense, 0, 1));
        const auto too_many = generated_problem(GeneratedKind::dense, most_generated_buffers + 1, 1);
        QCOMPARE(too_many.error().cure, std::string("give a number from 1 to 100000000"));
    }

    void every_problem_is_valid_and_has_its_count() {
        QVERIFY(rc::check("valid, counted, in one region", [] {
            const auto kind = *rc::gen::elementOf(generated_kinds);
            const auto count = *rc::gen::inRange<std::size_t>(1, 400);
            const auto seed = *rc::gen::arbitrary<std::uint64_t>();
            const auto problem = generated_problem(kind, count, seed);
            RC_ASSERT(problem.has_value());
            RC_ASSERT(problem->buffers.size() == count);
            RC_ASSERT(validate(*problem).has_value());
            RC_ASSERT(*problem == made(kind, count, seed));
        }));
    }

    /// The fingerprints are written down, so that another machine, compiler or library must give the same.
    void the_same_seed_gives_the_same_problem_on_every_machine() {
        QCOMPARE(fingerprint(made(GeneratedKind::sparse, 1000)), std::uint64_t{6865270236505423988ULL});
        QCOMPARE(fingerprint(made(GeneratedKind::dense, 1000)), std::uint64_t{6948215560573877096ULL});
        QCOMPARE(fingerprint(made(GeneratedKind::model, 1000)), std::uint64_t{1510948330825488041ULL});
        QCOMPARE(fingerprint(made(GeneratedKind::perfect, 1000)), std::uint64_t{16908650639376065862ULL});
        QVERIFY(fingerprint(made(GeneratedKind::model, 1000, 2)) != fingerprint(made(GeneratedKind::model, 1000)));
    }

    void few_buffers_of_a_sparse_problem_are_alive_whatever_their_number() {
        for (const std::size_t count : {std::size_t{10'000}, std::size_t{100'000}}) {
            const Problem problem = made(GeneratedKind::sparse, count);
            const std::int64_t alive = most_alive(problem);
            QVERIFY2(alive > 60 && alive < 250, std::to_string(alive).c_str());
            QCOMPARE(length(time_span(problem)), Duration(static_cast<std::int64_t>(count)));
            QVERIFY(std::ranges::any_of(problem.buffers,
                                        [](const Buffer& one) { return length(one.lifetime) > Duration(3000); }));
        }
    }

    void a_large_part_of_a_dense_problem_is_alive() {
        const Problem problem = made(GeneratedKind::dense, 10'000);
        QVERIFY(length(time_span(problem)) <= Duration(1024));
        QVERIFY(most_alive(problem) > 2000);
    }
};

ARENASCOPE_TEST(GeneratedProblemTest)
#include "generated_problem_test.moc"
