#include "tests/support/hard_families.h"

#include <algorithm>
#include <set>

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/family_figures.h"
#include "tests/support/fresh_seed.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

PlacedFiles shared_files() {
    return shared_data().isEmpty() ? PlacedFiles{}
                                   : placed_files(shared_data(QStringLiteral("minimalloc")).toStdString());
}

}  // namespace

class HardFamiliesTest : public QObject {
    Q_OBJECT

private slots:
    void have_names_of_their_own() {
        std::set<std::string> names;
        for (const HardFamily& family : hard_families()) {
            QVERIFY(names.insert(family.name).second);
            QVERIFY(family.name.find(',') == std::string::npos);
        }
    }

    void keep_a_sound_layout_at_the_threshold() {
        const PlacedFiles files = shared_files();
        for (const HardFamily& family : hard_families()) {
            for (std::uint64_t i = 0; i < 5; ++i) {
                const std::uint64_t number = fresh_seed() + i;
                const auto hard = hard_problem(family, files, number);
                const std::string where = family.name + " " + std::to_string(number);
                QCOMPARE(hard.has_value(), !family.needs_files || !files.empty());
                if (!hard) {
                    continue;
                }
                QVERIFY2(validate(hard->problem), where.c_str());
                const std::size_t count = hard->problem.buffers.size();
                QVERIFY2(count >= 50 && count <= 520, where.c_str());
                QCOMPARE(hard->layout.has_value(), family.keeps_layout);
                if (hard->layout) {
                    QVERIFY2(is_clean(check(hard->problem, *hard->layout)), where.c_str());
                    QVERIFY2(peak(hard->problem, *hard->layout).value() == threshold(hard->problem).value(),
                             where.c_str());
                }
            }
        }
    }

    void give_the_same_problem_for_the_same_number() {
        const PlacedFiles files = shared_files();
        for (const HardFamily& family : hard_families()) {
            const auto one = hard_problem(family, files, 3);
            const auto other = hard_problem(family, files, 3);
            QVERIFY(!one || one->problem == other->problem);
        }
    }

    void figures_are_published_and_read_again() {
        const FamilyFigures figures{.family = "equal sizes",
                                    .problems = 20,
                                    .runs = 200,
                                    .without_proof = 3,
                                    .visits = {1000, 2000, 3000},
                                    .log_mean = 7.25,
                                    .log_deviation = 1.5};
        const auto read = parse_published(published_text({figures}));
        QVERIFY(read);
        QCOMPARE(read->size(), std::size_t{1});
        QCOMPARE(read->front().family, figures.family);
        QCOMPARE(read->front().without_proof, figures.without_proof);
        QCOMPARE(read->front().visits.ninety, 2000.0);
        QCOMPARE(read->front().log_deviation, 1.5);
        QVERIFY(!parse_published("nonsense\n"));
        QVERIFY(!parse_published(published_text({}) + "necks,1,2\n"));
    }

    void only_what_chance_cannot_explain_is_slower() {
        const FamilyFigures published{.family = "necks", .problems = 16, .log_mean = 10, .log_deviation = 1};
        FamilyFigures fresh = published;
        fresh.log_mean = 11.7;  // four standard errors are 1.41, and ln 1.5 is 0.41
        QVERIFY(!slower_than(published, fresh));
        fresh.log_mean = 11.9;
        const auto slower = slower_than(published, fresh);
        QVERIFY(slower);
        QVERIFY2(slower->starts_with("necks: 6.7 times"), slower->c_str());
    }
};

ARENASCOPE_TEST(HardFamiliesTest)
#include "hard_families_test.moc"
