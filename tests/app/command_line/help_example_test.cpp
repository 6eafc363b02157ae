#include <QDir>
#include <QProcess>
#include <QTemporaryDir>

#include "app/command_line/command_line.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

/// Runs the examples that the help texts end with, in a directory with the samples.
class HelpExampleTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    QString given_directory_;

    /// The lines under the head of the examples.
    static QStringList examples_of(const QString& command) {
        const Outcome help = run(command.isEmpty() ? QStringList{"--help"} : QStringList{command, "--help"});
        const QString text = QString::fromUtf8(help.output).trimmed();
        const QStringList parts = text.split(QStringLiteral("\nExamples, in the directory of the source code:\n"));
        QStringList examples;
        for (const QString& line : parts.size() == 2 ? parts[1].split('\n') : QStringList()) {
            examples << line.trimmed();
        }
        return examples;
    }

    /// Opens the files of an example without a sub-command, but not the window.
    static std::vector<std::string> opened_by(const QString& example) {
        std::vector<std::string> words;
        for (const QString& word : example.split(' ')) {
            words.push_back(word.toStdString());
        }
        std::vector<char*> pointers;
        for (std::string& word : words) {
            pointers.push_back(word.data());
        }
        std::vector<std::string> opened;
        run_command_line(static_cast<int>(pointers.size()), pointers.data(),
                         [&opened](int&, char**, const WindowRequest& request) {
                             opened = request.files;
                             return 0;
                         });
        return opened;
    }

private slots:
    void initTestCase() {
        given_directory_ = QDir::currentPath();
        const QDir source = QFileInfo(sample(QStringLiteral("README.md"))).dir();
        QVERIFY(QDir(folder_.path()).mkdir(QStringLiteral("samples")));
        for (const QString& name : source.entryList(QDir::Files)) {
            QVERIFY(QFile::copy(source.filePath(name), folder_.filePath("samples/" + name)));
        }
        QVERIFY(QDir::setCurrent(folder_.path()));
    }
    void cleanupTestCase() { QDir::setCurrent(given_directory_); }

    void the_help_ends_with_two_examples_that_work_data() {
        QTest::addColumn<QString>("command");
        for (const char* command :
             {"", "info", "plan", "check", "explain", "compare", "export", "convert", "planners"}) {
            QTest::newRow(*command == '\0' ? "arenascope" : command) << QString(command);
        }
    }
    void the_help_ends_with_two_examples_that_work() {
        QFETCH(const QString, command);
        const QStringList examples = examples_of(command);
        QCOMPARE(examples.size(), 2);
        for (const QString& example : examples) {
            QVERIFY2(example.startsWith(QStringLiteral("arenascope ")), qPrintable(example));
            QVERIFY2(example.contains("arenascope " + command), qPrintable(example));
            if (command.isEmpty() && example.count(' ') == 1) {
                QCOMPARE(opened_by(example), std::vector<std::string>{example.section(' ', 1).toStdString()});
                continue;
            }
            QProcess shell;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert(QStringLiteral("PATH"),
                               QFileInfo(program()).path() + ":" + environment.value(QStringLiteral("PATH")));
            shell.setProcessEnvironment(environment);
            shell.start(QStringLiteral("/bin/sh"), {"-c", example});
            QVERIFY(shell.waitForFinished(240'000));
            const QByteArray errors = shell.readAllStandardError();
            QVERIFY2(shell.exitCode() == 0, qPrintable(example) + errors);
        }
    }
};

ARENASCOPE_TEST(HelpExampleTest)
#include "help_example_test.moc"
