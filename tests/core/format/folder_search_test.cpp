#include "core/format/folder_search.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

std::vector<FoundFile> all_in(FolderSearch& search) {
    std::vector<FoundFile> found;
    while (!search.is_done()) {
        for (FoundFile& each : search.next()) {
            found.push_back(std::move(each));
        }
    }
    return found;
}

}  // namespace

class FolderSearchTest : public QObject {
    Q_OBJECT

private slots:
    void init() { folder_ = std::make_unique<QTemporaryDir>(); }

    void finds_files_by_content_whatever_their_names_are() {
        write("b.dat", "id,lower,upper,size\na,0,1,8\n");
        write("a.json", "[{\"op\":\"alloc\",\"name\":\"x\",\"size\":4},{\"op\":\"free\",\"name\":\"x\"}]");
        write("readme.txt", "nothing to see\n");
        write("picture.png", QByteArray("\x89PNG\r\n\x1a\n\0\0", 10));
        write("empty.csv", "");
        FolderSearch search(folder_->path().toStdString());
        const auto found = all_in(search);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].name, std::string("a.json"));
        QVERIFY(found[0].format == FileFormat::sequence_json);
        QCOMPARE(found[1].name, std::string("b.dat"));
        QVERIFY(found[1].format == FileFormat::minimalloc_csv);
        QCOMPARE(found[1].size, std::uint64_t{28});
        QCOMPARE(search.looked(), std::size_t{5});
    }

    void looks_into_folders_but_not_into_hidden_ones() {
        QDir(folder_->path()).mkpath("deep/er");
        QDir(folder_->path()).mkpath(".git");
        write("deep/er/plan.csv", "id,lower,upper,size\na,0,1,8\n");
        write(".git/plan.csv", "id,lower,upper,size\na,0,1,8\n");
        write(".hidden.csv", "id,lower,upper,size\na,0,1,8\n");
        FolderSearch search(folder_->path().toStdString());
        const auto found = all_in(search);
        QCOMPARE(found.size(), std::size_t{1});
        QCOMPARE(found[0].name, std::string("deep/er/plan.csv"));
    }

    void a_long_text_may_tell_its_format_late() {
        QByteArray log;
        for (int i = 0; i < 3'000; ++i) {
            log += "[100%] Building the firmware, some line of the output\n";
        }
        QFile model(test::sample(QStringLiteral("residual_cell.xml")));
        QVERIFY(model.open(QIODevice::ReadOnly));
        write("model.bin", model.readAll());
        write("long.log", log);
        const QByteArray note(100'000, 'x');
        const QByteArray json = "{\"note\":\"" + note + "\",\"format\":\"arenascope-plan\"}";
        write("late.json", json);
        FolderSearch search(folder_->path().toStdString());
        const auto found = all_in(search);
        QCOMPARE(found.size(), std::size_t{2});
        QCOMPARE(found[0].name, std::string("late.json"));
        QVERIFY(found[1].format == FileFormat::openvino);
    }

    void nothing_is_found_where_nothing_is() {
        FolderSearch empty(folder_->path().toStdString());
        QVERIFY(all_in(empty).empty());
        FolderSearch missing((folder_->path() + "/none").toStdString());
        QVERIFY(all_in(missing).empty());
        QCOMPARE(missing.files(), std::size_t{0});
    }

    void a_call_looks_into_a_few_files_only() {
        for (int i = 0; i < 200; ++i) {
            write(QStringLiteral("%1.txt").arg(i), "x\n");
        }
        FolderSearch search(folder_->path().toStdString());
        QVERIFY(search.next().empty());
        QCOMPARE(search.files(), std::size_t{200});
        QVERIFY(search.next().empty());
        QVERIFY(search.looked() > 0 && search.looked() < 200);
    }

private:
    void write(const QString& name, const QByteArray& content) const {
        QFile file(folder_->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    std::unique_ptr<QTemporaryDir> folder_;
};

ARENASCOPE_TEST(FolderSearchTest)

}  // namespace arenascope

#include "folder_search_test.moc"
