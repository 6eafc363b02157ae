#include <rapidcheck.h>

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QXmlStreamReader>

#include "core/format/plan/plan_json.h"
#include "core/format/reading.h"
#include "core/format/table/minimalloc_csv.h"
#include "tests/app/program_run.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// This name clears the screen, forges a line, reverses the writing direction and is invalid UTF-8.
const QByteArray hostile = "a\x1b[2J\nok: 9 buffers\r\x7f\xc2\x9b\xe2\x80\xae\xff\xef\xbf\xbe";

/// Whether the text has an unescaped part of the hostile name, or a line that begins like the forged one.
bool has_raw(const QByteArray& text) {
    for (const char* raw : {"\x1b", "\r", "\x7f", "\xc2\x9b", "\xe2\x80\xae", "\xff", "\xef\xbf\xbe", "\nok: 9"}) {
        if (text.contains(raw)) {
            return true;
        }
    }
    return false;
}

/// A plan whose buffers, regions, operators and steps have hostile names.
QByteArray hostile_plan(const QByteArray& offsets) {
    const QByteArray name = "a\\u001b[2J\\nok: 9 buffers\\r\\u007f\\u009b\\u202e\\ufffe";
    QByteArray plan = R"({"format": "arenascope-plan", "version": 1, "NAME unknown": 1,
 "regions": [{"name": "NAME", "capacity": 4}, {"name": "other NAME"}],
 "steps": [{"step": 0, "label": "NAME"}],
 "buffers": [{"name": "NAME", "size": 8, "begin": 0, "end": 3, "region": "NAME" OFFSET},
  {"name": "b NAME", "size": 8, "begin": 0, "end": 3, "region": "NAME" OFFSET},
  {"name": "c NAME", "size": 8, "begin": 1, "end": 2, "region": "other NAME" OFFSET}],
 "operators": [{"name": "op NAME", "type": "NAME", "step": 0, "reads": [], "writes": ["NAME"]}],
 "unknown_sizes": [{"tensor": "t NAME", "operator": "op NAME", "type": "NAME", "reason": "why NAME"}],
 "assumed_dimensions": ["NAME"],
 "pinned_notes": [{"text": "NAME", "buffer": "NAME"}, {"text": "NAME", "step": 1, "offset": 4, "region": "NAME"}],
 "bookmarks": [{"name": "NAME", "begin": 0, "end": 2, "from": 0, "to": 4, "hidden": ["other NAME"]}]})";
    return plan.replace("NAME", name).replace("OFFSET", offsets);
}

}  // namespace

/// Names from files must never reach a terminal, a log or a picture unescaped.
class HostileNamesTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString file(const QByteArray& name, const QByteArray& content) const {
        const QString path = folder_.path() + "/" + QString::fromLocal8Bit(name);
        QFile written(path);
        written.open(QIODevice::WriteOnly);
        written.write(content);
        return path;
    }

