#include "core/model/network/import_switches.h"

#include <algorithm>

#include <QTemporaryDir>

#include "core/base/file/atomic_file.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Expected<Document> imported_with(const std::vector<KeyValue>& settings) {
    const auto options = import_options(settings);
    if (!options) {
        return tl::unexpected(options.error());
    }
    return parse_document("id,lower,upper,size,offset\na,0,4,10,0\nb,3,9,8,10\nc,5,7,4,0\n", "plan.csv", *options);
}

/// Two branches of a large and a small tensor each; the file runs both large ones first.
Expected<Document> with_hills_in_turn(const std::vector<KeyValue>& settings) {
    const auto options = import_options(settings);
    if (!options) {
        return tl::unexpected(options.error());
    }
    return parse_document(R"({"format": "arenascope-plan", "version": 1, "regions": [{"name": "arena"}], "buffers": [
{"name": "in", "size": 2, "begin": 0, "end": 2, "kind": "input", "offset": 18},
{"name": "high1", "size": 9, "begin": 0, "end": 3, "offset": 0},
{"name": "high2", "size": 9, "begin": 1, "end": 4, "offset": 9},
{"name": "low1", "size": 1, "begin": 2, "end": 5, "offset": 18},
{"name": "low2", "size": 1, "begin": 3, "end": 5, "offset": 19},
{"name": "sum", "size": 1, "begin": 4, "end": 5, "kind": "output", "offset": 0}
], "operators": [
{"name": "high1", "step": 0, "reads": ["in"], "writes": ["high1"]},
{"name": "high2", "step": 1, "reads": ["in"], "writes": ["high2"]},
{"name": "low1", "step": 2, "reads": ["high1"], "writes": ["low1"]},
{"name": "low2", "step": 3, "reads": ["high2"], "writes": ["low2"]},
{"name": "sum", "step": 4, "reads": ["low1", "low2"], "writes": ["sum"]}
]})",
                          "plan.json", *options);
}

bool is_noted(const Document& document, const std::string& text) {
    return std::any_of(document.switch_notes.begin(), document.switch_notes.end(),
                       [&](const std::string& note) { return note.find(text) != std::string::npos; });
}

}  // namespace

