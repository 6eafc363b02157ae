#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include <QDir>
#include <QJsonArray>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "tests/app/program_run.h"
#include "tests/support/sanitized_build.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr auto good_csv = "id,lower,upper,size\na,0,2,4\nb,1,3,6\n";

/// A table without what differs from run to run.
QByteArray without_seconds(const QByteArray& table) {
    return QString::fromUtf8(table)
        .replace(QRegularExpression(QStringLiteral("\"seconds\": [0-9.e-]+")), QStringLiteral("\"seconds\": 0"))
        .toUtf8();
}

QStringList files_of(const QByteArray& table) {
    QStringList files;
    for (const QByteArray& line : table.split('\n')) {
        if (!line.isEmpty()) {
            files << QJsonDocument::fromJson(line).object()["file"].toString();
        }
    }
    return files;
}

/// Whether a process runs whose arguments name this folder.
bool is_left_behind(const QString& folder) {
    for (const QString& process : QDir(QStringLiteral("/proc")).entryList(QDir::Dirs)) {
        QFile arguments(QStringLiteral("/proc/") + process + QStringLiteral("/cmdline"));
        if (arguments.open(QIODevice::ReadOnly) && arguments.readAll().contains(folder.toUtf8())) {
            return true;
        }
    }
    return false;
}

}  // namespace

class SweepCommandTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> folder_;

    [[nodiscard]] QString path(const QString& name) const { return folder_->filePath(name); }
    QString file(const QString& name, const QByteArray& content) const {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile written(path(name));
        written.open(QIODevice::WriteOnly);
        written.write(content);
        return path(name);
    }
    /// A folder with so many problems.
    QString zoo(int count) const {
        for (int i = 0; i < count; ++i) {
            file(QStringLiteral("zoo/%1.csv").arg(i, 3, 10, QLatin1Char('0')),
                 "id,lower,upper,size\na,0,2,4\nb,1,3," + QByteArray::number(i + 1) + "\n");
        }
        return path(QStringLiteral("zoo"));
    }
    [[nodiscard]] QByteArray table(const QString& name) const { return content_of(path(name)); }

    /// Starts a sweep, sends it a signal after some milliseconds, and gives its exit status.
    static int interrupted(const QStringList& arguments, int signal, int milliseconds) {
        QProcess process;
        process.start(program(), arguments);
        process.waitForStarted();
        std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
        ::kill(static_cast<pid_t>(process.processId()), signal);
        process.waitForFinished(60'000);
        return process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    }

private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void each_file_is_one_line_in_the_order_of_paths() {
        const QString b = file("b.csv", good_csv);
        const QString a = file("a.csv", good_csv);
        const Outcome outcome = run({"sweep", b, a, b, "--planner", "exact,greedy-by-size", "-o", path("t.jsonl")});
        QCOMPARE(outcome.errors, QByteArray());
        QCOMPARE(outcome.status, 0);
        QCOMPARE(files_of(table("t.jsonl")), QStringList({a, b}));
        const QJsonObject line = QJsonDocument::fromJson(table("t.jsonl").split('\n').front()).object();
        QCOMPARE(line["format"].toString(), QString("minimalloc-csv"));
        QCOMPARE(line["buffers"].toInt(), 2);
        QCOMPARE(line["threshold"].toInt(), 10);
        QCOMPARE(line["plans"].toArray().size(), 2);
        QCOMPARE(line["plans"].toArray().at(0)["peak"].toInt(), 10);
        QCOMPARE(line["plans"].toArray().at(0)["ratio"].toDouble(), 1.0);
        QCOMPARE(line["verdict"].toString(), QString("lowest"));
        QVERIFY(line["error"].isNull());
        QVERIFY(!QFile::exists(path("t.jsonl.part")));
    }

    void figures_are_those_of_the_other_sub_commands() {
        const QString vision = sample("mobile_vision.json");
        run({"sweep", vision, "--planner", "best-fit-by-size", "-o", path("t.jsonl")});
        const QJsonObject line = QJsonDocument::fromJson(table("t.jsonl")).object();
        const QJsonObject plan =
            run({"plan", vision, "--planner", "best-fit-by-size", "--threads", "1", "--json"}).json();
        const QJsonObject info = run({"info", vision, "--json"}).json();
        QCOMPARE(line["threshold"], info["threshold"]);
        QCOMPARE(line["buffers"], info["buffers"]);
        QCOMPARE(line["plans"].toArray().at(0)["peak"], plan["peak"]);
        QCOMPARE(line["lower_bound"], plan["lower_bound"]);
        QCOMPARE(line["verdict"].toString(), plan["verdict"]["state"].toString());
    }

    void overlaps_of_the_file_are_a_finding() {
        const QString bad = file("bad.csv", "id,lower,upper,size,offset\na,0,2,4,0\nb,1,3,6,2\n");
        QCOMPARE(run({"sweep", bad, "-o", path("t.jsonl")}).status, 1);
        const QJsonObject line = QJsonDocument::fromJson(table("t.jsonl")).object();
        QCOMPARE(line["overlap_count"].toInt(), 1);
        QCOMPARE(line["verdict"].toString(), QString("unsound"));
    }

    void a_file_without_a_known_size_is_no_finding() {
        const QString open = file("open.param", "7767517\n2 2\nInput in 0 1 in\nReLU relu 1 1 in out\n");
        QCOMPARE(run({"sweep", open, "-o", path("t.jsonl")}).status, 0);
        const QJsonObject line = QJsonDocument::fromJson(table("t.jsonl")).object();
        QCOMPARE(line["verdict"].toString(), QString("unknown-sizes"));
        QVERIFY(line["plans"].toArray().at(0)["peak"].isNull());
    }

    void a_broken_file_is_a_line_that_says_why_and_the_others_are_swept() {
        const QString good = file("zoo/good.csv", good_csv);
        const QString broken = file("zoo/broken.csv", "id,lower,upper,size\na,0,x,4\n");
        const Outcome outcome = run({"sweep", path("zoo"), "-o", path("t.jsonl"), "--json"});
        QCOMPARE(outcome.status, 1);
        QCOMPARE(outcome.json()["errors"].toInt(), 1);
        const QJsonObject line = outcome.json()["lines"].toArray().at(0).toObject();
        QCOMPARE(line["file"].toString(), broken);
        QCOMPARE(line["error"]["file"].toString(), broken);
        QCOMPARE(line["error"]["line"].toInt(), 2);
        QVERIFY(!line["error"]["what"].toString().isEmpty());
        QVERIFY(!line["error"]["cure"].toString().isEmpty());
        QVERIFY(outcome.json()["lines"].toArray().at(1)["error"].isNull());
    }

    void only_files_that_open_are_taken_from_a_folder() {
        file("zoo/deep/a.csv", good_csv);
        file("zoo/readme.txt", "hello\n");
        file("zoo/.hidden.csv", good_csv);
        run({"sweep", path("zoo"), "-o", path("t.jsonl")});
        QCOMPARE(files_of(table("t.jsonl")), QStringList({path("zoo/deep/a.csv")}));
    }

    void a_table_in_the_folder_is_no_file_of_it() {
        file("zoo/a.csv", good_csv);
        QCOMPARE(run({"sweep", path("zoo"), "-o", path("zoo/t.csv")}).status, 0);
        const QByteArray before = table("zoo/t.csv");
        const Outcome again = run({"sweep", path("zoo"), "-o", path("zoo/t.csv"), "--resume", "--json"});
        QCOMPARE(again.json()["resumed"].toInt(), 1);
        QCOMPARE(again.json()["files"].toInt(), 1);
        QCOMPARE(table("zoo/t.csv"), before);
    }

    void a_name_of_any_bytes_stays_what_it_is() {
        // QProcess passes only UTF-8, so the folder is given.
        QDir().mkpath(path("zoo"));
        const QByteArray name = path("zoo").toLocal8Bit() + "/=a\xff\n\x1b[2J,\".csv";
        std::FILE* const written = std::fopen(name.constData(), "w");
        std::fputs(good_csv, written);
        std::fclose(written);
        const Outcome outcome = run({"sweep", path("zoo"), "-o", path("t.csv"), "--json"});
        QCOMPARE(outcome.status, 0);
        QVERIFY(table("t.csv").contains("/=a\\xff\\n\\x1b[2J,\"\".csv\""));
        QVERIFY(!outcome.output.contains('\x1b'));
        QCOMPARE(run({"sweep", path("zoo"), "-o", path("t.csv"), "--resume", "--json"}).json()["resumed"].toInt(), 1);
        std::remove(name.constData());  // which Qt cannot
    }

    void a_file_that_takes_too_long_is_a_line_and_no_end() {
        const QString good = file("a.csv", good_csv);
        const Outcome outcome = run({"sweep", good, "-o", path("t.jsonl"), "--time-limit", "0"});
        QCOMPARE(outcome.status, 1);
        const QJsonObject line = QJsonDocument::fromJson(table("t.jsonl")).object();
        QVERIFY(line["error"]["what"].toString().startsWith("stopped after 0 s"));
        QCOMPARE(line["stop"].toString(), QString("time"));
        // Under a higher limit it is swept again.
        QCOMPARE(run({"sweep", good, "-o", path("t.jsonl"), "--resume"}).status, 0);
        QVERIFY(QJsonDocument::fromJson(table("t.jsonl")).object()["error"].isNull());
    }

    void a_file_that_needs_too_much_memory_is_a_line_and_no_end() {
        if (is_sanitized || qEnvironmentVariableIsSet("ARENASCOPE_PROGRAM")) {
            QSKIP("sanitizers need address space of their own");
        }
        QByteArray large = "id,lower,upper,size\n";
        for (int i = 0; i < 1'000'000; ++i) {
            large += QByteArray::number(i) + "," + QByteArray::number(i) + "," + QByteArray::number(i + 2) + ",4\n";
        }
        file("zoo/large.csv", large);
        file("zoo/small.csv", good_csv);
        const Outcome outcome = run({"sweep", path("zoo"), "-o", path("t.jsonl"), "--memory-limit", "150MiB",
                                     "--planner", "greedy-by-size", "--json"});
        QCOMPARE(outcome.status, 1);
        QVERIFY(!outcome.json()["lines"].toArray().at(0)["error"].isNull());
        QVERIFY(!outcome.json()["lines"].toArray().at(0)["stop"].isNull());
        QVERIFY(outcome.json()["lines"].toArray().at(1)["error"].isNull());
    }

    void an_unchanged_file_is_not_swept_again_and_a_changed_one_is() {
        const QString folder = zoo(3);
        run({"sweep", folder, "-o", path("t.jsonl")});
        const QByteArray before = table("t.jsonl");
        Outcome again = run({"sweep", folder, "-o", path("t.jsonl"), "--resume", "--json"});
        QCOMPARE(again.json()["resumed"].toInt(), 3);
        QCOMPARE(table("t.jsonl"), before);
        file("zoo/001.csv", good_csv);
        file("zoo/003.csv", good_csv);
        again = run({"sweep", folder, "-o", path("t.jsonl"), "--resume", "--json"});
        QCOMPARE(again.json()["resumed"].toInt(), 2);
        QCOMPARE(again.json()["files"].toInt(), 4);
        QCOMPARE(again.json()["lines"].toArray().at(1)["threshold"].toInt(), 10);
    }

    void other_switches_sweep_all_again() {
        const QString folder = zoo(2);
        run({"sweep", folder, "-o", path("t.csv")});
        const Outcome again = run({"sweep", folder, "-o", path("t.csv"), "--resume", "--planner", "exact", "--json"});
        QCOMPARE(again.json()["resumed"].toInt(), 0);
    }

    void a_sweep_that_is_killed_at_any_moment_goes_on_where_it_was() {
        const QString folder = zoo(24);
        run({"sweep", folder, "-o", path("whole.jsonl")});
        const QByteArray whole = without_seconds(table("whole.jsonl"));
        std::mt19937 random(std::random_device{}());
        const QStringList sweep = {"sweep", folder, "-o", path("t.jsonl"), "--jobs", "3", "--resume", "--quiet"};
        int killed = 0;
        for (int i = 0; i < 20 && interrupted(sweep, SIGKILL, static_cast<int>(random() % 150)) != 0; ++i) {
            ++killed;
            // Each torn tail is one that a kill in the middle of a write leaves.
            QFile part(path("t.jsonl.part"));
            if (part.exists() && part.open(QIODevice::ReadWrite) && part.size() > 0 && random() % 2 == 0) {
                part.resize(part.size() - 1 - static_cast<qint64>(random() % std::min<quint64>(part.size(), 90)));
            }
        }
        QTRY_VERIFY(!is_left_behind(folder));
        QCOMPARE(run(sweep).status, 0);
        QCOMPARE(without_seconds(table("t.jsonl")), whole);
        qInfo("killed %d times", killed);
    }

    void finished_lines_survive_a_kill() {
        const QString folder = zoo(6);
        run({"sweep", folder, "-o", path("t.jsonl")});
        // What the journal holds after a kill, with a torn line at its end.
        file("t.jsonl.part", table("t.jsonl").chopped(40));
        QFile::remove(path("t.jsonl"));
        const Outcome again = run({"sweep", folder, "-o", path("t.jsonl"), "--resume", "--json"});
        QCOMPARE(again.json()["resumed"].toInt(), 5);
        QCOMPARE(files_of(table("t.jsonl")).size(), 6);
    }

    void a_signal_ends_the_sweep_and_all_its_workers() {
        QByteArray hard = "id,lower,upper,size,alignment\n";
        for (int i = 0; i < 300; ++i) {
            hard += QByteArray::number(i) + ",0,4,1,2\n";
        }
        file("slow/a.csv", hard);
        file("slow/b.csv", hard);
        for (const int signal : {SIGINT, SIGTERM}) {
            const int status =
                interrupted({"sweep", path("slow"), "-o", path("t.jsonl"), "--jobs", "2", "--planner", "hill-climb",
                             "--set", "iterations=1000000000", "--set", "work=1000000000000000"},
                            signal, 700);
            QCOMPARE(status, 3);
            QVERIFY(!is_left_behind(path("slow")));
        }
        QVERIFY(QFile::exists(path("t.jsonl.part")));
    }

    void shards_make_the_whole_table() {
        const QString folder = zoo(7);
        run({"sweep", folder, "-o", path("whole.jsonl")});
        QStringList merge = {"sweep", "--merge"};
        int files = 0;
        for (const char* shard : {"1/3", "2/3", "3/3"}) {
            merge << path(QString("part%1.jsonl").arg(shard[0]));
            run({"sweep", folder, "--shard", shard, "-o", merge.back()});
            files += static_cast<int>(files_of(content_of(merge.back())).size());
        }
        QCOMPARE(files, 7);
        QCOMPARE(run(merge + QStringList{"-o", path("t.jsonl")}).status, 0);
        QCOMPARE(without_seconds(table("t.jsonl")), without_seconds(table("whole.jsonl")));
    }

    void shards_of_other_planners_are_refused() {
        const QString folder = zoo(2);
        run({"sweep", folder, "--shard", "1/2", "-o", path("1.csv"), "--planner", "exact"});
        run({"sweep", folder, "--shard", "2/2", "-o", path("2.csv"), "--planner", "greedy-by-size"});
        const Outcome outcome = run({"sweep", "--merge", path("1.csv"), path("2.csv"), "-o", path("t.csv")});
        QCOMPARE(outcome.status, 2);
        QVERIFY(outcome.errors.contains("was made with"));
        QVERIFY(!QFile::exists(path("t.csv")));
    }

    void a_page_has_a_picture_of_each_plan() {
        QCOMPARE(run({"sweep", sample("mobile_vision.json"), "-o", path("t.html")}).status, 0);
        QVERIFY(table("t.html").contains("<svg width=\"160\""));
        QCOMPARE(run({"sweep", "--merge", path("t.html"), "-o", path("t.csv")}).status, 0);
    }

    void levers_are_tried_where_they_are_asked_for() {
        run({"sweep", sample("inception_cell.param"), "--planner", "greedy-by-size", "--advise", "-o",
             path("t.jsonl")});
        const QJsonObject line = QJsonDocument::fromJson(table("t.jsonl")).object();
        QVERIFY(line["advised_peak"].toInt() > 0);
        QVERIFY(!line["levers"].toString().isEmpty());
    }

    void wrong_usage_is_an_error_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::newRow("no output") << QStringList{"ZOO"} << 2;
        QTest::newRow("suffix") << QStringList{"ZOO", "-o", "OUT.txt"} << 2;
        QTest::newRow("planner") << QStringList{"ZOO", "-o", "OUT.csv", "--planner", "none"} << 2;
        QTest::newRow("planner twice") << QStringList{"ZOO", "-o", "OUT.csv", "--planner", "exact,exact"} << 2;
        QTest::newRow("no planner") << QStringList{"ZOO", "-o", "OUT.csv", "--planner", ""} << 2;
        QTest::newRow("setting") << QStringList{"ZOO", "-o", "OUT.csv", "--set", "nothing=1"} << 2;
        for (const char* shard : {"0/2", "3/2", "1", "1/", "/2", "a/b", "1/2x", "-1/2"}) {
            QTest::newRow(shard) << QStringList{"ZOO", "-o", "OUT.csv", QString("--shard=") + shard} << 2;
        }
        QTest::newRow("no file") << QStringList{"ZOO/none", "-o", "OUT.csv"} << 2;
        QTest::newRow("no table") << QStringList{"--merge", "ZOO/000.csv", "-o", "OUT.csv"} << 2;
        QTest::newRow("no folder") << QStringList{"ZOO", "-o", "ZOO/none/t.csv"} << 4;
    }
    void wrong_usage_is_an_error() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        const QString folder = zoo(1);
        arguments.replaceInStrings("ZOO", folder).replaceInStrings("OUT", path("out"));
        const Outcome outcome = run(QStringList{"sweep", "--json"} + arguments);
        QCOMPARE(outcome.status, status);
        QVERIFY(!outcome.json()["error"].toObject()["what"].toString().isEmpty());
        QVERIFY(QDir(folder_->path()).entryList({"out*"}).isEmpty());
    }

    void jobs_of_gnu_parallel_make_the_whole_table() {
        const QString parallel = QStandardPaths::findExecutable("parallel");
        if (parallel.isEmpty()) {
            QSKIP("GNU parallel is not installed");
        }
        const QString folder = zoo(5);
        QProcess process;
        process.start(parallel, {"--will-cite", "--sshlogin", ":", "-j2", program(), "sweep", folder, "--shard", "{}/3",
                                 "-o", path("part{}.csv"), "--quiet", ":::", "1", "2", "3"});
        QVERIFY(process.waitForFinished(120'000));
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(
            run({"sweep", "--merge", path("part1.csv"), path("part2.csv"), path("part3.csv"), "-o", path("t.jsonl")})
                .status,
            0);
        QCOMPARE(files_of(table("t.jsonl")).size(), 5);
    }
};

ARENASCOPE_TEST(SweepCommandTest)
#include "sweep_command_test.moc"
