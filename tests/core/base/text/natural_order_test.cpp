#include "core/base/text/natural_order.h"

#include <rapidcheck.h>
#include <string>

#include "tests/support/test_registry.h"

using namespace arenascope;

class NaturalOrderTest : public QObject {
    Q_OBJECT

private slots:
    void numbers_in_names_count_as_numbers() {
        QVERIFY(natural_less("t2", "t10"));
        QVERIFY(!natural_less("t10", "t2"));
        QVERIFY(natural_less("a1b", "a01c"));
        QVERIFY(natural_less("conv", "conv1"));
        QVERIFY(!natural_less("t1", "t1"));
    }

    void beginnings_are_in_the_order_of_their_texts() {
        QVERIFY(natural_beginning("t2") < natural_beginning("t10"));
        QVERIFY(natural_beginning("t") < natural_beginning("t0"));
        QVERIFY(natural_beginning("b1234567") < natural_beginning("b1234568"));
        QVERIFY(natural_beginning("scratch1234567") < natural_beginning("scratch1234568"));
        QVERIFY(natural_beginning("a01") == natural_beginning("a1"));
        QVERIFY(rc::check([] {
            const auto letter = rc::gen::element('a', 'b', '0', '1', '9', '/', ':', '\x80', '\xff');
            const auto text = rc::gen::container<std::string>(letter);
            const std::string a = *text;
            const std::string b = *text;
            if (natural_beginning(a) < natural_beginning(b)) {
                RC_ASSERT(natural_less(a, b));
            } else if (natural_less(a, b)) {
                RC_ASSERT(natural_beginning(a) == natural_beginning(b));
            }
        }));
    }
};

ARENASCOPE_TEST(NaturalOrderTest)
#include "natural_order_test.moc"
