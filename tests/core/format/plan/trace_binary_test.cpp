#include "core/format/plan/trace_binary.h"

#include <array>
#include <map>
#include <random>
#include <rapidcheck.h>
#include <vector>

#include <QFile>
#include <QTemporaryDir>

#include "core/base/file/atomic_file.h"
#include "core/base/file/compression.h"
#include "core/format/plan/section_file.h"
#include "core/format/reading.h"
#include "core/format/writing.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "core/trace/trace_player.h"
#include "core/trace/trace_recorder.h"
#include "core/trace/trace_validation.h"
#include "tests/support/counted_memory.h"
#include "tests/support/random_plan.h"
#include "tests/support/sample_text.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

namespace arenascope {
namespace {

Problem problem_in_csv() {
    return parse_document("id,lower,upper,size\na,0,4,10\nb,3,9,8\nc,0,6,12\nd,5,9,7\n", "p.csv")->problem;
}

Plan planned_run(const Problem& problem, const std::string& planner, const std::vector<KeyValue>& settings = {}) {
    auto plan = run_planner(problem, empty_layout(problem),
                            {.planner = planner, .settings = settings, .seed = 3, .record = true});
    if (!plan || !plan->trace) {
        qFatal("%s makes no trace", planner.c_str());
    }
    return std::move(*plan);
}

std::string binary_of(const Plan& plan) {
    return trace_binary_bytes(plan.problem, plan.result.layout, *plan.trace);
}

std::string error_of_binary(std::string_view bytes) {
    const auto document = parse_document(bytes, "run.arenatrace");
    return document ? std::string() : to_string(document.error());
}

/// Plays every frame of a document to and fro, as the window may.
void play_all(const Document& document) {
    const Trace& trace = *document.trace;
    QVERIFY(validate_trace(trace, document.problem).has_value());
    TracePlayer player(trace);
    for (std::size_t frame = trace.frames.size(); frame > 0; --frame) {
        player.go_to(FrameIndex(frame - 1));
        QCOMPARE(player.layout(document.problem).placements.size(), document.problem.buffers.size());
        (void)player.changes();
    }
    (void)frame_numbers(trace);
    (void)largest_drop(trace);
}

/// A file whose compressed sections can be changed, and which is sealed again with checksums that are right.
class OpenedSections {
public:
    explicit OpenedSections(const std::string& file) {
        const auto sections = sections_of(file, trace_binary_version, "file");
        for (const auto& [number, bytes] : *sections) {
            contents_[number] =
                number <= 3 || !bytes.empty() ? *decompressed(bytes, file.size() * 1'000) : std::string();
        }
    }
    [[nodiscard]] std::string& content(std::uint32_t number) { return contents_[number]; }
    /// `keeps_lengths`: the length of the first block in the index becomes that of the block, as long as there is one.
    [[nodiscard]] std::string sealed() const {
        std::map<std::uint32_t, std::string> bytes;
        std::vector<Section> sections;
        for (const auto& [number, content] : contents_) {
            bytes[number] = number > 3 && content.empty() ? std::string() : compressed(content, Compression::small);
        }
        for (const auto& [number, content] : bytes) {
            sections.push_back({number, content});
        }
        return section_file(trace_binary_version, sections);
    }

private:
    std::map<std::uint32_t, std::string> contents_;
};

/// Seals the file so that the only block has the length that the index says.
std::string sealed_with_length(OpenedSections sections) {
    const std::size_t length = compressed(sections.content(4), Compression::small).size();
    std::string& index = sections.content(3);
    // At the end: the number of blocks, the length of the only one, and the number of checkpoints.
    const std::size_t place = index.size() - 12;
    for (std::size_t i = 0; i < 8; ++i) {
        index[place + i] = static_cast<char>((length >> (8 * i)) & 0xFFU);
    }
    return sections.sealed();
}

}  // namespace

class TraceBinaryTest : public QObject {
    Q_OBJECT

private slots:
    void the_content_tells_the_format_and_the_trace_is_equal_data() {
        QTest::addColumn<QByteArray>("planner");
        for (const char* planner :
             {"peak-suppression", "many-core", "greedy-by-size", "greedy-by-breadth", "hill-climb", "exact"}) {
            QTest::newRow(planner) << QByteArray(planner);
        }
    }

    void the_content_tells_the_format_and_the_trace_is_equal() {
        QFETCH(const QByteArray, planner);
        const Plan plan = planned_run(problem_in_csv(), planner.toStdString());
        const auto again = parse_document(binary_of(plan), "run.json");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QCOMPARE(again->format, FileFormat::trace_binary);
        QVERIFY(*again->trace == *plan.trace);
        QCOMPARE(again->problem, plan.problem);
        QCOMPARE(again->layout, plan.result.layout);
        QCOMPARE(again->provenance, std::optional(plan.trace->provenance));
        QVERIFY(again->notes.empty());
        QVERIFY(binary_of(plan) == trace_binary_bytes(again->problem, again->layout, *again->trace));
    }

