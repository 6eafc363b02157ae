#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "core/format/registry.h"
#include "core/format/writing.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

Document opened_document(const QString& path) {
    auto document = read_document(path.toStdString());
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

}  // namespace

class DocumentTest : public QObject {
    Q_OBJECT

private slots:
    void running_out_of_memory_is_an_error() {
        const std::string path = test::sample(QStringLiteral("placed.csv")).toStdString();
        const auto document = read_document(path, {}, [](std::uint64_t, std::uint64_t) { throw std::bad_alloc(); });
        QVERIFY(!document);
        QCOMPARE(document.error().source, path);
        QCOMPARE(document.error().cause, std::string("there is not enough memory to read it"));
        const auto too_long =
            read_document(path, {}, [](std::uint64_t, std::uint64_t) { throw std::length_error("vector"); });
        QVERIFY(!too_long);
        QCOMPARE(to_string(too_long.error()), to_string(document.error()));
    }

    void a_large_file_that_is_cut_while_it_is_read_is_an_error() {
        const QTemporaryDir directory;
        QFile file(directory.filePath(QStringLiteral("plan.csv")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write("id,lower,upper,size\n") > 0);
        for (int part = 0; part < 65; ++part) {
            QVERIFY(file.write(QByteArray("abcd,0,300,4000\n").repeated(1 << 16)) > 0);
        }
        file.close();
        bool is_cut = false;
        const auto document =
            read_document(file.fileName().toStdString(), {}, [&](std::uint64_t /*done*/, std::uint64_t /*total*/) {
                is_cut = is_cut || QFile::resize(file.fileName(), 4096);
            });
        QVERIFY(is_cut);
        QVERIFY(!document);
        QCOMPARE(document.error().cause, std::string("it became shorter while it was read"));
    }

    void the_suffix_does_not_matter_when_reading() {
        const QTemporaryDir directory;
        const QString path = directory.filePath(QStringLiteral("plan.json"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("id,lower,upper,size\na,0,3,4\n");
        file.close();
        QCOMPARE(opened_document(path).format, FileFormat::minimalloc_csv);
    }

    void the_suffix_picks_the_format_when_writing() {
        const QTemporaryDir directory;
        const Document document = opened_document(test::sample(QStringLiteral("placed.csv")));
        const Provenance provenance{"by hand", {}, 1, true};
        const QString csv = directory.filePath(QStringLiteral("plan.CSV"));
        const QString json = directory.filePath(QStringLiteral("plan.json"));
        QVERIFY(write_document(csv.toStdString(), document.problem, document.layout, provenance).has_value());
        QVERIFY(write_document(json.toStdString(), document.problem, document.layout, provenance).has_value());
        QCOMPARE(opened_document(csv).layout, document.layout);
        QCOMPARE(opened_document(json).layout, document.layout);
        QCOMPARE(opened_document(json).provenance, std::optional(provenance));
        const auto refused = write_document(directory.filePath(QStringLiteral("plan.txt")).toStdString(),
                                            document.problem, document.layout, provenance);
        QVERIFY(!refused && refused.error().cure.find(".csv") != std::string::npos);
    }

    void lists_what_a_csv_cannot_store() {
        const Document document = opened_document(test::sample(QStringLiteral("mobile_vision.json")));
        const std::string lost = lost_in("plan.csv", document);
        QVERIFY2(lost.find("step labels") != std::string::npos && lost.find("operators") != std::string::npos,
                 lost.c_str());
        QVERIFY(lost_in("plan.json", document).empty());
        QVERIFY(lost_in("plan.csv", opened_document(test::sample(QStringLiteral("placed.csv")))).empty());
    }

    void how_a_plan_was_made_is_lost_from_a_document_and_not_from_a_layout() {
        Document document = opened_document(test::sample(QStringLiteral("placed.csv")));
        document.provenance = Provenance();
        QCOMPARE(lost_in("plan.csv", document), std::string("provenance"));
        document.hand_edits = {{"size of 'a'", "8", "4"}};
        QCOMPARE(lost_in("plan.csv", document), std::string("provenance, the list of edits by hand"));
        QVERIFY(lost_in("plan.json", document).empty());
        document.hand_edits.clear();
        document.pinned_notes = {{"why?", Step(1)}};
        document.bookmarks = {{"peak", {Step(0), Step(1)}, {}, {}}};
        QCOMPARE(lost_in("plan.csv", document), std::string("provenance, notes, bookmarks"));
        QVERIFY(lost_in("plan.json", document).empty());
        document.pinned_notes.clear();
        document.bookmarks.clear();
        QVERIFY(lost_in("plan.csv", document.problem, document.layout, false).empty());
        document.problem.step_labels.emplace_back();
        QCOMPARE(lost_in("plan.csv", document), std::string("step labels, provenance"));
    }

    void written_addresses_tell_the_bases_of_regions_in_use() {
        Document document = opened_document(test::sample(QStringLiteral("placed.csv")));
        document.problem.regions[0].base = 4096;
        QCOMPARE(lost_in("plan.csv", document), std::string("base addresses"));
        QVERIFY(lost_in("plan.csv", document, AddressColumn::written).empty());
        document.problem.regions.push_back({"empty", 8192, {}, Bytes(1)});
        QCOMPARE(lost_in("plan.csv", document, AddressColumn::written),
                 std::string("base addresses of regions without a placed buffer"));
    }

    void lists_what_a_csv_cannot_store_of_cores_and_scratch() {
        Document document = opened_document(test::sample(QStringLiteral("placed.csv")));
        document.problem.regions[0].fast = true;
        QCOMPARE(lost_in("plan.csv", document), std::string("the fast part of the heap"));
        document.problem.transfers.push_back({});
        document.problem.scratch.push_back({});
        QCOMPARE(lost_in("plan.csv", document),
                 std::string("the fast part of the heap, transfers between cores, scratch requests"));
        document.layout.objects.push_back({});
        QVERIFY(lost_in("plan.csv", document).ends_with("scratch requests, shared objects"));
        document.layout.heaps.push_back({});
        document.layout.scratch.push_back({});
        QVERIFY(lost_in("plan.csv", document).ends_with("heap bounds, scratch rules"));
        QVERIFY(lost_in("plan.json", document).empty());
    }

    void names_of_inputs_are_an_error_outside_graphs_of_tvm() {
        ImportOptions options;
        options.input_names = {"lifetme"};
        const auto document = read_document(test::sample(QStringLiteral("placed.csv")).toStdString(), options);
        QVERIFY(!document);
        QCOMPARE(document.error().cause, std::string("inputs: 'lifetme' is not a valid value"));
    }

    void every_sample_opens_with_only_the_intended_findings() {
        const QDir samples(QFileInfo(test::sample(QStringLiteral("README.md"))).path());
        const QStringList names =
            samples.entryList({QStringLiteral("*.csv"), QStringLiteral("*.json"), QStringLiteral("*.param"),
                               QStringLiteral("*.xml"), QStringLiteral("*.pb"), QStringLiteral("*.txt"),
                               QStringLiteral("*.c"), QStringLiteral("*.log"), QStringLiteral("*.rec")});
        QVERIFY(names.size() >= 7);
        for (const QString& name : names) {
            const Document document = opened_document(samples.filePath(name));
            const CheckReport report = check(document.problem, document.layout);
            const bool has_planted = name == QStringLiteral("vendor_plan.csv");
            QCOMPARE(report.overlaps.size(), std::size_t{has_planted ? 2U : 0U});
            QVERIFY(report.misaligned.empty());
            QCOMPARE(report.outside.size(), std::size_t{name == QStringLiteral("segments.tracealloc.json") ? 1U : 0U});
            QVERIFY(threshold(document.problem) > Bytes(0));
        }
    }

    void the_first_sample_has_labels_a_graph_and_a_memory() {
        const Document document = opened_document(test::sample(QStringLiteral("mobile_vision.json")));
        QVERIFY(document.problem.buffers.size() >= 45 && document.problem.buffers.size() <= 70);
        QCOMPARE(document.problem.regions[0].capacity, std::optional(Bytes(512 * 1024)));
        QVERIFY(threshold(document.problem) <= *document.problem.regions[0].capacity);
        QVERIFY(!document.problem.step_labels.empty());
        QVERIFY(document.problem.graph.has_value());
        QVERIFY(!is_complete(document.layout));
    }

    void reads_a_million_buffers() {
        std::string text = "id,lower,upper,size\n";
        for (int i = 0; i < 1'000'000; ++i) {
            text.append("b").append(std::to_string(i)).append(",").append(std::to_string(i)).append(",");
            text.append(std::to_string(i + 100)).append(",4096\n");
        }
        const auto document = parse_document(text, "large.csv");
        QVERIFY(document.has_value());
        QCOMPARE(document->problem.buffers.size(), std::size_t{1'000'000});
    }

    void a_format_whose_library_is_missing_says_so() {
        const auto missing = missing_formats();
        for (const auto& [format, identifier, kind] :
             {std::tuple(FileFormat::tflite, "TFL3", "TFLite model"),
              std::tuple(FileFormat::executorch, "ET12", "ExecuTorch program")}) {
            const auto document = parse_document("\x7F\x01\x01\x01" + std::string(identifier), "file");
            QVERIFY(!document);
            const bool is_missing = std::find(missing.begin(), missing.end(), format) != missing.end();
            QVERIFY(!is_missing || document.error().cure.find(format_of(format).needs) != std::string::npos);
            QVERIFY(!format_of(format).needs.empty());
            QCOMPARE(document.error().cause,
                     is_missing ? "this build does not read " + std::string(name_of(format))
                                : "it is not a complete " + std::string(kind) + ": it refers to data beyond its end");
        }
    }
};

ARENASCOPE_TEST(DocumentTest)

}  // namespace arenascope

#include "document_test.moc"
