#include "core/format/printed/one_tracealloc.h"

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/sample_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string segments_text() {
    return sample_text("segments.tracealloc.json");
}

}  // namespace

class OneTraceallocTest : public QObject {
    Q_OBJECT

private slots:
    void segments_become_regions_and_origins_names() {
        const Document document = opened(segments_text());
        QCOMPARE(document.format, FileFormat::one_tracealloc);
        QCOMPARE(document.problem.regions.size(), std::size_t{2});
        QCOMPARE(document.problem.regions[0].capacity, std::optional(Bytes(16'384)));
        QCOMPARE(document.problem.buffers[4].name, std::string("conv#2"));
        QCOMPARE(document.problem.buffers[4].region, RegionIndex(1));
        QCOMPARE(document.problem.buffers[1].lifetime, (Lifetime{Step(1), Step(3)}));
        QCOMPARE(document.layout.placements[1]->offset, Offset(4096));
    }

    void an_allocation_beyond_its_segment_is_a_finding() {
        const Document document = opened(segments_text());
        const CheckReport report = check(document.problem, document.layout);
        QCOMPARE(report.outside, std::vector<BufferIndex>{BufferIndex(3)});
        QVERIFY(report.overlaps.empty());
    }

    void a_segment_may_have_a_title_or_no_name() {
        QCOMPARE(
            opened(replaced(segments_text(), "\"name\": \"shared\"", "\"title\": \"base\"")).problem.regions[0].name,
            std::string("base"));
        QCOMPARE(opened(replaced(segments_text(), "\"name\": \"shared\", ", "")).problem.regions[0].name,
                 std::string("segment 0"));
    }

    void errors_name_line_and_path() {
        QVERIFY(error_of(replaced(segments_text(), "\"offset\": 4096", "\"offset\": -4"))
                    .starts_with("text:6: segments[0].allocations[1].offset: it is negative"));
        QVERIFY(error_of(replaced(segments_text(), "\"alive_till\": 2", "\"alive_till\": 0"))
                    .starts_with("text:6: segments[0].allocations[1].alive_till"));
        QVERIFY(error_of(replaced(segments_text(), "\"schema_version\": 1", "\"schema_version\": 2"))
                    .starts_with("text:2: schema_version: version 2 is not known"));
        QVERIFY(error_of(R"({"schema_version": 1, "segments": []})").find("places nothing") != std::string::npos);
    }

    void damaged_copies_are_errors_or_sound() { verify_mutated_copies(FileFormat::one_tracealloc, segments_text()); }

    void the_published_sample_has_one_finding() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        const auto document = read_document(shared_data(QStringLiteral("one/sample.tracealloc.json")).toStdString());
        QVERIFY2(document, document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers.size(), std::size_t{5});
        const CheckReport report = check(document->problem, document->layout);
        QCOMPARE(report.outside, std::vector<BufferIndex>{BufferIndex(3)});
        QVERIFY(report.overlaps.empty());
    }
};

ARENASCOPE_TEST(OneTraceallocTest)
#include "one_tracealloc_test.moc"
