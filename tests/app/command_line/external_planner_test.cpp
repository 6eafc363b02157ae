#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QUuid>

#include "app/command_line/sub_commands.h"
#include "tests/app/planner_scripts.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Marks the processes of a test by a variable of their environment.
class MarkedProcesses {
public:
    MarkedProcesses() { qputenv("ARENASCOPE_TEST_MARK", mark_); }
    ~MarkedProcesses() { qunsetenv("ARENASCOPE_TEST_MARK"); }
    MarkedProcesses(const MarkedProcesses&) = delete;
    MarkedProcesses& operator=(const MarkedProcesses&) = delete;

    /// How many of them live, without this one.
    [[nodiscard]] int count() const {
        int count = 0;
        const QStringList numbers = QDir(QStringLiteral("/proc")).entryList(QDir::Dirs);
        for (const QString& number : numbers) {
            bool is_process = false;
            const auto id = number.toLongLong(&is_process);
            if (is_process && id != QCoreApplication::applicationPid() &&
                content_of("/proc/" + number + "/environ").contains("ARENASCOPE_TEST_MARK=" + mark_)) {
                ++count;
            }
        }
        return count;
    }

private:
    QByteArray mark_ = QUuid::createUuid().toByteArray();
};

/// Programs and a small problem in a directory of their own.
class Workshop {
public:
    /// The path of a script, which begins with its interpreter.
    QString script(const QByteArray& text, const QString& name = QStringLiteral("planner")) {
        return file(name, text, true);
    }
    QString file(const QString& name, const QByteArray& text, bool is_program = false) {
        QFile file(directory_.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) {
            qFatal("cannot write a test file");
        }
        file.close();
        if (is_program) {
            file.setPermissions(file.permissions() | QFileDevice::ExeOwner);
        }
        return file.fileName();
    }
    [[nodiscard]] QString problem() {
        return file(QStringLiteral("p.csv"), "id,lower,upper,size\na,0,4,10\nb,3,9,8\nc,0,6,12\nd,5,9,7\n");
    }
    [[nodiscard]] QString path(const QString& name) const { return directory_.filePath(name); }

private:
    QTemporaryDir directory_;
};

QString exec(const QString& path) {
    return "exec:" + path;
}

/// A program that takes its input and prints these rows, as printf understands them.
QByteArray saying(const QByteArray& rows) {
    return "#!/bin/sh\ncat > /dev/null\nprintf '" + rows + "'\n";
}

/// The names of the external planners in the settings.
QStringList kept_names() {
    QStringList names;
    const QJsonArray kept = run({"planners", "--json"}).json().value(QStringLiteral("external")).toArray();
    for (const auto one : kept) {
        names << one.toObject().value(QStringLiteral("name")).toString();
    }
    return names;
}

}  // namespace

class ExternalPlannerTest : public QObject {
    Q_OBJECT

private slots:
    void a_program_plans() {
        Workshop shop;
        const Outcome outcome = run({"plan", shop.problem(), "--planner", exec(shop.script(first_fit)), "--json"});
        QCOMPARE(outcome.status, 0);
        const QJsonObject json = outcome.json();
        QCOMPARE(json.value(QStringLiteral("peak")).toInt(), 30);
        QVERIFY(json.value(QStringLiteral("planner")).toString().startsWith(QStringLiteral("exec:")));
        QCOMPARE(json.value(QStringLiteral("reproducible")).toBool(true), false);
        QCOMPARE(json.value(QStringLiteral("buffers")).toArray().size(), 4);
    }

