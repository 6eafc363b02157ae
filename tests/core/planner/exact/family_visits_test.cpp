#include <algorithm>
#include <fstream>
#include <sstream>

#include "tests/support/family_figures.h"
#include "tests/support/fresh_seed.h"
#include "tests/support/hard_families.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

/// Draws fresh problems of each family and compares the visits of `exact` with the table that scripts/bench --families
/// --publish wrote. Every result is checked besides.
class FamilyVisitsTest : public QObject {
    Q_OBJECT

private slots:
    void no_family_takes_more_visits_than_published_data() {
        QTest::addColumn<QString>("family");
        for (const HardFamily& family : hard_families()) {
            QTest::addRow("%s", family.name.c_str()) << QString::fromStdString(family.name);
        }
    }
    void no_family_takes_more_visits_than_published() {
        QFETCH(QString, family);
        const std::string name = family.toStdString();
        const auto& families = hard_families();
        const auto found =
            std::find_if(families.begin(), families.end(), [&](const auto& one) { return one.name == name; });
        const PlacedFiles files = shared_data().isEmpty()
                                      ? PlacedFiles{}
                                      : placed_files(shared_data(QStringLiteral("minimalloc")).toStdString());
        const std::uint64_t seed = fresh_seed();
        FamilyDraw draw = published_draw;
        draw.first = seed;
        draw.problems = problems_to_draw(3);
        const auto fresh = measured_family(*found, files, draw);
        if (!fresh) {
            QSKIP("../shared/data is not there");
        }
        const std::string repeat = "\nrepeat with ARENASCOPE_SEED=" + std::to_string(seed);
        for (const std::string& fault : fresh->faults) {
            QFAIL((fault + repeat).c_str());
        }
        std::ifstream file(published_figures().toStdString());
        if (!file) {
            QSKIP("no table is published: scripts/bench --families --publish writes it");
        }
        std::stringstream text;
        text << file.rdbuf();
        const auto published = parse_published(text.str());
        QVERIFY(published);
        const auto before = std::find_if(published->begin(), published->end(),
                                         [&](const FamilyFigures& one) { return one.family == name; });
        QVERIFY2(before != published->end(), "the published table lacks the family");
        if (const auto slower = slower_than(*before, *fresh)) {
            QFAIL((*slower + repeat).c_str());
        }
        qInfo("%s: %.2f million visits in the median, %.2f published; seed %llu", name.c_str(),
              fresh->visits.median / 1e6, before->visits.median / 1e6, static_cast<unsigned long long>(seed));
    }
};

ARENASCOPE_EXTENDED_TEST(FamilyVisitsTest)
#include "family_visits_test.moc"
