#include "core/model/network/partial_execution.h"

#include "core/base/file/file_content.h"
#include "core/format/detection.h"
#include "core/format/reading.h"
#include "core/format/registry.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/body_planner.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Four layers of ncnn: a wide one between narrow ones.
constexpr std::string_view wide_layers =
    "7767517\n5 5\n"
    "Input in 0 1 in -23330=4,3,16,16,4 0=16 1=16 2=4\n"
    "Convolution expand 1 1 in a -23330=4,3,16,16,32 0=32 1=1 6=128\n"
    "ConvolutionDepthWise deep 1 1 a b -23330=4,3,16,16,32 0=32 1=3 4=1 6=288 7=32\n"
    "Convolution project 1 1 b c -23330=4,3,16,16,4 0=4 1=1 6=128\n"
    "Softmax out 1 1 c d -23330=4,3,16,16,4\n";

Expected<Document> opened_in_parts(const std::string& parts, std::string_view content = wide_layers) {
    return import_options({{"parts", parts}}).and_then([&](const ImportOptions& options) {
        return parse_document(content, "wide.param", options);
    });
}

std::string error_of_parts(const std::string& parts) {
    const auto document = opened_in_parts(parts);
    return document ? std::string() : document.error().cause;
}

}  // namespace

class PartialExecutionTest : public QObject {
    Q_OBJECT

private slots:
    void runs_the_steps_of_a_list_in_parts() {
        const auto document = opened_in_parts("0-2/height/4");
        QVERIFY2(document.has_value(), document ? "" : document.error().cause.c_str());
        QCOMPARE(document->problem.graph->operators.size(), std::size_t{3 * 4 + 1});
        QCOMPARE(document->problem.graph->operators.front().name, std::string("expand, part 1 of 4"));
        QCOMPARE(document->switch_notes.size(), std::size_t{2});
        QCOMPARE(
            document->switch_notes.front(),
            std::string("wide.param: parts: step 0 (Convolution 'expand') to step 2 (Convolution 'project') run in "
                        "4 parts along the height"));
    }

    void the_search_ends_in_a_list_that_gives_the_same() {
        const auto found = opened_in_parts("least-peak:30%");
        QVERIFY2(found.has_value(), found ? "" : found.error().cause.c_str());
        const auto result = std::ranges::find_if(
            found->switch_notes, [](const std::string& note) { return note.starts_with("wide.param: parts="); });
        QVERIFY(result != found->switch_notes.end());
        const std::size_t begin = std::string("wide.param: parts=").size();
        const auto again = opened_in_parts(result->substr(begin, result->find(':', begin) - begin));
        QVERIFY2(again.has_value(), again ? "" : again.error().cause.c_str());
        QVERIFY(again->problem == found->problem);
        const auto whole = opened_in_parts("none");
        QVERIFY(threshold(found->problem) < threshold(whole->problem));
        QVERIFY(whole->switch_notes.empty());
    }

    void without_a_gain_the_network_stays_whole_and_a_note_says_why() {
        const std::string_view narrow =
            "7767517\n2 2\nInput in 0 1 in -23330=4,3,8,8,4 0=8 1=8 2=4\nSoftmax out 1 1 in d -23330=4,3,8,8,4\n";
        const auto document = opened_in_parts("least-peak", narrow);
        QVERIFY2(document.has_value(), document ? "" : document.error().cause.c_str());
        QCOMPARE(document->problem.graph->operators.size(), std::size_t{1});
        QCOMPARE(document->switch_notes,
                 (std::vector<std::string>{
                     "wide.param: parts: no chain of operators lowers the threshold",
                     "wide.param: parts: however many parts and multiplications, the threshold stays at 2,048 bytes: "
                     "step 0 cannot run in parts: Softmax 'out' is of a kind that is not known to work in parts"}));
    }

    void errors_name_the_operator_that_prevents_it() {
        QCOMPARE(error_of_parts("0-3/height/2"),
                 std::string("parts: 0-3/height/2 is not possible: step 3 cannot run in parts: Softmax 'out' is of a "
                             "kind that is not known to work in parts"));
        QCOMPARE(error_of_parts("0-9/height/2"),
                 std::string("parts: 0-9/height/2 is not possible: there is no step 9: the last one is step 3"));
        QCOMPARE(
            error_of_parts("0-2/channels/2"),
            std::string("parts: 0-2/channels/2 is not possible: step 2 (Convolution 'project') reads all that step "
                        "1 (ConvolutionDepthWise 'deep') writes for each part"));
        QCOMPARE(error_of_parts("0-2/height/17"),
                 std::string("parts: 0-2/height/17 is not possible: the height of what step 2 (Convolution 'project') "
                             "writes is 16, less than 17 parts"));
    }

    void parts_and_cores_exclude_each_other() {
        const auto options = import_options({{"parts", "0-2/height/4"}, {"cores", "2"}});
        QVERIFY(!options.has_value());
        QCOMPARE(options.error().cause, std::string("parts: operators in parts cannot be split onto cores, too"));
        QVERIFY(import_options({{"parts", "none"}, {"cores", "2"}}).has_value());
    }

    void every_real_model_has_the_threshold_that_the_search_says_data() { add_model_rows(); }
    void every_real_model_has_the_threshold_that_the_search_says() {
        QFETCH(const QString, path);
        if (path.isEmpty()) {
            QSKIP("the shared data is not there");
        }
        const std::string name = path.toStdString();
        const auto file = read_file(name, document_limits);
        QVERIFY2(file.has_value(), name.c_str());
        const auto format = detect_format(file->bytes, name);
        if (!format || format_of(*format).read_model == nullptr) {
            QSKIP("this build does not read the model");
        }
        ImportOptions options;
        options.parts.least_peak = true;
        const auto network = format_of(*format).read_model({file->bytes, name, options, ReadProgress{}, true});
        QVERIFY2(network.has_value(), network ? "" : network.error().cause.c_str());
        const auto found = partially_executed(*network, options, planner_of_bodies, name);
        QVERIFY2(found.has_value(), found ? "" : found.error().cause.c_str());
        const SplitSearch& search = *found->search;
        QCOMPARE(found->threshold, search.best.threshold);
        QCOMPARE(found->threshold_before, search.whole);
        QCOMPARE(found->extra_work, search.best.extra);
        QVERIFY(search.floor.threshold <= found->threshold);
        QVERIFY(search.best.extra * 10 <= search.work);
        if (qEnvironmentVariableIsSet("ARENASCOPE_PARTS_TABLE")) {
            qInfo("%s|%lld|%lld|%lld|%.2f|%s|%s|%d|%llu", path.section('/', -1).toUtf8().constData(),
                  static_cast<long long>(search.whole.value()), static_cast<long long>(found->threshold.value()),
                  static_cast<long long>(search.floor.threshold.value()),
                  100.0 * static_cast<double>(found->extra_work) /
                      static_cast<double>(std::max<std::int64_t>(found->work, 1)),
                  text_of(found->chains).c_str(), found->notes.empty() ? "" : found->notes.back().c_str(),
                  search.is_complete ? 1 : 0, static_cast<unsigned long long>(search.visits));
        }
    }
};

ARENASCOPE_TEST(PartialExecutionTest)
#include "partial_execution_test.moc"