class ImportSwitchesTest : public QObject {
    Q_OBJECT

private slots:
    void splitting_onto_cores_notes_the_ignored_placements() {
        const auto document = imported_with({{"cores", "2"}, {"split", "round-robin"}});
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.regions.size(), std::size_t{2});
        QCOMPARE(document->problem.buffers[1].region, RegionIndex(1));
        QVERIFY(!document->layout.placements[0] && !document->notes.empty());
    }

    void a_file_assigns_the_cores() {
        const QTemporaryDir directory;
        const std::string path = directory.filePath(QStringLiteral("cores.csv")).toStdString();
        QVERIFY(write_atomically(path, "operator,core\na,1\nb,0\nc,1\n").has_value());
        const auto document = imported_with({{"assignment", path}});
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers[0].region, RegionIndex(1));
        QCOMPARE(document->problem.buffers[1].region, RegionIndex(0));
    }

    void errors_about_a_switch_file_name_that_file() {
        const auto document = imported_with({{"assignment", "/nowhere/cores.csv"}});
        QVERIFY(!document.has_value());
        QCOMPARE(document.error().source, std::string("/nowhere/cores.csv"));
    }

    void errors_about_an_empty_file_say_what_it_must_contain() {
        const QTemporaryDir directory;
        const std::string path = directory.filePath(QStringLiteral("empty")).toStdString();
        for (const char* content : {"", " \n\n", "\xEF\xBB\xBF"}) {
            QVERIFY(write_atomically(path, content).has_value());
            const auto cores = imported_with({{"assignment", path}});
            QVERIFY(!cores.has_value());
            QCOMPARE(cores.error().source, path);
            QVERIFY2(cores.error().cure.find("conv1,0") != std::string::npos, to_string(cores.error()).c_str());
            const auto rules = imported_with({{"scratch-rules", path}});
            QVERIFY(!rules.has_value());
            QVERIFY2(rules.error().cure.find("Conv, 9 * input") != std::string::npos, to_string(rules.error()).c_str());
        }
    }

    void without_scratch_the_threshold_is_that_of_the_split() {
        auto document = imported_with({});
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        document->problem.buffers[2].kind = BufferKind::scratch;
        document->import = ImportReport{};
        document->import->threshold_without_scratch = Bytes(18);
        const auto split = with_switches(*document, {.cores = 2, .split = CoreSplit::round_robin}, "plan.csv");
        QVERIFY2(split.has_value(), split ? "" : to_string(split.error()).c_str());
        QCOMPARE(split->import->threshold_without_scratch, std::optional(Bytes(10)));
    }

    void notes_about_switches_name_their_file() {
        const QTemporaryDir directory;
        const std::string path = directory.filePath(QStringLiteral("cores.csv")).toStdString();
        QVERIFY(write_atomically(path, "a,1\n").has_value());
        const auto document = imported_with({{"assignment", path}, {"execution-order", "depth-first"}});
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        const auto is_told = [&](const std::string& text) {
            return std::any_of(document->switch_notes.begin(), document->switch_notes.end(),
                               [&](const std::string& note) { return note.find(text) != std::string::npos; });
        };
        QVERIFY(is_told("plan.csv: execution-order=depth-first has no effect"));
        QVERIFY(is_told("plan.csv: 2 operators are assigned to no core"));
        QVERIFY(imported_with({})->switch_notes.empty());
    }

    void least_peak_lowers_the_threshold_and_says_by_how_much() {
        const auto document = with_hills_in_turn({{"execution-order", "least-peak"}});
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(threshold(document->problem), Bytes(12));
        QVERIFY(!has_placements(document->layout));
        QVERIFY(std::ranges::count(document->switch_notes,
                                   "plan.json: execution-order=least-peak lowers the threshold from 20 B to 12 B: no "
                                   "order has a lower one") == 1);
    }

    void least_peak_counts_the_scratch_of_rules() {
        const QTemporaryDir directory;
        const std::string path = directory.filePath(QStringLiteral("scratch.rules")).toStdString();
        QVERIFY(write_atomically(path, "low1, 30, fixed\n").has_value());
        const auto plain = with_hills_in_turn({{"scratch-rules", path}});
        QVERIFY2(plain.has_value(), plain ? "" : to_string(plain.error()).c_str());
        QCOMPARE(threshold(plain->problem), Bytes(49));
        const auto ordered = with_hills_in_turn({{"scratch-rules", path}, {"execution-order", "least-peak"}});
        QVERIFY2(ordered.has_value(), ordered ? "" : to_string(ordered.error()).c_str());
        QCOMPARE(threshold(ordered->problem), Bytes(41));
        QVERIFY(is_noted(*ordered, "lowers the threshold from 49 B to 41 B: no order has a lower one"));
    }

    void least_peak_keeps_a_file_whose_order_is_best() {
        const auto document = with_hills_in_turn({{"execution-order", "least-peak"}, {"cores", "2"}});
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        const auto plain = with_hills_in_turn({{"cores", "2"}});
        QVERIFY(plain.has_value() && threshold(document->problem) <= threshold(plain->problem));
        QVERIFY(is_noted(*document, "proves nothing"));
    }

    void least_peak_without_operators_says_so() {
        const auto document = imported_with({{"execution-order", "least-peak"}});
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(is_noted(*document, "execution-order=least-peak has no effect, because the file has no operators"));
        QVERIFY(document->layout.placements[0].has_value());
    }

    void capacity_applies_to_each_memory_and_keeps_placements() {
        const auto plain = imported_with({{"capacity", "1KiB"}});
        QVERIFY2(plain.has_value(), plain ? "" : to_string(plain.error()).c_str());
        QCOMPARE(plain->problem.regions[0].capacity, std::optional(Bytes(1024)));
        QVERIFY(plain->layout.placements[0].has_value());
        const auto split = imported_with({{"cores", "2"}, {"capacity", "16"}});
        QVERIFY2(split.has_value(), split ? "" : to_string(split.error()).c_str());
        for (const Region& core : split->problem.regions) {
            QCOMPARE(core.capacity, std::optional(Bytes(16)));
        }
    }

    void without_switches_a_file_stays_as_it_is() {
        const auto document = imported_with({});
        QVERIFY(document.has_value() && document->layout.placements[0].has_value());
        QCOMPARE(document->problem.regions.size(), std::size_t{1});
    }
};

ARENASCOPE_TEST(ImportSwitchesTest)
#include "import_switches_test.moc"
