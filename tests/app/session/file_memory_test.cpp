#include "app/session/file_memory.h"

#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QtTest>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// No process has this number.
const std::string dead = "999999999-one";
const std::string dead_too = "999999998-two";

}  // namespace

class FileMemoryTest : public QObject {
    Q_OBJECT

private slots:
    void init() { QDir(memories_).removeRecursively(); }

    void what_is_remembered_comes_back_by_any_link() {
        const QString plan = made(QStringLiteral("plan.json"));
        QVERIFY(!remembered(memories_, plan));
        RememberedFile file{plan, dead, 5, 7, {}};
        file.view.planner = "greedy-by-size";
        file.view.settings = {{"order", "asc"}};
        file.view.seed = 18'446'744'073'709'551'615U;
        file.view.view = View{{0.1L, 0.7L}, {-3, 5}};
        file.view.selected = {"x", "\xfe"};
        file.view.frame = 3;
        file.view.frames = 9;
        remember(memories_, file);
        const QString link = folder_.filePath(QStringLiteral("link.json"));
        QFile::link(plan, link);
        for (const QString& path : {plan, link, folder_.filePath(QStringLiteral("./plan.json"))}) {
            const auto back = remembered(memories_, path);
            QVERIFY(back.has_value());
            QVERIFY(back->view == file.view);
            QCOMPARE(back->closed, 7);
        }
    }

    void a_damaged_memory_is_none() {
        const QString plan = made(QStringLiteral("plan.json"));
        remember(memories_, {plan, dead, 5, 7, {}});
        const QString path = QDir(memories_).entryInfoList(QDir::Files).front().filePath();
        for (const char* content : {"", "{", "[]", "{\"path\": 3}", "{\"path\": \"x\", \"view\": 7}"}) {
            QFile file(path);
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(content);
            file.close();
            const auto back = remembered(memories_, plan);
            QVERIFY2(!back.has_value(), content);
        }
        QVERIFY(last_session(memories_).isEmpty());
    }

    void fifty_files_are_remembered() {
        for (int i = 0; i < 55; ++i) {
            remember(memories_, {folder_.filePath(QString::number(i)), dead, i, i + 1, {}});
        }
        QCOMPARE(QDir(memories_).entryList(QDir::Files).size(), 50);
    }

    void the_last_session_has_what_was_closed_together_and_what_was_open() {
        const QString one = made(QStringLiteral("one"));
        const QString two = made(QStringLiteral("two"));
        const QString early = made(QStringLiteral("early"));
        const QString open = made(QStringLiteral("open"));
        const QString other = made(QStringLiteral("other"));
        remember(memories_, {two, dead, 990'000, 995'000, {}});
        remember(memories_, {one, dead, 980'000, 1'000'000, {}});
        remember(memories_, {early, dead, 800'000, 900'000, {}});
        remember(memories_, {other, dead_too, 10, 20, {}});
        QCOMPARE(last_session(memories_), (QStringList{one, two}));
        // It died with this file open.
        remember(memories_, {open, dead, 950'000, 0, {}});
        QCOMPARE(last_session(memories_), (QStringList{one, two, open}));
        QVERIFY(QFile::remove(two));
        QCOMPARE(last_session(memories_), (QStringList{one, open}));
        // Another run of the program ended later.
        remember(memories_, {other, dead_too, 10, 2'000'000, {}});
        QCOMPARE(last_session(memories_), QStringList{other});
    }

    void a_run_that_goes_on_is_no_last_session() {
        const QString plan = made(QStringLiteral("plan.json"));
        remember(memories_, {plan, this_session(), 5, 7, {}});
        QVERIFY(last_session(memories_).isEmpty());
        remember(memories_, {plan, std::to_string(::getppid()) + "-other", 5, 7, {}});
        QVERIFY(last_session(memories_).isEmpty());
    }

private:
    [[nodiscard]] QString made(const QString& name) const {
        QFile file(folder_.filePath(name));
        file.open(QIODevice::WriteOnly);
        return file.fileName();
    }

    QTemporaryDir folder_;
    QString memories_ = folder_.filePath(QStringLiteral("settings/files"));
};

ARENASCOPE_TEST(FileMemoryTest)
#include "file_memory_test.moc"
