#include "core/text/natural_order.h"

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
};

ARENASCOPE_TEST(NaturalOrderTest)
#include "natural_order_test.moc"
