#pragma once

#include <QDir>

#include "app/session/journal.h"
#include "app/session/journal_folder.h"
#include "app/session/recovery.h"
#include "core/model/edit/buffer_change.h"
#include "tests/app/session_fixture.h"

namespace arenascope::test {

/// Base of the test classes of journals, besides QObject: a session fixture with a folder of journals, and edits.
class JournalFixture : protected SessionFixture {
protected:
    static constexpr BufferIndex a{0};
    static constexpr BufferIndex b{1};

    /// A plan of three buffers, and no journals.
    void begin() const {
        QDir(journals_).removeRecursively();
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\nc,4,8,8,0\n");
    }

    static void move(Session& session, BufferIndex buffer, std::int64_t offset) {
        session.plan().move_buffers({{buffer, {Offset(offset), RegionIndex(0)}}}, buffer);
    }

    static void resize(Session& session, BufferIndex buffer, std::int64_t size) {
        const ShownPlan& plan = session.plan().without_preview();
        auto edited = changed_buffers(*plan.problem, *plan.layout, std::vector{buffer}, {.size = Bytes(size)});
        QVERIFY(edited.has_value());
        change(session, std::move(*edited), QStringLiteral("size"));
    }

    static void verify_same(const PlanState& one, const PlanState& other) {
        QVERIFY(*one.problem == *other.problem);
        QVERIFY(*one.layout == *other.layout);
        QVERIFY(one.provenance == other.provenance);
        QCOMPARE(one.trace == nullptr, other.trace == nullptr);
        QVERIFY(!one.trace || *one.trace == *other.trace);
        QCOMPARE(one.frame, other.frame);
        QVERIFY(one.edits == other.edits);
        QVERIFY(one.hand_edits == other.hand_edits);
        QVERIFY(one.pinned_notes == other.pinned_notes);
        QVERIFY(one.bookmarks == other.bookmarks);
        QCOMPARE(one.source, other.source);
        QVERIFY(one.switches == other.switches);
        QCOMPARE(one.format, other.format);
        QVERIFY(one.notes == other.notes);
        QVERIFY(one.plan_notes == other.plan_notes);
        QVERIFY(one.lower_bound == other.lower_bound);
        QVERIFY(one.misfits == other.misfits);
        QCOMPARE(one.import == nullptr, other.import == nullptr);
        QVERIFY(!one.import || *one.import == *other.import);
    }

    static void tune(Session& session) {
        QSignalSpy finished(session.tuning().run(), &PlanRun::finished);
        session.tuning().start({.planner = "peak-suppression", .settings = {}});
        QVERIFY(finished.wait(60'000));
        QTRY_VERIFY(session.state().trace != nullptr);
    }

    [[nodiscard]] std::string only_journal() const {
        const std::vector<std::string> left = left_journals(journals_.toStdString());
        return left.size() == 1 ? left.front() : std::string();
    }

    QString journals_ = folder_.filePath(QStringLiteral("settings/journals"));
};

}  // namespace arenascope::test
