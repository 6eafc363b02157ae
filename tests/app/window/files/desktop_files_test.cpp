#include "app/window/files/desktop_files.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTimeZone>
#include <QXmlStreamReader>

#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const QDateTime noon(QDate(2026, 11, 29), QTime(12, 0), QTimeZone::utc());

QByteArray text_in(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void put(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

/// The values of an attribute of all elements of a name, in their order. Empty if this is no XML.
QStringList values_in(const QByteArray& text, const QString& element, const QString& attribute) {
    QXmlStreamReader reader(text);
    reader.setNamespaceProcessing(false);
    QStringList values;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.qualifiedName() == element) {
            values << reader.attributes().value(attribute).toString();
        }
    }
    return reader.hasError() ? QStringList() : values;
}

}  // namespace

class DesktopFilesTest : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<QTemporaryDir> folder_;
    QString list_;

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        list_ = folder_->filePath(QStringLiteral("recently-used.xbel"));
    }

    void the_first_file_makes_the_list() {
        QVERIFY(add_desktop_file(list_, QStringLiteral("/plans/a plan & more.csv"), noon));
        const QByteArray text = text_in(list_);
        QCOMPARE(values_in(text, QStringLiteral("bookmark"), QStringLiteral("href")),
                 QStringList{QStringLiteral("file:///plans/a%20plan%20&%20more.csv")});
        QCOMPARE(values_in(text, QStringLiteral("bookmark"), QStringLiteral("visited")),
                 QStringList{QStringLiteral("2026-11-29T12:00:00.000Z")});
        QCOMPARE(values_in(text, QStringLiteral("mime:mime-type"), QStringLiteral("type")),
                 QStringList{QStringLiteral("text/csv")});
        QCOMPARE(values_in(text, QStringLiteral("bookmark:application"), QStringLiteral("name")),
                 QStringList{QStringLiteral("Arenascope")});
    }

    void only_its_owner_reads_the_list() {
        QVERIFY(add_desktop_file(list_, QStringLiteral("/plan.csv"), noon));
        QVERIFY((QFile::permissions(list_) & (QFile::ReadGroup | QFile::ReadOther)) == QFile::Permissions());
    }

    void a_file_that_is_opened_again_is_counted_and_moves_to_the_end() {
        for (const char* path : {"/a.csv", "/b.csv", "/a.csv"}) {
            QVERIFY(add_desktop_file(list_, QString::fromLatin1(path), noon));
        }
        const QByteArray text = text_in(list_);
        QCOMPARE(values_in(text, QStringLiteral("bookmark"), QStringLiteral("href")),
                 (QStringList{QStringLiteral("file:///b.csv"), QStringLiteral("file:///a.csv")}));
        QCOMPARE(values_in(text, QStringLiteral("bookmark:application"), QStringLiteral("count")),
                 (QStringList{QStringLiteral("1"), QStringLiteral("2")}));
    }

    void what_other_programs_have_written_stays() {
        put(list_, R"(<?xml version="1.0" encoding="UTF-8"?>
<xbel version="1.0" xmlns:bookmark="b" xmlns:mime="m">
  <!-- kept -->
  <bookmark href="file:///plan.csv" added="2020-01-01T00:00:00Z">
    <info><metadata owner="http://freedesktop.org"><mime:mime-type type="text/plain"/>
      <bookmark:groups><bookmark:group>Office</bookmark:group></bookmark:groups>
      <bookmark:applications><bookmark:application name="Editor" exec="editor %u" count="7"/></bookmark:applications>
    </metadata></info>
  </bookmark>
  <bookmark href="file:///letter.txt"/>
</xbel>)");
        QVERIFY(add_desktop_file(list_, QStringLiteral("/plan.csv"), noon));
        const QByteArray text = text_in(list_);
        QVERIFY(text.contains("<!-- kept -->"));
        QVERIFY(text.contains("<bookmark:group>Office</bookmark:group>"));
        QCOMPARE(values_in(text, QStringLiteral("bookmark"), QStringLiteral("added")).last(),
                 QStringLiteral("2020-01-01T00:00:00Z"));
        QCOMPARE(values_in(text, QStringLiteral("bookmark:application"), QStringLiteral("name")),
                 (QStringList{QStringLiteral("Editor"), QStringLiteral("Arenascope")}));
        QCOMPARE(values_in(text, QStringLiteral("bookmark:application"), QStringLiteral("count")),
                 (QStringList{QStringLiteral("7"), QStringLiteral("1")}));
        QCOMPARE(values_in(text, QStringLiteral("bookmark"), QStringLiteral("href")).first(),
                 QStringLiteral("file:///letter.txt"));
    }

    void what_is_no_list_is_left_as_it_is() {
        for (const char* content : {"", "no XML", "<html/>", "<xbel><bookmark></xbel>"}) {
            put(list_, content);
            QVERIFY(!add_desktop_file(list_, QStringLiteral("/plan.csv"), noon));
            QCOMPARE(text_in(list_), QByteArray(content));
        }
    }

    void a_folder_that_is_missing_is_no_list() {
        QVERIFY(!add_desktop_file(folder_->filePath(QStringLiteral("none/recently-used.xbel")),
                                  QStringLiteral("/plan.csv"), noon));
    }
};

ARENASCOPE_TEST(DesktopFilesTest)
#include "desktop_files_test.moc"
