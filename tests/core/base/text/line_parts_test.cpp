#include "core/base/text/line_parts.h"

#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

std::string lines(std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += std::to_string(i) + "\n";
    }
    return text;
}

}  // namespace

class LinePartsTest : public QObject {
    Q_OBJECT

private slots:
    void parts_make_the_text_again() {
        for (const std::string& text : {lines(1), lines(300'000), "\n" + std::string(1'000'000, 'x') + "\n\n"}) {
            const LineParts parts(text);
            std::string again;
            for (std::size_t i = 0; i < parts.size(); ++i) {
                QCOMPARE(parts.begin_of(i), again.size());
                QCOMPARE(parts[i].back(), '\n');
                again += parts[i];
            }
            QCOMPARE(again, text);
        }
        QVERIFY(LineParts(lines(300'000)).size() > 5);
    }

    void the_last_line_gets_its_end() {
        const LineParts parts("a\nbc");
        QCOMPARE(parts.size(), std::size_t{2});
        QCOMPARE(parts[1], std::string_view("bc\n"));
        QCOMPARE(parts.begin_of(1), std::size_t{2});
        QCOMPARE(LineParts("a")[0], std::string_view("a\n"));
        QCOMPARE(LineParts("").size(), std::size_t{0});
    }

    void expects_about_as_many_lines_as_there_are() {
        const std::string text = lines(1'000'000);
        QVERIFY(expected_lines(text, 1) > 990'000 && expected_lines(text, 1) < 1'050'000);
        QCOMPARE(expected_lines("", 1), std::size_t{1});
        QVERIFY(expected_lines(std::string(1'000'000, '\n'), 8) <= 125'001);
    }
};

ARENASCOPE_TEST(LinePartsTest)

}  // namespace arenascope

#include "line_parts_test.moc"
