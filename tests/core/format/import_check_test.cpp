#include "core/format/import_check.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Document read_as(FileFormat format, const std::vector<std::string>& dimensions) {
    Document document;
    document.format = format;
    document.dimensions = dimensions;
    return document;
}

std::string import_error(const std::vector<const Document*>& documents, const std::vector<KeyValue>& switches) {
    const auto checked = check_import(documents, *import_options(switches), "file");
    return checked ? std::string() : to_string(checked.error());
}

}  // namespace

class ImportCheckTest : public QObject {
    Q_OBJECT

private slots:
    void a_dimension_of_the_file_is_known() {
        const Document model = read_as(FileFormat::onnx, {"batch", "length"});
        QCOMPARE(import_error({&model}, {{"dim.batch", "4"}}), std::string());
        QCOMPARE(import_error({&model}, {{"dim.*", "4"}}), std::string());
    }

    void another_dimension_is_an_error_that_lists_those_of_the_file() {
        const Document model = read_as(FileFormat::onnx, {"batch", "length"});
        QCOMPARE(import_error({&model}, {{"dim.width", "4"}}),
                 std::string("file: it has no open dimension 'width'; its open dimensions are: 'batch', 'length'"));
        const Document closed = read_as(FileFormat::onnx, {});
        QCOMPARE(import_error({&closed}, {{"dim.width", "4"}}),
                 std::string("file: it has no open dimension 'width'; it has no named open dimensions: remove "
                             "dim.NAME"));
    }

    void a_switch_may_be_for_one_of_two_files() {
        const Document model = read_as(FileFormat::onnx, {"batch"});
        const Document plan = read_as(FileFormat::plan_json, {});
        QCOMPARE(import_error({&model, &plan}, {{"dim.batch", "4"}, {"fold", "false"}}), std::string());
        QVERIFY(import_error({&plan}, {{"dim.batch", "4"}}).find("has no switch 'dim.batch'") != std::string::npos);
    }
};

ARENASCOPE_TEST(ImportCheckTest)

#include "import_check_test.moc"
