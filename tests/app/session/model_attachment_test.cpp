#include "app/session/model_attachment.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "tests/support/test_registry.h"

using namespace arenascope;

class ModelAttachmentTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;

    [[nodiscard]] QString written(const char* name, const QByteArray& content) const {
        QFile file(folder_.filePath(QLatin1String(name)));
        if (!file.open(QIODevice::WriteOnly) || file.write(content) != content.size()) {
            qFatal("%s can not be written", name);
        }
        return file.fileName();
    }

    static void open(Session& session, const QString& path) {
        QSignalSpy opened(&session.plan(), &OpenPlan::opened);
        session.file().open(path);
        QVERIFY(opened.wait(10'000));
    }

    /// The error; empty if the model was attached.
    static QString attach(ModelAttachment& attachment, const QString& path, AttachmentSummary* summary = nullptr) {
        QEventLoop loop;
        QString error;
        const auto done = connect(&attachment, &ModelAttachment::attached, &loop, [&](const AttachmentSummary& told) {
            if (summary != nullptr) {
                *summary = told;
            }
            loop.quit();
        });
        const auto failed = connect(&attachment, &ModelAttachment::failed, &loop, [&](const Error& told) {
            error = QString::fromStdString(to_string(told));
            loop.quit();
        });
        attachment.attach(path);
        loop.exec();
        disconnect(done);
        disconnect(failed);
        return error;
    }

    const QByteArray log_ =
        "0 (id=0): size=96, offset=0, first_used=0 last_used=1\n"
        "1 (id=1): size=112, offset=96, first_used=1 last_used=2\n"
        "2 (id=2): size=160, offset=208, first_used=1 last_used=1\n";
    const QByteArray model_ =
        "7767517\n3 3\nInput in 0 1 in -23330=4,1,24,1,1\nReLU r 1 1 in a -23330=4,1,25,1,1\n"
        "ReLU s 1 1 a out -23330=4,1,9,1,1\n";

private slots:
    void the_plan_gets_names_operators_and_labels_and_keeps_its_offsets() {
        Session session;
        open(session, written("run.log", log_));
        ModelAttachment attachment(session);
        AttachmentSummary summary;
        QCOMPARE(attach(attachment, written("net.param", model_), &summary), QString());
        QCOMPARE(summary.matched, 2);
        QCOMPARE(summary.buffers, 3);
        QCOMPARE(summary.matched_by[static_cast<int>(MatchedBy::size_and_lifetime)], 2);
        QCOMPARE(summary.only_in_plan, QStringList{QStringLiteral("buffer_2")});
        QCOMPARE(summary.only_in_model, QStringList{QStringLiteral("out")});
        QCOMPARE(session.problem()->buffers[1].name, std::string("a"));
        QCOMPARE(session.problem()->graph->operators.size(), std::size_t{2});
        QCOMPARE(session.problem()->step_labels[0].step, Step(1));
        QCOMPARE(session.layout().placements[1]->offset, Offset(96));
    }

    void it_can_be_undone_and_redone() {
        Session session;
        open(session, written("run.log", log_));
        session.plan().move_buffers({{BufferIndex(2), Placement{Offset(512), RegionIndex(0)}}}, BufferIndex(2));
        ModelAttachment attachment(session);
        QCOMPARE(attach(attachment, written("net.param", model_)), QString());
        QCOMPARE(session.layout().placements[2]->offset, Offset(512));
        session.undo_stack()->undo();
        QCOMPARE(session.problem()->buffers[1].name, std::string("buffer_1"));
        QVERIFY(!session.problem()->graph);
        QCOMPARE(session.layout().placements[2]->offset, Offset(512));
        session.undo_stack()->redo();
        QCOMPARE(session.problem()->buffers[1].name, std::string("a"));
    }

    void a_model_that_cannot_be_attached_changes_nothing() {
        Session session;
        open(session, written("run.log", log_));
        const auto before = session.problem();
        ModelAttachment attachment(session);
        QVERIFY(
            attach(attachment, folder_.filePath(QStringLiteral("missing.onnx"))).contains(QLatin1String("no such")));
        QVERIFY(attach(attachment, written("table.csv", "id,lower,upper,size\na,0,1,2\n"))
                    .contains(QLatin1String("no operators")));
        QByteArray other = model_;
        other.replace("1,24,1,1", "1,77,1,1").replace("1,25,1,1", "1,78,1,1");
        QVERIFY(attach(attachment, written("other.param", other)).contains(QLatin1String("none of its buffers")));
        QCOMPARE(session.problem(), before);
        QVERIFY(session.undo_stack()->isClean());
    }
};

ARENASCOPE_TEST(ModelAttachmentTest)
#include "model_attachment_test.moc"
