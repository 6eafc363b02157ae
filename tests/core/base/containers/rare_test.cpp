#include "core/base/containers/rare.h"

#include <string>

#include "tests/support/test_registry.h"

namespace arenascope {

class RareTest : public QObject {
    Q_OBJECT

private slots:
    void is_as_large_as_a_pointer() { QCOMPARE(sizeof(Rare<std::string>), sizeof(void*)); }

    void holds_what_it_was_changed_to() {
        Rare<std::string> text;
        QVERIFY(text->empty());
        text.change([](std::string& value) { value = "a"; });
        QCOMPARE(*text, std::string("a"));
    }

    void a_copy_has_a_value_of_its_own() {
        Rare<std::string> text;
        text.change([](std::string& value) { value = "a"; });
        Rare<std::string> copy = text;
        QVERIFY(copy == text);
        copy.change([](std::string& value) { value = "b"; });
        QVERIFY(copy != text);
        QCOMPARE(*text, std::string("a"));
        text = copy;
        QVERIFY(copy == text);
    }

    void equals_the_usual_value_again_after_it_was_changed_back() {
        Rare<std::string> text;
        text.change([](std::string& value) { value = "a"; });
        text.change([](std::string& value) { value.clear(); });
        QVERIFY(text == Rare<std::string>());
    }
};

ARENASCOPE_TEST(RareTest)

}  // namespace arenascope

#include "rare_test.moc"
