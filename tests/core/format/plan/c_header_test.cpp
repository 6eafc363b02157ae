#include "core/format/plan/c_header.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

Layout stacked(const Problem& problem) {
    Layout layout = empty_layout(problem);
    Offset top(0);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const std::int64_t alignment = alignment_of(problem, problem.buffers[i]).value();
        top = Offset((top.value() + alignment - 1) / alignment * alignment);
        layout.placements[i] = Placement{top, problem.buffers[i].region};
        top = top + problem.buffers[i].size;
    }
    return layout;
}

std::string header_of(const Problem& problem, std::string_view name = "net") {
    const auto text = c_header_text(problem, stacked(problem), name, "net.csv");
    return text ? *text : to_string(text.error());
}

/// Empty: the compiler takes a file that includes the header after these lines.
QByteArray complaint(const std::string& header, const QByteArray& before, bool is_cpp) {
    const QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& content) {
        QFile file(folder.filePath(QLatin1String(name)));
        return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
    };
    if (!write("plan.h", QByteArray::fromStdString(header)) ||
        !write("use.c", before + "\n#include \"plan.h\"\n#include \"plan.h\"\n")) {
        return "no file";
    }
    QProcess compiler;
    compiler.start(QStringLiteral("cc"),
                   {QStringLiteral("-x"), is_cpp ? QStringLiteral("c++") : QStringLiteral("c"),
                    is_cpp ? QStringLiteral("-std=c++11") : QStringLiteral("-std=c11"), QStringLiteral("-Wall"),
                    QStringLiteral("-Wextra"), QStringLiteral("-Werror"), QStringLiteral("-Wno-unused-variable"),
                    QStringLiteral("-Wno-unused-const-variable"), QStringLiteral("-pedantic"),
                    QStringLiteral("-fsyntax-only"), folder.filePath(QStringLiteral("use.c"))});
    compiler.waitForFinished();
    return compiler.exitCode() == 0 ? QByteArray() : "refused: " + compiler.readAllStandardError();
}

}  // namespace

class CHeaderTest : public QObject {
    Q_OBJECT

private slots:
    void offsets_sizes_and_names_stand_in_a_table() {
        const Problem problem = problem_of({buffer("conv1", 0, 2, 32), buffer("relu", 1, 3, 16)});
        const std::string text = header_of(problem);
        QVERIFY2(text.find("#define NET_ARENA_BYTES UINT64_C(48)\n") != std::string::npos, text.c_str());
        QVERIFY(text.find("static const struct net_place net_arena[2] = {\n"
                          "    {0, 32, 1},  // conv1\n"
                          "    {32, 16, 1},  // relu\n};\n") != std::string::npos);
    }

    void each_region_has_its_own_arena() {
        Problem problem = problem_of({buffer("a", 0, 1, 4), buffer("b", 0, 1, 8)});
        problem.regions[RegionIndex(0)].name = "fast ram";
        Region slow;
        slow.name = "fast-ram";
        problem.regions.push_back(slow);
        problem.buffers[BufferIndex(1)].region = RegionIndex(1);
        const std::string text = header_of(problem);
        QVERIFY(text.find("net_fast_ram[1]") != std::string::npos);
        QVERIFY(text.find("net_fast_ram_2[1]") != std::string::npos);
    }

    void a_hostile_name_ends_no_comment() {
        const Problem problem =
            problem_of({buffer("a\n};\\", 0, 1, 4), buffer("b?\?/", 0, 1, 4), buffer("*/ // \"é\"", 0, 1, 4)});
        QCOMPARE(complaint(header_of(problem, "3 nets-of.mine"), {}, false), QByteArray());
    }

    void a_plan_that_is_not_whole_is_refused() {
        const Problem problem = problem_of({buffer("a", 0, 1, 4)});
        const auto text = c_header_text(problem, empty_layout(problem), "net", "net.csv");
        QVERIFY(!text);
        QCOMPARE(to_string(text.error()),
                 std::string("net.csv: 'a' is not placed; plan the file first: arenascope plan FILE -o PLAN"));
    }

    void the_compiler_checks_the_arena() {
        if (QStandardPaths::findExecutable(QStringLiteral("cc")).isEmpty()) {
            QSKIP("there is no compiler");
        }
        Problem problem = problem_of({buffer("a", 0, 2, 40)});
        problem.regions[RegionIndex(0)].alignment = Bytes(16);
        const std::string text = header_of(problem);
        for (const bool is_cpp : {false, true}) {
            QCOMPARE(complaint(text, {}, is_cpp), QByteArray());
            QCOMPARE(complaint(text, "#define NET_ARENA_SIZE 40\n#define NET_ARENA_ALIGNED 32", is_cpp), QByteArray());
            QVERIFY(
                complaint(text, "#define NET_ARENA_SIZE 39", is_cpp).contains("the arena is smaller than its plan"));
            QVERIFY(complaint(text, "#define NET_ARENA_ALIGNED 8", is_cpp)
                        .contains("the arena is not aligned as its plan"));
        }
    }
};

ARENASCOPE_TEST(CHeaderTest)
#include "c_header_test.moc"
