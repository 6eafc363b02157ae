#pragma once

#include <cstdint>
#include <rapidcheck.h>
#include <string>
#include <utility>

#include <QDir>
#include <QFile>
#include <QTest>

#include "core/format/writing.h"
#include "core/planner/planning.h"
#include "tests/support/fresh_seed.h"
#include "tests/support/made_snapshot.h"
#include "tests/support/random_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope::test {

/// A plan as drawn, or placed by a planner, or placed by it but for a buffer.
inline std::pair<Problem, Layout> drawn_plan(std::uint64_t seed) {
    auto plan = rc::gen::exec([] { return random_plan(Features::of_json); })(rc::Random(seed), 100).value();
    if (seed % 3 != 0) {
        const auto placed = run_planner(plan.first, empty_layout(plan.first), {.planner = "offsets-greedy-by-size"});
        if (placed && is_complete(placed->result.layout)) {
            plan = {placed->problem, placed->result.layout};
        }
    }
    if (seed % 3 == 2) {
        plan.second.placements.back() = std::nullopt;
    }
    return plan;
}

/// A snapshot of an allocator, in which an allocation failed for lack of a large enough piece.
inline std::string failed_snapshot() {
    constexpr std::int64_t segment = 1 << 20;
    return MadeSnapshot()
        .segment(4096, segment)
        .block(4096, 65'536)
        .event("segment_alloc", 4096, segment)
        .event("alloc", 4096, 65'536)
        .out_of_memory(2 * segment, 0)
        .text();
}

/// Adds a row with a `path` for each file that the verdict must agree about everywhere: the samples, the team's shared
/// data, and random plans of a fresh seed, which are written into a folder. Larger files are left out: planning and
/// drawing them takes too long here.
inline void add_judged_files(const QDir& folder, qint64 largest, std::uint64_t drawn) {
    QTest::addColumn<QString>("path");
    const auto add = [largest](const QDir& from, const QString& prefix) {
        for (const QFileInfo& file : from.entryInfoList(QDir::Files, QDir::Name)) {
            const QString suffix = file.suffix();
            if (file.size() <= largest && suffix != QStringLiteral("md") && suffix != QStringLiteral("rules") &&
                suffix != QStringLiteral("py")) {
                QTest::addRow("%s%s", qPrintable(prefix), qPrintable(file.fileName())) << file.filePath();
            }
        }
    };
    add(QFileInfo(sample(QStringLiteral("README.md"))).dir(), {});
    if (!shared_data().isEmpty()) {
        for (const QFileInfo& part : QDir(shared_data()).entryInfoList(QDir::Dirs | QDir::NoDotAndDotDot)) {
            if (part.fileName() != QStringLiteral("schemas")) {
                add(part.filePath(), part.fileName() + QLatin1Char('/'));
            }
        }
    }
    for (std::uint64_t i = 0; i < problems_to_draw(drawn); ++i) {
        const std::uint64_t seed = fresh_seed() + i;
        const QString path = folder.filePath(QStringLiteral("drawn_%1.json").arg(seed));
        const auto [problem, layout] = drawn_plan(seed);
        const auto written = write_document(path.toStdString(), problem, layout, std::nullopt);
        QVERIFY2(written, written ? "" : to_string(written.error()).c_str());
        QTest::addRow("drawn by ARENASCOPE_SEED=%llu", static_cast<unsigned long long>(seed)) << path;
    }
    QFile snapshot(folder.filePath(QStringLiteral("failed_snapshot.json")));
    QVERIFY(snapshot.open(QIODevice::WriteOnly));
    snapshot.write(QByteArray::fromStdString(failed_snapshot()));
    QTest::newRow("a failed allocation") << snapshot.fileName();
}

}  // namespace arenascope::test
