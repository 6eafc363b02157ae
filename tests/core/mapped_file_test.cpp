#include "core/file/mapped_file.h"

#include <QFile>
#include <QTemporaryDir>

#include <sys/stat.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

class MappedFileTest : public QObject {
    Q_OBJECT

private slots:
    void bytes_live_as_long_as_their_owner() {
        SharedBytes part;
        {
            const SharedBytes whole = shared_bytes(std::string(1'000, 'x') + "end");
            part = {whole.bytes.substr(1'000), whole.owner};
        }
        QCOMPARE(part.bytes, std::string_view("end"));
    }

    void only_a_large_file_with_the_right_beginning_is_mapped() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("file"));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("ABCDEF");
        file.close();
        const std::string name = path.toStdString();
        const auto mapped = map_file(name, "ABC", 6);
        QVERIFY(mapped.has_value());
        QCOMPARE(mapped->bytes, std::string_view("ABCDEF"));
        QVERIFY(!map_file(name, "ABD", 6));
        QVERIFY(!map_file(name, "ABC", 7));
        QVERIFY(!map_file(name, "ABCDEFG", 0));
        QVERIFY(!map_file(folder.path().toStdString(), "", 0));
        QVERIFY(!map_file(name + "x", "", 0));
        QVERIFY(file.remove());
        QCOMPARE(mapped->bytes, std::string_view("ABCDEF"));
    }

    void a_pipe_is_not_opened() {
        const QTemporaryDir folder;
        const std::string name = folder.filePath(QStringLiteral("pipe")).toStdString();
        QVERIFY(::mkfifo(name.c_str(), 0600) == 0);
        QVERIFY(!map_file(name, "", 0));
    }
};

ARENASCOPE_TEST(MappedFileTest)
#include "mapped_file_test.moc"
