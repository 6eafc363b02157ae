#include "core/format/problem_switches.h"

#include <QTemporaryDir>

#include "core/format/atomic_file.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Expected<Document> opened(const std::vector<KeyValue>& settings) {
    const auto options = import_options(settings);
    if (!options) {
        return tl::unexpected(options.error());
    }
    return parse_document("id,lower,upper,size,offset\na,0,4,10,0\nb,3,9,8,10\nc,5,7,4,0\n", "plan.csv", *options);
}

}  // namespace

class ProblemSwitchesTest : public QObject {
    Q_OBJECT

private slots:
    void a_file_is_split_onto_cores_and_what_was_placed_is_told_to_be_left_out() {
        const auto document = opened({{"cores", "2"}, {"split", "round-robin"}});
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.regions.size(), std::size_t{2});
        QCOMPARE(document->problem.buffers[1].region, RegionIndex(1));
        QVERIFY(!document->layout.placements[0] && !document->notes.empty());
    }

    void a_file_says_which_core() {
        const QTemporaryDir directory;
        const std::string path = directory.filePath(QStringLiteral("cores.csv")).toStdString();
        QVERIFY(write_atomically(path, "operator,core\na,1\nb,0\nc,1\n").has_value());
        const auto document = opened({{"assignment", path}});
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers[0].region, RegionIndex(1));
        QCOMPARE(document->problem.buffers[1].region, RegionIndex(0));
    }

    void a_wrong_or_missing_file_is_refused_by_its_own_name() {
        const auto document = opened({{"assignment", "/nowhere/cores.csv"}});
        QVERIFY(!document.has_value());
        QCOMPARE(document.error().source, std::string("/nowhere/cores.csv"));
    }

    void without_switches_a_file_stays_as_it_is() {
        const auto document = opened({});
        QVERIFY(document.has_value() && document->layout.placements[0].has_value());
        QCOMPARE(document->problem.regions.size(), std::size_t{1});
    }
};

ARENASCOPE_TEST(ProblemSwitchesTest)
#include "problem_switches_test.moc"
