#include "core/format/xla/hlo_proto.h"

#include "core/base/file/file_content.h"
#include "core/format/detection.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/opened_text.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string proto_cell() {
    return read_content(sample(QStringLiteral("xla_cell.hlo.pb")).toStdString(), document_limits).value();
}

/// The length of the module with its tag, which comes before the buffer assignment. It takes two bytes.
std::size_t module_end(const std::string& content) {
    const auto low = static_cast<unsigned char>(content[1]);
    const auto high = static_cast<unsigned char>(content[2]);
    return 3 + (low & 0x7FU) + (static_cast<std::size_t>(high) << 7U);
}

}  // namespace

class HloProtoTest : public QObject {
    Q_OBJECT

private slots:
    void holds_the_same_plan_as_json() {
        const Document document = opened(proto_cell());
        QCOMPARE(document.format, FileFormat::hlo_proto);
        const auto json = read_document(sample(QStringLiteral("xla_cell.memory_viewer.json")).toStdString());
        QVERIFY(json.has_value());
        // Its values name their instructions by id.
        QCOMPARE(document.problem, json->problem);
        QCOMPARE(document.layout, json->layout);
        QCOMPARE(document.notes, json->notes);
    }

    void the_first_bytes_tell_the_format() {
        const std::string content = proto_cell();
        for (const std::size_t length : {std::size_t{60}, content.size()}) {
            QCOMPARE(binary_format(content.substr(0, length)), std::optional(FileFormat::hlo_proto));
        }
        const std::string alone = content.substr(module_end(content));
        QCOMPARE(binary_format(alone), std::optional(FileFormat::hlo_proto));
        QCOMPARE(opened(alone).problem.buffers.size(), std::size_t{7});
        for (const char* other : {"\n\nid,lower,upper,size\n", "\n\x05hello\n", "", "\n"}) {
            QVERIFY(!is_hlo_proto(other));
        }
    }

    void a_module_without_a_buffer_assignment_is_refused() {
        const std::string content = proto_cell();
        const std::string wrapped = content.substr(0, module_end(content));
        QVERIFY(error_of(wrapped).find("module of XLA without a buffer assignment") != std::string::npos);
        QVERIFY(error_of(wrapped.substr(3)).find("module of XLA without a buffer assignment") != std::string::npos);
        QVERIFY(error_of(wrapped).find("--xla_dump_to") != std::string::npos);
    }

    void a_truncated_file_names_the_byte() {
        const std::string content = proto_cell();
        QVERIFY(error_of(content.substr(0, content.size() - 1))
                    .starts_with("text: byte " + std::to_string(module_end(content)) + ": the HloProto is damaged"));
        for (std::size_t length = 0; length < content.size(); ++length) {
            const auto document = parse_document_as(FileFormat::hlo_proto, content.substr(0, length), "cut");
            QVERIFY(!document);
        }
    }

    void a_damaged_message_within_another_names_the_byte() {
        // A buffer assignment whose logical buffer is longer than the assignment.
        const auto document = parse_document_as(FileFormat::hlo_proto, "\x1A\x02\x0A\x05", "text");
        QVERIFY(!document);
        QCOMPARE(to_string(document.error()),
                 std::string("text: byte 2: the HloProto is damaged or truncated; write it again"));
    }

    void mutated_copies_give_an_error_or_a_sound_plan() { verify_mutated_copies(FileFormat::hlo_proto, proto_cell()); }

    void the_shared_module_is_refused() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto document = read_document(shared_data(QStringLiteral("xla/fn_hlo.pb")).toStdString());
        QVERIFY(!document);
        QVERIFY(document.error().cause.find("module of XLA without a buffer assignment") != std::string::npos);
    }
};

ARENASCOPE_TEST(HloProtoTest)
#include "hlo_proto_test.moc"
