#include "app/session/plan_comparison.h"

#include "tests/app/session_fixture.h"

using namespace arenascope;
using namespace arenascope::test;

class PlanComparisonTest : public QObject, private SessionFixture {
    Q_OBJECT

private slots:
    void init() {
        write("id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,8\n");
        session_ = std::make_unique<Session>();
        open(*session_, plan_);
    }
    void cleanup() { session_.reset(); }

    void nothing_is_compared_until_somebody_watches() {
        keep();
        QVERIFY(comparison().has_other());
        QVERIFY(!comparison().result());
        comparison().set_watched(true);
        QVERIFY(comparison().result());
        QCOMPARE(comparison().result()->changes.moved, std::size_t{0});
    }

    void an_edit_is_compared_with_what_was_kept() {
        keep();
        comparison().set_watched(true);
        QSignalSpy compared(&comparison(), &PlanComparison::compared);
        move_b(16);
        QCOMPARE(compared.size(), qsizetype{1});
        QCOMPARE(comparison().result()->changes.moved, std::size_t{1});
        QCOMPARE(comparison().result()->figures_of_a.height.peak, std::optional(Offset(24)));
        QCOMPARE(comparison().result()->figures_of_b.height.peak, std::optional(Offset(16)));
    }

    void adopting_moves_every_buffer_to_its_place_in_b() {
        QCOMPARE(comparison().why_not_adopted(), QStringLiteral("There is no second plan."));
        keep();
        comparison().set_watched(true);
        QCOMPARE(comparison().why_not_adopted(), QStringLiteral("Every buffer has the same place in both plans."));
        QVERIFY(!comparison().can_adopt());
        move_b(16);
        QVERIFY(comparison().can_adopt());
        comparison().adopt();
        QCOMPARE(session_->layout().placements[1]->offset, Offset(8));
        QVERIFY(!comparison().can_adopt());
        session_->undo_stack()->undo();
        QCOMPARE(session_->layout().placements[1]->offset, Offset(16));
    }

    void a_plan_with_other_buffers_cannot_be_adopted() {
        Problem other = *session_->problem();
        other.buffers[0].size = Bytes(4);
        comparison().set_other(QStringLiteral("other"),
                               plan_to_compare(std::make_shared<const Problem>(other), session_->shown()->layout));
        comparison().set_watched(true);
        move_b(16);
        QVERIFY(!comparison().can_adopt());
        QVERIFY(comparison().why_not_adopted().startsWith(QStringLiteral("The plans have not the same buffers")));
        QVERIFY(comparison().other()->report() != nullptr);
    }

    void a_file_about_other_buffers_ends_the_comparison() {
        keep();
        QSignalSpy unrelated(&comparison(), &PlanComparison::unrelated);
        write("id,lower,upper,size,offset\na,0,4,8,32\nb,2,6,8,8\nc,3,4,8,0\n");
        open(*session_, plan_);  // the same file again
        QVERIFY(comparison().has_other());
        const QString other = folder_.filePath(QStringLiteral("related.csv"));
        write_to(other, "id,lower,upper,size,offset\na,0,4,8,0\nb,2,6,8,64\n");
        open(*session_, other);
        QVERIFY(comparison().has_other());
        QVERIFY(unrelated.isEmpty());
        const QString unlike = folder_.filePath(QStringLiteral("unlike.csv"));
        write_to(unlike, "id,lower,upper,size,offset\nx,0,4,8,0\ny,2,6,8,64\na,0,9,1,90\n");
        open(*session_, unlike);
        QVERIFY(!comparison().has_other());
        QCOMPARE(unrelated.size(), qsizetype{1});
    }

    void closing_the_plan_ends_the_comparison() {
        keep();
        comparison().set_watched(true);
        session_->plan().close();
        QVERIFY(!comparison().has_other());
        QVERIFY(!comparison().result());
    }

    void many_buffers_are_compared_on_another_thread() {
        QByteArray rows = "id,lower,upper,size,offset\n";
        for (int i = 0; i < 20'001; ++i) {
            const QByteArray number = QByteArray::number(i);
            rows += "t" + number + "," + number + "," + QByteArray::number(i + 1) + ",8,0\n";
        }
        write(rows);
        open(*session_, plan_);
        keep();
        comparison().set_watched(true);
        QVERIFY(!comparison().result());
        QTRY_VERIFY(comparison().result());
        QCOMPARE(comparison().result()->changes.paired_by_name, std::size_t{20'001});
    }

private:
    static void write_to(const QString& path, const QByteArray& content) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }
    PlanComparison& comparison() { return session_->comparison(); }
    void keep() { comparison().set_other(QStringLiteral("kept"), session_->shown()); }
    void move_b(std::int64_t offset) {
        session_->plan().move_buffers({{BufferIndex(1), {Offset(offset), RegionIndex(0)}}}, BufferIndex(1));
    }

    std::unique_ptr<Session> session_;
};

ARENASCOPE_TEST(PlanComparisonTest)
#include "plan_comparison_test.moc"
