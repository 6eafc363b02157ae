#include <map>

#include "app/command_line/terminal.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Environment environment(const std::map<std::string, std::string>& values) {
    return [values](const char* name) {
        const auto found = values.find(name);
        return found != values.end() ? found->second : std::string();
    };
}

TerminalLook look(const std::string& color, std::optional<std::int32_t> columns,
                  const std::map<std::string, std::string>& values) {
    return terminal_look(color, columns, environment(values)).value();
}

}  // namespace

class TerminalLookTest : public QObject {
    Q_OBJECT

private slots:
    void a_file_has_80_columns_and_no_colours() {
        QVERIFY(look("auto", std::nullopt, {{"TERM", "xterm-256color"}, {"LANG", "C"}}) == TerminalLook());
    }

    void a_terminal_has_its_width_and_colours() {
        QVERIFY(look("auto", 57, {{"TERM", "xterm-256color"}}) == (TerminalLook{57, ColorDepth::palette256, false}));
        QVERIFY(look("auto", 57, {{"TERM", "xterm"}, {"COLORTERM", "truecolor"}}) ==
                (TerminalLook{57, ColorDepth::true_color, false}));
        QVERIFY(look("auto", 57, {{"TERM", "foot-direct"}}).colors == ColorDepth::true_color);
    }

    void colours_are_off_where_the_user_or_the_terminal_says_so() {
        QVERIFY(look("auto", 80, {{"TERM", "xterm"}, {"NO_COLOR", "1"}}).colors == ColorDepth::none);
        QVERIFY(look("auto", 80, {{"TERM", "xterm"}, {"NO_COLOR", ""}}).colors == ColorDepth::palette256);
        QVERIFY(look("auto", 80, {{"TERM", "dumb"}}).colors == ColorDepth::none);
        QVERIFY(look("auto", 80, {}).colors == ColorDepth::none);
        QVERIFY(look("never", 80, {{"TERM", "xterm"}}).colors == ColorDepth::none);
    }

    void always_has_colours_in_a_file_too() {
        QVERIFY(look("always", std::nullopt, {{"NO_COLOR", "1"}}).colors == ColorDepth::palette256);
        QVERIFY(look("always", std::nullopt, {{"COLORTERM", "24bit"}}).colors == ColorDepth::true_color);
    }

    void another_word_is_an_error() {
        const auto wrong = terminal_look("sometimes", 80, environment({}));
        QVERIFY(!wrong);
        QCOMPARE(to_string(wrong.error()), std::string("--color cannot be 'sometimes'; use auto, always or never"));
    }

    void a_terminal_of_another_character_set_has_no_unicode_data() {
        QTest::addColumn<QString>("all");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("language");
        QTest::addColumn<bool>("is_ascii");
        QTest::newRow("none set") << ""
                                  << ""
                                  << "" << false;
        QTest::newRow("utf-8") << ""
                               << ""
                               << "de_CH.UTF-8" << false;
        QTest::newRow("utf8") << ""
                              << ""
                              << "C.utf8" << false;
        QTest::newRow("latin") << ""
                               << ""
                               << "de_CH.ISO-8859-1" << true;
        QTest::newRow("plain") << ""
                               << ""
                               << "C" << true;
        QTest::newRow("first wins") << "C"
                                    << "en_US.UTF-8"
                                    << "en_US.UTF-8" << true;
        QTest::newRow("second wins") << ""
                                     << "en_US.UTF-8"
                                     << "C" << false;
    }
    void a_terminal_of_another_character_set_has_no_unicode() {
        QFETCH(const QString, all);
        QFETCH(const QString, type);
        QFETCH(const QString, language);
        QFETCH(const bool, is_ascii);
        const std::map<std::string, std::string> values{
            {"LC_ALL", all.toStdString()}, {"LC_CTYPE", type.toStdString()}, {"LANG", language.toStdString()}};
        QCOMPARE(look("auto", 80, values).is_ascii, is_ascii);
        QVERIFY(!look("auto", std::nullopt, values).is_ascii);
    }
};

ARENASCOPE_TEST(TerminalLookTest)
#include "terminal_look_test.moc"
