#include "app/command_line/terminal.h"

#include <QTemporaryFile>

#include "tests/app/pseudo_terminal.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

/// Puts something else in the place of standard error.
class TerminalTest : public QObject {
    Q_OBJECT

private:
    int given_ = -1;
    QByteArray given_type_;

private slots:
    void init() {
        given_ = ::dup(STDERR_FILENO);
        given_type_ = qgetenv("TERM");
        qputenv("TERM", "xterm");
    }
    void cleanup() {
        ::dup2(given_, STDERR_FILENO);
        ::close(given_);
        qputenv("TERM", given_type_);
    }

    void a_terminal_has_a_width_and_gets_the_text() {
        PseudoTerminal pseudo(57);
        ::dup2(pseudo.program_side(), STDERR_FILENO);
        const Terminal terminal = standard_error_terminal();
        QVERIFY(terminal.is_there);
        QCOMPARE(terminal.columns(), std::size_t{57});
        terminal.write("reading");
        QTRY_COMPARE(pseudo.bytes(), QByteArray("reading"));
    }

    void a_terminal_without_a_width_has_the_usual_one() {
        const PseudoTerminal pseudo(0);
        ::dup2(pseudo.program_side(), STDERR_FILENO);
        QCOMPARE(standard_error_terminal().columns(), std::size_t{80});
    }

    void a_terminal_that_cannot_erase_lines_is_none_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::newRow("dumb") << QByteArray("dumb");
        QTest::newRow("empty") << QByteArray("");
    }
    void a_terminal_that_cannot_erase_lines_is_none() {
        QFETCH(const QByteArray, type);
        const PseudoTerminal pseudo(80);
        ::dup2(pseudo.program_side(), STDERR_FILENO);
        qputenv("TERM", type);
        QVERIFY(!standard_error_terminal().is_there);
        qunsetenv("TERM");
        QVERIFY(!standard_error_terminal().is_there);
    }

    void a_file_is_no_terminal() {
        QTemporaryFile file;
        QVERIFY(file.open());
        ::dup2(file.handle(), STDERR_FILENO);
        QVERIFY(!standard_error_terminal().is_there);
    }
};

ARENASCOPE_TEST(TerminalTest)
#include "terminal_test.moc"
