#include "core/model/network/spill/spill_wish.h"

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

std::string wish_read_back(std::string_view text) {
    const auto wish = spill_wish(text);
    return !wish ? wish.error().cause : *wish ? text_of(**wish) : "none";
}

}  // namespace

class SpillWishTest : public QObject {
    Q_OBJECT

private slots:
    void reads_the_name_and_up_to_two_amounts() {
        QCOMPARE(wish_read_back("none"), std::string("none"));
        QCOMPARE(wish_read_back("slow"), std::string("slow"));
        QCOMPARE(wish_read_back("sdram:8MiB"), std::string("sdram:8388608"));
        QCOMPARE(wish_read_back("sdram:8 MiB:256 KiB"), std::string("sdram:8388608:262144"));
        QCOMPARE(wish_read_back("slow::100"), std::string("slow::100"));
        QCOMPARE(wish_read_back("cpu:ram:5:6"), std::string("cpu:ram:5:6"));
    }

    void errors_name_the_wrong_part() {
        QCOMPARE(wish_read_back("sdram:much"), std::string("spill: the capacity 'much' is no number of bytes"));
        QCOMPARE(wish_read_back("sdram:8:much"),
                 std::string("spill: the limit of the first memory 'much' is no number of bytes"));
        QCOMPARE(wish_read_back(":8"), std::string("spill: ':8' names no memory"));
    }
};

ARENASCOPE_TEST(SpillWishTest)
#include "spill_wish_test.moc"
