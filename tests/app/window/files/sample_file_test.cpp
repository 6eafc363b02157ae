#include "app/window/files/sample_file.h"

#include <QFile>
#include <QStandardPaths>

#include "core/check/overlap_checker.h"
#include "core/format/reading.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class SampleFileTest : public QObject {
    Q_OBJECT

private slots:
    void the_sample_exists_and_opens() {
        const QString path = sample_file();
        QVERIFY(!path.isEmpty());
        const auto document = read_document(path.toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(!document->problem.buffers.empty());
    }

    void a_copied_program_has_the_sample_with_it() {
        QStandardPaths::setTestModeEnabled(true);
        const QString path = sample_file_in({QStringLiteral("/nowhere")});
        QStandardPaths::setTestModeEnabled(false);
        QFile unpacked(path);
        QFile original(sample_file());
        QVERIFY(unpacked.open(QIODevice::ReadOnly) && original.open(QIODevice::ReadOnly));
        QVERIFY(unpacked.fileName() != original.fileName());
        QCOMPARE(unpacked.readAll(), original.readAll());
    }
};

ARENASCOPE_TEST(SampleFileTest)
#include "sample_file_test.moc"