    void a_run_that_learns_keeps_its_curve() {
        const Problem problem =
            parse_document(test::sample_text("inception_eight_cores.json"), "inception_eight_cores.json")->problem;
        const Plan plan = planned_run(problem, "many-core", {{"method", "reinforcement"}, {"steps", "100"}});
        QVERIFY(std::ranges::any_of(plan.trace->frames, [](const Frame& frame) { return frame.learning.has_value(); }));
        const auto again = parse_document(binary_of(plan), "run");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QVERIFY(*again->trace == *plan.trace);
    }

    void a_run_with_sharing_keeps_it() {
        const Plan plan = planned_run(test::worked_network(), "operator-sharing");
        const auto again = parse_document(binary_of(plan), "run");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QVERIFY(again->layout == plan.result.layout);
        QVERIFY(*again->trace == *plan.trace);
    }

    void any_run_is_read_back_equal_with_its_result() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_csv);
            const auto plan =
                run_planner(problem, empty_layout(problem),
                            {.planner = "peak-suppression", .settings = {{"work", "5000"}}, .record = true});
            RC_PRE(plan.has_value());  // pins may exclude each other
            const auto again = parse_document(binary_of(*plan), "run");
            RC_ASSERT(again.has_value());
            RC_ASSERT(*again->trace == *plan->trace);
            RC_ASSERT(again->problem == problem);
            RC_ASSERT(again->layout == plan->result.layout);
        }));
    }

    void an_empty_trace_is_kept() {
        const Problem problem = problem_in_csv();
        TraceRecorder recorder(problem, {"by hand", {}, 0, true});
        const Trace trace = recorder.take();
        const auto again = parse_document(trace_binary_bytes(problem, empty_layout(problem), trace), "run");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QVERIFY(*again->trace == trace);
    }

    void the_suffix_picks_the_form() {
        const QTemporaryDir folder;
        const Plan plan = planned_run(problem_in_csv(), "peak-suppression");
        for (const auto& [name, format] :
             {std::pair("run.ArenaTrace", FileFormat::trace_binary), std::pair("run.json", FileFormat::trace_json)}) {
            const std::string path = folder.filePath(QString::fromLatin1(name)).toStdString();
            QVERIFY(write_trace(path, plan.problem, plan.result.layout, *plan.trace).has_value());
            const auto again = read_document(path);
            QVERIFY(again.has_value());
            QCOMPARE(again->format, format);
            QVERIFY(*again->trace == *plan.trace);
        }
    }

    void a_trace_stays_whole_when_its_file_is_cut() {
        const Plan plan = planned_run(problem_in_csv(), "peak-suppression");
        const std::string written = binary_of(plan);
        const auto sections = sections_of(written, trace_binary_version, "run");
        QVERIFY(sections.has_value());
        std::vector<Section> all;
        for (const auto& [number, bytes] : *sections) {
            all.push_back({number, bytes});
        }
        // Sections with other numbers are ignored. This one makes the file large.
        const std::string rest(std::size_t{64} << 20U, 'x');
        all.push_back({99, rest});
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("run.arenatrace"));
        QVERIFY(write_atomically(path.toStdString(), section_file(trace_binary_version, all)).has_value());
        const auto document = read_document(path.toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(QFile::resize(path, 0));
        QVERIFY(*document->trace == *plan.trace);
        play_all(*document);
    }

    void reading_takes_no_tree_of_json_for_the_buffers() {
        constexpr std::size_t count = 50'000;
        const Problem problem = generated_problem(GeneratedKind::sparse, count, 1).value();
        std::vector<std::int64_t> offsets(count, 0);
        TraceRecorder recorder(problem, {});
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.leave({.offsets = offsets, .order = {}, .risks = {}, .peak = Offset(1)});
        const Trace trace = recorder.take();
        const std::string content = trace_binary_bytes(problem, empty_layout(problem), trace);
        const test::CountedMemory memory;
        const auto document = parse_document(content, "run");
        const std::size_t most = memory.most();
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(document->problem == problem);
        QVERIFY2(most <= 300 * count, std::to_string(most / count).c_str());
    }

    void names_with_escapes_are_read_as_well() {
        const Plan plan = planned_run(problem_in_csv(), "peak-suppression");
        OpenedSections sections(binary_of(plan));
        std::string& head = sections.content(1);
        const std::size_t place = head.find("\"name\": \"c\"");
        QVERIFY(place != std::string::npos);
        head.replace(place, 11, R"("name": "\u0063")");
        const auto again = parse_document(sealed_with_length(sections), "run");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QVERIFY(again->problem == plan.problem);
        QVERIFY(*again->trace == *plan.trace);
    }

    void a_truncated_file_is_an_error() {
        const std::string whole = binary_of(planned_run(problem_in_csv(), "peak-suppression"));
        for (std::size_t length = 0; length < whole.size(); ++length) {
            QVERIFY(!error_of_binary(std::string_view(whole).substr(0, length)).empty());
        }
        QVERIFY(error_of_binary(std::string_view(whole).substr(0, whole.size() - 1)).find("cut off") !=
                std::string::npos);
        QVERIFY(error_of_binary(whole + "x").find("after its last section") != std::string::npos);
    }

    void a_damaged_byte_is_noticed() {
        const Plan plan = planned_run(problem_in_csv(), "peak-suppression");
        const std::string whole = binary_of(plan);
        for (std::size_t i = 0; i < whole.size(); ++i) {
            std::string damaged = whole;
            damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
            const auto document = parse_document_as(FileFormat::trace_binary, damaged, "copy");
            QVERIFY2(!document || *document->trace == *plan.trace, std::to_string(i).c_str());
        }
    }

    void a_transfer_as_text_is_noticed() {
        const std::string whole = binary_of(planned_run(problem_in_csv(), "peak-suppression"));
        std::string to_unix = whole;
        to_unix.erase(4, 1);
        QVERIFY(error_of_binary(to_unix).find("transfer as text") != std::string::npos);
        std::string to_windows = whole;
        to_windows.insert(6 + 1, "\r");
        QVERIFY(error_of_binary(to_windows).find("transfer as text") != std::string::npos);
    }

    void a_newer_version_is_refused() {
        std::string newer = binary_of(planned_run(problem_in_csv(), "peak-suppression"));
        newer[section_file_magic.size()] = 2;
        QVERIFY(error_of_binary(newer).find("version 2") != std::string::npos);
    }

    void a_missing_section_is_an_error() {
        const std::string whole = binary_of(planned_run(problem_in_csv(), "peak-suppression"));
        const auto sections = sections_of(whole, trace_binary_version, "file");
        QVERIFY(sections.has_value());
        for (const std::uint32_t missing : {1U, 2U, 3U, 4U}) {
            std::vector<Section> others;
            for (const auto& [number, bytes] : *sections) {
                if (number != missing) {
                    others.push_back({number, bytes});
                }
            }
            QVERIFY(error_of_binary(section_file(trace_binary_version, others)).find("damaged") != std::string::npos);
        }
    }

    void a_trace_of_another_problem_is_refused() {
        OpenedSections sections(binary_of(planned_run(problem_in_csv(), "peak-suppression")));
        std::string& head = sections.content(1);
        const std::size_t place = head.find("\"size\": 12");
        QVERIFY(place != std::string::npos);
        head.replace(place, 10, "\"size\": 13");
        QVERIFY(error_of_binary(sections.sealed()).find("another problem") != std::string::npos);
    }

    /// Changed bytes under right checksums: what somebody could make by intention.
    void forged_files_give_an_error_or_a_trace_that_can_be_played_data() {
        QTest::addColumn<QByteArray>("planner");
        for (const char* planner : {"peak-suppression", "many-core", "greedy-by-size"}) {
            QTest::newRow(planner) << QByteArray(planner);
        }
    }

    void forged_files_give_an_error_or_a_trace_that_can_be_played() {
        QFETCH(const QByteArray, planner);
        const std::string whole = binary_of(planned_run(problem_in_csv(), planner.toStdString()));
        const OpenedSections original(whole);
        QVERIFY(parse_document(sealed_with_length(original), "copy").has_value());
        std::size_t opened = 0;
        for (std::size_t number = 0; number < 3'000; ++number) {
            std::mt19937_64 random(number);
            OpenedSections forged = original;
            for (std::size_t damages = 1 + random() % 2; damages > 0; --damages) {
                const std::array<std::uint32_t, 3> forgeable = {2, 3, 4};
                std::string& content = forged.content(forgeable[random() % forgeable.size()]);
                const std::size_t place = random() % content.size();
                constexpr std::array<char, 6> values = {'\0', '\1', '\x7F', '\xFF', '\x80', '\x10'};
                content[place] = random() % 3 == 0 ? values[random() % values.size()]
                                                   : static_cast<char>(content[place] + (random() % 2 == 0 ? 1 : -1));
            }
            const auto document = parse_document(sealed_with_length(forged), "copy");
            if (!document) {
                QVERIFY(!document.error().cause.empty());
                continue;
            }
            ++opened;
            play_all(*document);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
        QVERIFY(opened > 0 && opened < 3'000);
    }
};

ARENASCOPE_TEST(TraceBinaryTest)

}  // namespace arenascope

#include "trace_binary_test.moc"