    void a_wrapper_of_three_lines_serves_a_tool_with_files() {
        Workshop shop;
        const QString tool =
            shop.script(QByteArray(first_fit).replace("rows =", reading_files), QStringLiteral("minimalloc"));
        const QString wrapper = shop.script(
            "#!/bin/sh\n"
            "directory=$(mktemp -d) && cat > \"$directory/in.csv\"\n" +
                tool.toUtf8() +
                " --capacity=\"$ARENASCOPE_CAPACITY\" --input=\"$directory/in.csv\" "
                "--output=\"$directory/out.csv\" >&2\n"
                "cat \"$directory/out.csv\" && rm -r \"$directory\"\n",
            QStringLiteral("wrapper"));
        const Outcome outcome = run({"plan", shop.problem(), "--planner", exec(wrapper), "--capacity", "64", "--json"});
        QCOMPARE(outcome.errors, QByteArray());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json().value(QStringLiteral("peak")).toInt(), 30);
    }

    void json_has_regions_and_pins() {
        Workshop shop;
        const QString planner = shop.script(stacking);
        const QString problem =
            shop.file(QStringLiteral("regions.csv"),
                      "id,lower,upper,size,region,pin,offset\na,0,4,10,near,,\nb,0,4,8,far,32,\nc,0,4,8,near,,\n");
        const Outcome outcome = run({"plan", problem, "--planner", "exec:json:" + planner, "--json"});
        QCOMPARE(outcome.errors, QByteArray());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json().value(QStringLiteral("peak")).toInt(), 40);
        // A table knows no regions: the program runs for each, and a pin is a column that it may heed.
        const Outcome table = run({"plan", problem, "--planner", exec(shop.script(first_fit, "other")), "--json"});
        QCOMPARE(table.status, 2);
        QVERIFY2(table.errors.contains("not at its pinned offset"), table.errors);
    }

    void json_has_groups_whose_members_may_lie_over_each_other() {
        Workshop shop;
        const QString problem = shop.file(QStringLiteral("groups.json"), sharing_problem);
        const QByteArray script = stacking_groups;
        const Outcome outcome =
            run({"plan", problem, "--planner", "exec:json:" + shop.script(script), "--json", "--quiet"});
        QCOMPARE(outcome.errors, QByteArray());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(outcome.json().value(QStringLiteral("peak")).toInt(), 128);
        // A group that the program adds is not believed.
        const QByteArray liar =
            QByteArray(script)
                .replace("else 64", "else 0")
                .replace("del plan[\"sharing\"]", "plan[\"sharing\"][0][\"members\"] = [\"a\", \"b\", \"c\"]");
        const Outcome refused = run({"plan", problem, "--planner", "exec:json:" + shop.script(liar)});
        QVERIFY2(refused.errors.contains("overlap"), refused.errors);
        QCOMPARE(refused.status, 2);
    }

    void what_a_program_gives_is_never_believed_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("sentence");
        QTest::newRow("lying") << saying("id,offset\\na,0\\nb,0\\nc,0\\nd,0\\n") << QByteArray("overlap");
        QTest::newRow("missing") << saying("id,offset\\na,0\\nb,10\\n") << QByteArray("'c' and 1 more have none");
        QTest::newRow("unknown") << saying("id,offset\\nx,0\\n") << QByteArray("there is no buffer 'x'");
        QTest::newRow("twice") << saying("id,offset\\na,0\\na,5\\n") << QByteArray("'a' is given twice");
        QTest::newRow("resized") << saying("id,size,offset\\na,11,0\\n") << QByteArray("is 11 instead of 10");
        QTest::newRow("retimed") << saying("id,upper,offset\\na,5,0\\n") << QByteArray("is 5 instead of 4");
        QTest::newRow("negative") << saying("id,offset\\na,-1\\n") << QByteArray("negative");
        QTest::newRow("huge") << saying("id,offset\\na,9223372036854775807\\n")
                              << QByteArray("does not fit in 64 bits");
        QTest::newRow("beyond") << saying("id,offset\\na,99999999999999999999\\n")
                                << QByteArray("99999999999999999999");
        QTest::newRow("garbage") << saying("I plan nothing today.\\n") << QByteArray("no column 'id'");
        QTest::newRow("silent") << saying("") << QByteArray("it is empty");
        QTest::newRow("encoding") << saying("i\\000d\\000,\\000") << QByteArray("not UTF-8 text");
        QTest::newRow("crashing") << QByteArray("#!/bin/sh\nkill -SEGV $$\n") << QByteArray("signal 11");
        QTest::newRow("failing") << QByteArray("#!/bin/sh\nprintf 'no\\033[31m way\\n' >&2\nexit 7\n")
                                 << QByteArray("exit status 7; its standard error ends with: no\\x1b[31m way");
        QTest::newRow("no input") << QByteArray("#!/bin/sh\nexec < /dev/null\necho hello\n")
                                  << QByteArray("no column 'id'");
        QTest::newRow("writing to its input")
            << QByteArray("#!/bin/sh\necho hello >&0 || exit 3\n") << QByteArray("exit status");
        QTest::newRow("leaving processes")
            << QByteArray("#!/bin/sh\nsetsid sleep 1000 &\nsleep 1000 &\nexit 0\n") << QByteArray("it is empty");
        QTest::newRow("many rows") << QByteArray(
                                          "#!/bin/sh\ncat > /dev/null\necho id,offset\nseq -f 'x%.0f,0' 1000000\n")
                                   << QByteArray("there is no buffer 'x1'");
        QTest::newRow("killing who watches it") << QByteArray("#!/bin/sh\nsleep 1000 &\nkill -9 $PPID\nsleep 1000\n")
                                                << QByteArray("ended the process that watches it");
    }
    void what_a_program_gives_is_never_believed() {
        QFETCH(const QByteArray, script);
        QFETCH(const QByteArray, sentence);
        Workshop shop;
        const MarkedProcesses marked;
        const Outcome outcome = run({"plan", shop.problem(), "--planner", exec(shop.script(script)), "-o",
                                     shop.path(QStringLiteral("never.csv")), "--time-limit", "60"});
        QVERIFY2(outcome.errors.contains(sentence), outcome.errors);
        QCOMPARE(outcome.errors.count('\n'), 1);
        QCOMPARE(outcome.status, 2);
        QVERIFY(!QFile::exists(shop.path(QStringLiteral("never.csv"))));
        QCOMPARE(marked.count(), 0);
    }

    void a_program_is_ended_at_the_limit_with_all_that_it_started_data() {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("slow") << QByteArray("#!/bin/sh\nexec sleep 1000\n");
        QTest::newRow("deaf") << QByteArray("#!/bin/sh\ntrap '' TERM INT HUP\nwhile :; do sleep 1; done\n");
        QTest::newRow("forking") << QByteArray(
            "#!/usr/bin/python3\nimport os, time\n"
            "for i in range(40):\n"
            "    if os.fork() == 0:\n"
            "        os.setsid()\n"
            "        if os.fork() == 0:\n"
            "            time.sleep(1000)\n"
            "        os._exit(0)\n"
            "time.sleep(1000)\n");
        QTest::newRow("stopping who watches it") << QByteArray("#!/bin/sh\nkill -STOP $PPID\nexec sleep 1000\n");
    }
    void a_program_is_ended_at_the_limit_with_all_that_it_started() {
        QFETCH(const QByteArray, script);
        Workshop shop;
        const MarkedProcesses marked;
        const Outcome outcome =
            run({"plan", shop.problem(), "--planner", exec(shop.script(script)), "--time-limit", "0.5"});
        QVERIFY2(outcome.errors.contains("did not end within 0.5 s"), outcome.errors);
        QCOMPARE(outcome.status, 3);
        QCOMPARE(marked.count(), 0);
    }

    void a_flood_is_cut() {
        Workshop shop;
        const MarkedProcesses marked;
        const Outcome outcome = run({"plan", shop.problem(), "--planner", "exec:yes", "--time-limit", "60"});
        QVERIFY2(outcome.errors.contains("wrote more than 64 MiB"), outcome.errors);
        QCOMPARE(outcome.status, 2);
        QCOMPARE(marked.count(), 0);
    }

    void nothing_is_left_when_the_program_itself_is_killed() {
        Workshop shop;
        const MarkedProcesses marked;
        QProcess process;
        process.start(program(), {"plan", shop.problem(), "--planner", "exec:sh -c 'setsid sleep 1000 & sleep 1000'"});
        QTRY_VERIFY(marked.count() >= 4);
        process.kill();
        QVERIFY(process.waitForFinished());
        QTRY_COMPARE(marked.count(), 0);
    }

    void both_pipes_are_served_together() {
        Workshop shop;
        QByteArray problem = "id,lower,upper,size\n";
        for (int i = 0; i < 20'000; ++i) {
            problem += "buffer" + QByteArray::number(i) + ",0,1,64\n";
        }
        // It answers each row at once, so that its output is full long before its input ends.
        const QString planner = shop.script(
            "#!/usr/bin/python3\nimport sys\nat = 0\nprint('id,offset')\n"
            "for row in sys.stdin:\n"
            "    name = row.split(',')[0]\n"
            "    if name != 'id':\n"
            "        print(name, at, sep=',')\n"
            "        at += 64\n");
        const Outcome outcome =
            run({"plan", shop.file(QStringLiteral("wide.csv"), problem), "--planner", exec(planner), "--quiet"});
        QCOMPARE(outcome.errors, QByteArray());
        QCOMPARE(outcome.status, 0);
    }

    void words_are_split_as_in_a_shell_and_nothing_is_expanded() {
        Workshop shop;
        const QString planner = shop.script("#!/bin/sh\nprintf '<%s>' \"$@\" >&2\nexit 1\n");
        const Outcome outcome = run({"plan", shop.problem(), "--planner", exec(planner) + odd_words});
        QVERIFY2(outcome.errors.contains(odd_words_split), outcome.errors);
        QVERIFY(run({"plan", shop.problem(), "--planner", "exec:a 'b"}).errors.contains("is not closed"));
        QVERIFY(run({"plan", shop.problem(), "--planner", "exec:  "}).errors.contains("names no program"));
        QVERIFY(run({"plan", shop.problem(), "--planner", "exec:/nowhere/planner"})
                    .errors.contains("cannot be started: No such file or directory"));
    }

    void a_file_that_names_a_program_never_runs_it() {
        Workshop shop;
        const QString trap = shop.path(QStringLiteral("sprung"));
        const QString planner = shop.script(
            QByteArray(first_fit).replace("import csv", "open('" + trap.toUtf8() + "', 'a').write('x')\nimport csv"));
        const QString plan = shop.path(QStringLiteral("plan.json"));
        const QString trace = shop.path(QStringLiteral("run.json"));
        QCOMPARE(run({"plan", shop.problem(), "--planner", exec(planner), "-o", plan, "--trace", trace}).status, 0);
        QVERIFY(content_of(plan).contains("exec:"));
        QVERIFY(QFile::remove(trap));
        const QString report = shop.path(QStringLiteral("report.html"));
        for (const QString& file : {plan, trace}) {
            run({"info", file});
            run({"check", file});
            run({"explain", file});
            run({"trace", file, "--where", "peak > 0"});
            QCOMPARE(run({"export", file, "-o", report}).status, 0);
            QVERIFY(!content_of(report).contains("--planner 'exec:"));
            run({"convert", report, "-o", shop.path(QStringLiteral("again.json"))});
        }
        QVERIFY(!QFile::exists(trap));
        // The report of a run says who made it, and offers no command.
        QCOMPARE(run({"export", shop.problem(), "--planner", exec(planner), "-o", report}).status, 0);
        const QByteArray text = content_of(report);
        QVERIFY(text.contains("exec:"));
        QVERIFY(!text.contains("--planner 'exec:") && !text.contains("--planner exec:"));
        QVERIFY(text.contains("an external planner made the plan"));
    }

    void planners_are_kept_by_name_and_run_only_when_asked() {
        Workshop shop;
        QCOMPARE(kept_names(), QStringList());
        QCOMPARE(run({"planners", "--keep", "mine=" + exec(shop.script(first_fit))}).status, 0);
        QCOMPARE(kept_names(), QStringList{"mine"});
        QCOMPARE(run({"plan", shop.problem(), "--planner", "mine"}).status, 0);
        QVERIFY(!run({"plan", shop.problem(), "--planner", "all"}).output.contains("\nmine"));
        const QByteArray all = run({"plan", shop.problem(), "--planner", "all", "--with-external"}).output;
        QVERIFY2(all.contains("\nmine"), all);
        QVERIFY(run({"plan", shop.problem(), "--with-external"}).errors.contains("--planner all"));
        const QString table = shop.file(QStringLiteral("zoo.jsonl"), "");
        const QStringList sweep = {"sweep", shop.problem(), "--planner", "greedy-by-size", "-o", table, "--quiet"};
        QVERIFY(run(sweep).status == 0 && !content_of(table).contains("mine"));
        QVERIFY(run(sweep + QStringList{"--with-external"}).status == 0 && content_of(table).contains("\"mine\""));
        QCOMPARE(run({"planners", "--forget", "mine"}).status, 0);
        QCOMPARE(run({"planners", "--forget", "mine"}).status, 2);
        QVERIFY(run({"planners", "--keep", "exact=exec:true"}).errors.contains("already"));
        QVERIFY(run({"planners", "--keep", "other=true"}).errors.contains("exec:"));
    }

    void a_list_of_a_team_is_shown_and_confirmed() {
        Workshop shop;
        const QString list =
            shop.file(QStringLiteral("team.planners"), "# ours\nfast=exec:fast --all\nslow=exec:slow\n");
        const Outcome outcome = run({"planners", "--import", list}, QByteArray("y\nn\n"));
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.errors.contains("fast runs: exec:fast --all"), outcome.errors);
        QVERIFY(outcome.errors.contains("slow runs: exec:slow"));
        QCOMPARE(kept_names(), QStringList{"fast"});
        QVERIFY(run({"planners"}).output.contains("fast\n  exec:fast --all"));
        QCOMPARE(run({"planners", "--forget", "fast"}).status, 0);
        // Without an answer nothing is kept.
        QCOMPARE(run({"planners", "--import", list}).status, 0);
        QCOMPARE(kept_names(), QStringList());
        const Outcome wrong = run({"planners", "--import", shop.file(QStringLiteral("bad"), "a=exec:b\nall=exec:c\n")});
        QVERIFY2(wrong.errors.contains("bad:2: "), wrong.errors);
    }
};

ARENASCOPE_TEST(ExternalPlannerTest)
#include "external_planner_test.moc"
