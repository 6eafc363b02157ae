#include "core/base/text/unique_names.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

class UniqueNamesTest : public QObject {
    Q_OBJECT

private slots:
    void a_repeated_name_is_numbered_from_2() {
        UniqueNames names;
        QCOMPARE(names.add("conv"), std::string("conv"));
        QCOMPARE(names.add("conv"), std::string("conv#2"));
        QCOMPARE(names.add("conv"), std::string("conv#3"));
        QCOMPARE(names.add("pool"), std::string("pool"));
    }

    void a_numbered_name_that_is_taken_is_skipped() {
        UniqueNames names;
        QCOMPARE(names.add("a#2"), std::string("a#2"));
        QCOMPARE(names.add("a"), std::string("a"));
        QCOMPARE(names.add("a"), std::string("a#3"));
        QCOMPARE(names.add("a#2"), std::string("a#2#2"));
    }

    void a_reserved_name_stays_available() {
        UniqueNames names;
        names.reserve("a#2");
        QCOMPARE(names.add("a"), std::string("a"));
        QCOMPARE(names.add("a"), std::string("a#3"));
        QCOMPARE(names.add("a#2"), std::string("a#2"));
    }
};

ARENASCOPE_TEST(UniqueNamesTest)
#include "unique_names_test.moc"
