#include "core/base/text/xml_root.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class XmlRootTest : public QObject {
    Q_OBJECT

private slots:
    void the_declaration_comments_and_a_document_type_are_skipped() {
        using Root = std::optional<std::string_view>;
        QCOMPARE(xml_root("<net/>"), Root("net"));
        QCOMPARE(xml_root("\xEF\xBB\xBF <?xml version=\"1.0\"?>\n<!-- <a> -->\n<net version=\"11\">"), Root("net"));
        QCOMPARE(xml_root("<!DOCTYPE net [<!ENTITY a \">\">]><net>"), Root("net"));
        QCOMPARE(xml_root("<!DOCTYPE html>\r\n<html>"), Root("html"));
        QCOMPARE(xml_root("<a:b-c.d/>"), Root("a:b-c.d"));
    }

    void other_text_has_no_root() {
        for (const char* text :
             {"", "<", "< net>", "<6>[  0.0] log", "net", "<?xml", "<!-- net>", "<!DOCTYPE [ >", "</a>"}) {
            QVERIFY2(!xml_root(text), text);
        }
        QVERIFY(looks_like_xml("\n <?xml"));
        QVERIFY(!looks_like_xml("id,lower"));
    }
};

ARENASCOPE_TEST(XmlRootTest)
#include "xml_root_test.moc"