private slots:
    void no_sub_command_writes_them_raw_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString placed = file("placed.json", hostile_plan(", \"offset\": 0"));
        const QString problem = file("problem.json", hostile_plan(""));
        // A file name may hold any bytes except slash and zero, but QProcess passes only UTF-8 arguments.
        const QString evil = QString::fromUtf8("e\x1b[2J\nok: 9 buffers\r\x7f\xc2\x9b\xe2\x80\xae");
        const QString named = file(evil.toLocal8Bit(), "id,lower,upper,size\nx,0,4,0\n");
        const QString broken = file("broken.json", hostile_plan(", \"pin\": -1"));
        const QString picture = folder_.filePath("p.svg");
        const auto row = [](const char* name, const QStringList& arguments) { QTest::newRow(name) << arguments; };
        for (const QString& input : {placed, problem}) {
            const QByteArray kind = input == placed ? " placed" : " problem";
            row("info" + kind, {"info", input});
            row("plan" + kind, {"plan", input});
            row("plan by all" + kind, {"plan", input, "--planner", "all"});
            row("plan in JSON" + kind, {"plan", input, "--json"});
            row("plan on cores" + kind, {"plan", input, "--planner", "many-core", "--capacity", "8"});
            row("plan scratch" + kind, {"plan", input, "--planner", "scratch"});
            row("check" + kind, {"check", input});
            row("check in JSON" + kind, {"check", input, "--json"});
            row("explain" + kind, {"explain", input});
            row("explain in JSON" + kind, {"explain", input, "--json"});
            row("explain a region" + kind, {"explain", input, "--region", "nowhere"});
            row("compare" + kind, {"compare", input, sample("placed.csv")});
            row("compare growth" + kind, {"compare", sample("placed.csv"), input, "--max-growth", "1"});
            row("info in JSON" + kind, {"info", input, "--json"});
            row("export" + kind, {"export", input, "-o", picture});
            row("convert" + kind, {"convert", input, "-o", folder_.filePath("c.csv")});
        }
        row("check against", {"check", placed, "--against", sample("placed.csv")});
        row("file name", {"info", named});
        row("file name in JSON", {"info", named, "--json"});
        row("missing file", {"info", evil});
        row("broken file", {"info", broken});
        row("window", {evil});
        row("second window", {sample("placed.csv"), evil});
        row("planner", {"plan", placed, "--planner", evil});
        row("planner to show by", {"explain", problem, "--planner", evil});
        row("setting", {"plan", placed, "--set", evil + "=1"});
        row("value", {"plan", placed, "--set", "metrics=" + evil});
        row("no value", {"plan", placed, "--set", evil});
        row("region", {"explain", placed, "--region", evil});
        row("number", {"plan", placed, "--seed", evil});
        row("bytes", {"plan", placed, "--capacity", evil});
        row("growth", {"compare", placed, placed, "--max-growth", evil});
        row("percentage", {"compare", placed, placed, "--max-growth", evil + "%"});
        row("colour", {"export", placed, "-o", picture, "--color-by", evil});
        row("theme", {"export", placed, "-o", picture, "--theme", evil});
        row("size", {"export", placed, "-o", picture, "--size", evil});
        row("picture's suffix", {"export", placed, "-o", "p." + evil});
        row("plan's suffix", {"plan", placed, "-o", "p." + evil});
        row("folder", {"plan", placed, "-o", evil + "/p.json"});
        row("no such switch", {"plan", placed, "--" + evil});
        row("no such switch in JSON", {"planners", "--" + evil, "--json"});
        row("too many", {"planners", evil});
    }
    void no_sub_command_writes_them_raw() {
        QFETCH(const QStringList, arguments);
        const Outcome ended = run(arguments);
        QVERIFY(ended.status >= 0 && ended.status <= 4);
        QVERIFY2(!has_raw(ended.output), ended.output.constData());
        QVERIFY2(!has_raw("\n" + ended.errors), ended.errors.constData());
    }

    void a_csv_with_hostile_names_is_read_back_and_not_written_to_a_terminal() {
        const QByteArray csv =
            "id,lower,upper,size,offset\n\"" + hostile + "\",0,4,8,0\n\"b" + hostile + "\",1,5,8,4\n";
        const QString path = file("hostile.csv", csv);
        for (const char* command : {"info", "check", "explain", "plan"}) {
            for (const QStringList& more : {QStringList(), QStringList{"--json"}}) {
                const Outcome ended = run(QStringList{command, path} + more);
                QVERIFY2(ended.status < 2, ended.errors.constData());
                QVERIFY2(!has_raw(ended.output) && !has_raw(ended.errors), ended.output.constData());
            }
        }
        QVERIFY(
            run({"check", path}).output.contains("a\\x1b[2J\\nok: 9 buffers\\r\\x7f\\u009b\\u202e\\xff\\ufffe and b"));
        for (const char* kept : {"kept.json", "kept.csv"}) {
            QCOMPARE(run({"convert", path, "-o", folder_.filePath(kept)}).status, 0);
            const Outcome check = run({"check", folder_.filePath(kept), "--against", path, "--json"});
            for (const char* key : {"added", "removed", "resized", "retimed"}) {
                QVERIFY2(check.json().contains(key) && check.json()[key].toArray().isEmpty(), key);
            }
        }
        QCOMPARE(content_of(folder_.filePath("kept.csv")), csv);
    }

    void a_picture_with_hostile_names_is_xml() {
        const QString plan = file("picture.json", hostile_plan(", \"offset\": 0"));
        for (const QStringList& more :
             {QStringList(), QStringList{"--free-areas", "1"}, QStringList{"--color-by", "kind"}}) {
            QCOMPARE(run(QStringList{"export", plan, "-o", folder_.filePath("p.svg")} + more).status, 0);
            const QByteArray svg = content_of(folder_.filePath("p.svg"));
            QXmlStreamReader reader(svg);
            while (!reader.atEnd()) {
                reader.readNext();
            }
            QVERIFY2(!reader.hasError(), qPrintable(reader.errorString()));
            QVERIFY(svg.contains("\\x1b[2J\\nok") && !svg.contains("\xe2\x80\xae"));
        }
        QCOMPARE(run({"compare", plan, plan, "-o", folder_.filePath("both.svg")}).status, 0);
        QXmlStreamReader reader(content_of(folder_.filePath("both.svg")));
        while (!reader.atEnd()) {
            reader.readNext();
        }
        QVERIFY(!reader.hasError());
        QCOMPARE(run({"export", plan, "-o", folder_.filePath("p.pdf")}).status, 0);
        QCOMPARE(run({"export", plan, "-o", folder_.filePath("p.png")}).status, 0);
    }

    void names_that_differ_only_invisibly_are_kept_in_csv_and_json() {
        Problem problem;
        for (const char* name : {"relu", "re\xc2\xadlu", "relu\xe2\x80\x8b", "\xef\xbb\xbfrelu", "relu\xe2\x81\xa3",
                                 "relu\xf3\xa0\x80\x81", "relu\xf3\xa0\x81\xbf"}) {
            Buffer& buffer = problem.buffers.emplace_back();
            buffer.name = name;
            buffer.size = Bytes(8);
            buffer.lifetime = {Step(0), Step(4)};
        }
        const Layout layout = empty_layout(problem);
        for (const std::string& text :
             {minimalloc_csv_text(problem, layout), plan_json_text(problem, layout, std::nullopt)}) {
            const auto read = parse_document(text, "file");
            QVERIFY2(read.has_value(), read ? "" : to_string(read.error()).c_str());
            QCOMPARE(read->problem.buffers.size(), problem.buffers.size());
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                QCOMPARE(read->problem.buffers[i].name, problem.buffers[i].name);
            }
        }
    }

    void any_name_is_kept_in_csv_and_json() {
        QVERIFY(rc::check("names", [] {
            const auto byte = rc::gen::map(rc::gen::inRange(1, 256), [](int code) { return static_cast<char>(code); });
            const auto nasty =
                rc::gen::element('\n', '\r', '"', ',', ' ', '\t', '\x1b', '\x7f', '\xe2', '\x80', '\xae');
            const auto name = rc::gen::nonEmpty(rc::gen::container<std::string>(rc::gen::oneOf(byte, nasty)));
            Problem problem;
            for (const std::string& one : *rc::gen::unique<std::vector<std::string>>(name)) {
                Buffer& buffer = problem.buffers.emplace_back();
                buffer.name = one;
                buffer.size = Bytes(8);
                buffer.lifetime = {Step(0), Step(4)};
            }
            RC_PRE(!problem.buffers.empty());
            problem.regions.front().name = *name;
            const Layout layout = empty_layout(problem);
            for (const std::string& text :
                 {minimalloc_csv_text(problem, layout), plan_json_text(problem, layout, std::nullopt)}) {
                const auto read = parse_document(text, "file");
                RC_ASSERT(read.has_value());
                RC_ASSERT(read->problem.regions.front().name == problem.regions.front().name);
                RC_ASSERT(read->problem.buffers.size() == problem.buffers.size());
                for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                    RC_ASSERT(read->problem.buffers[i].name == problem.buffers[i].name);
                }
            }
        }));
    }
};

ARENASCOPE_TEST(HostileNamesTest)
#include "hostile_names_test.moc"
