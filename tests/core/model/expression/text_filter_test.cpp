#include "core/model/expression/text_filter.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

bool is_accepted(const char* text, const char* name) {
    const auto filter = TextFilter::parse(text, {"name", "size", "size(A)"});
    const FieldLookup lookup = [name](std::string_view field) {
        return field == "name"   ? std::optional<Value>(std::string(name))
               : field == "size" ? std::optional<Value>(std::int64_t{8})
                                 : std::optional<Value>(std::int64_t{3});
    };
    return filter && filter->accepts(lookup, name);
}

}  // namespace

class TextFilterTest : public QObject {
    Q_OBJECT

private slots:
    void plain_text_is_part_of_a_name_in_any_case() {
        QVERIFY(is_accepted("onv", "Conv2D"));
        QVERIFY(is_accepted("CONV", "Conv2D"));
        QVERIFY(!is_accepted("pool", "Conv2D"));
        QVERIFY(is_accepted("", "anything"));
    }

    void text_with_a_field_is_an_expression() {
        QVERIFY(is_accepted("size=8", "a"));
        QVERIFY(!is_accepted("size>8", "a"));
        QVERIFY(!TextFilter::parse("size>", {"name", "size"}));
    }

    void a_field_may_have_a_side() {
        QVERIFY(is_accepted("size(A)=3", "a"));
        QVERIFY(is_accepted("size(A)<size", "a"));
        QVERIFY(!TextFilter::parse("size(B)=3", {"name", "size", "size(A)"}));
    }
};

ARENASCOPE_TEST(TextFilterTest)
#include "text_filter_test.moc"
