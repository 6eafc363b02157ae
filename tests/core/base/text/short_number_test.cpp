#include "core/base/text/short_number.h"

#include <rapidcheck.h>
#include <string>

#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

/// The number at the begin of a text, and how many characters it takes.
std::pair<std::optional<std::int64_t>, std::ptrdiff_t> taken(const std::string& text) {
    const char* at = text.data();
    const auto number = take_short_number(at, text.data() + text.size());
    return {number, at - text.data()};
}

using Taken = std::pair<std::optional<std::int64_t>, std::ptrdiff_t>;

}  // namespace

class ShortNumberTest : public QObject {
    Q_OBJECT

private slots:
    void reads_up_to_what_is_no_digit() {
        QVERIFY(taken("0,") == (Taken{0, 1}));
        QVERIFY(taken("-7\n") == (Taken{-7, 2}));
        QVERIFY(taken("1234,5678901") == (Taken{1234, 4}));
        QVERIFY(taken("12345678,") == (Taken{12345678, 8}));
        QVERIFY(taken("-123456789012345678 ") == (Taken{-123456789012345678, 19}));
        QVERIFY(taken("007,aaaaaa") == (Taken{7, 3}));
        QVERIFY(taken("12\xFF\xFF\xFF\xFF\xFF\xFF") == (Taken{12, 2}));
    }

    void leaves_what_is_no_short_number() {
        for (const char* text : {",", "-,", "-", "a", "+1,", " 1,", "1234567890123456789,", "-1234567890123456789,",
                                 ":2345678,", "/2345678,", "\xB1,345678,"}) {
            QVERIFY2(taken(text) == (Taken{std::nullopt, 0}), text);
        }
    }

    void reads_what_was_written() {
        QVERIFY(rc::check([] {
            const auto digits = *rc::gen::inRange(1, 19);
            std::int64_t most = 1;
            for (int i = 0; i < digits; ++i) {
                most *= 10;
            }
            const auto number = *rc::gen::inRange<std::int64_t>(1 - most, most);
            const std::string text =
                std::to_string(number) + "," + std::string(*rc::gen::inRange<std::size_t>(0, 9), '3');
            const auto length = static_cast<std::ptrdiff_t>(text.find(','));
            RC_ASSERT(taken(text) == (Taken{number, length}));
        }));
    }
};

ARENASCOPE_TEST(ShortNumberTest)

}  // namespace arenascope

#include "short_number_test.moc"
