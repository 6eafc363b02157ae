#include "core/picture/report/html_text.h"

#include <rapidcheck.h>

#include <QByteArray>

#include <nlohmann/json.hpp>

#include "tests/support/test_registry.h"

using namespace arenascope;

class HtmlTextTest : public QObject {
    Q_OBJECT

private slots:
    void text_cannot_begin_an_element_or_end_a_value() {
        QCOMPARE(html_text("</title><img src=x onerror='a()' b=\"c\">&amp;"),
                 std::string("&lt;/title&gt;&lt;img src=x onerror=&#39;a()&#39; b=&quot;c&quot;&gt;&amp;amp;"));
    }

    void invisible_characters_and_bad_bytes_are_shown() {
        QCOMPARE(html_text("a\nb\xff\xe2\x80\xae"), std::string("a\\nb\\xff\\u202e"));
    }

    void any_bytes_become_text_without_markup() {
        QVERIFY(rc::check([](const std::string& bytes) {
            const std::string text = html_text(bytes);
            RC_ASSERT(text.find_first_of("<>\"'") == std::string::npos);
            RC_ASSERT(QString::fromStdString(text).toStdString() == text);
        }));
    }

    void base64_is_that_of_qt() {
        QVERIFY(rc::check([](const std::string& bytes) {
            std::string encoded;
            append_base64(encoded, bytes);
            RC_ASSERT(encoded == QByteArray::fromStdString(bytes).toBase64().toStdString());
        }));
    }

    void json_in_a_script_cannot_end_it_and_keeps_its_value() {
        const std::string json = R"({"name": "</script><!-- <b>"})";
        std::string text;
        append_script_json(text, json);
        QVERIFY(text.find('<') == std::string::npos);
        QVERIFY(nlohmann::json::parse(text) == nlohmann::json::parse(json));
    }
};

ARENASCOPE_TEST(HtmlTextTest)

#include "html_text_test.moc"
