#include "core/base/file/record_log.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <rapidcheck.h>

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include "tests/support/full_disk.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

std::string content_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool is_prefix(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
    return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

/// The bytes of a log with these records; there is at least one.
std::string log_of(const std::vector<std::string>& records) {
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("a.journal")).toStdString();
    auto log = RecordLog::create(path, records.front());
    RC_ASSERT(log.has_value());
    for (std::size_t i = 1; i < records.size(); ++i) {
        RC_ASSERT(log->append(records[i]).has_value());
    }
    return content_of(path);
}

}  // namespace

class RecordLogTest : public QObject {
    Q_OBJECT

private slots:
    void appended_records_are_read_in_their_order() {
        auto log = RecordLog::create(path_, "one");
        QVERIFY(log.has_value());
        QVERIFY(log->append("two").has_value());
        QVERIFY(log->append(std::string()).has_value());
        QVERIFY(log->append(std::string("\0\n", 2)).has_value());
        const auto reading = log->read();
        QVERIFY(reading.has_value());
        QVERIFY(reading->records == (std::vector<std::string>{"one", "two", "", std::string("\0\n", 2)}));
        QVERIFY(!reading->is_damaged);
        QCOMPARE(log->size(), std::filesystem::file_size(path_));
    }

    void only_the_user_may_read_the_file() {
        const auto log = RecordLog::create(path_, "one");
        QVERIFY(log.has_value());
        const auto own = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadUser | QFile::WriteUser;
        QCOMPARE(QFile::permissions(QString::fromStdString(path_)), own);
    }

    void a_cut_at_any_byte_leaves_the_records_before_it() {
        const std::vector<std::string> records{"one", "a longer record, which has some bytes", "three"};
        const std::string whole = log_of(records);
        std::size_t most = 0;
        for (std::size_t length = 0; length <= whole.size(); ++length) {
            const RecordReading reading = records_in(std::string_view(whole).substr(0, length));
            QVERIFY(is_prefix(reading.records, records));
            QVERIFY(reading.records.size() >= most);
            QCOMPARE(reading.is_damaged, reading.whole_bytes != length || length == 0);
            most = reading.records.size();
        }
        QCOMPARE(most, records.size());
    }

    void any_flipped_bit_leaves_records_before_it() {
        const std::vector<std::string> records{"one", std::string(300, 'x') + "y", "three", "4"};
        const std::string whole = log_of(records);
        for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
            std::string damaged = whole;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
            QVERIFY2(is_prefix(records_in(damaged).records, records), std::to_string(bit).c_str());
        }
    }

    void random_records_survive_random_damage_as_a_prefix() {
        QVERIFY(rc::check([](std::vector<std::string> records) {
            records.resize(1 + records.size() % 4);  // each takes a flush to the disk
            std::string bytes = log_of(records);
            RC_ASSERT(records_in(bytes).records == records);
            const auto at = *rc::gen::inRange<std::size_t>(0, bytes.size());
            bytes[at] = *rc::gen::arbitrary<char>();
            bytes.resize(*rc::gen::inRange<std::size_t>(0, bytes.size() + 1));
            RC_ASSERT(is_prefix(records_in(bytes).records, records));
        }));
    }

    void a_damaged_end_is_cut_off_before_the_next_record() {
        { QVERIFY(RecordLog::create(path_, "one").has_value()); }
        {
            std::ofstream file(path_, std::ios::binary | std::ios::app);
            file << "half a rec";
        }
        auto log = RecordLog::take_over(path_);
        QVERIFY(log.has_value());
        const auto before = log->read();
        QVERIFY(before.has_value() && before->is_damaged);
        QVERIFY(log->append("two").has_value());
        const RecordReading reading = records_in(content_of(path_));
        QVERIFY(reading.records == (std::vector<std::string>{"one", "two"}));
        QVERIFY(!reading.is_damaged);
    }

    void a_log_has_one_owner() {
        auto log = RecordLog::create(path_, "one");
        QVERIFY(log.has_value());
        QVERIFY(!RecordLog::is_left(path_));
        QVERIFY(!RecordLog::take_over(path_).has_value());
        QVERIFY(log->replace("two").has_value());  // another file, which is locked before it has this name
        QVERIFY(!RecordLog::is_left(path_));
        QVERIFY(!RecordLog::take_over(path_).has_value());
        log = failure("gone");
        QVERIFY(RecordLog::is_left(path_));
        const auto heir = RecordLog::take_over(path_);
        QVERIFY(heir.has_value());
        QVERIFY(!RecordLog::take_over(path_).has_value());
    }

    void a_removed_log_is_not_left() {
        auto log = RecordLog::create(path_, "one");
        QVERIFY(log.has_value() && log->remove().has_value());
        QVERIFY(!RecordLog::is_left(path_));
        QVERIFY(!RecordLog::take_over(path_).has_value());
    }

    void replacing_keeps_one_record() {
        auto log = RecordLog::create(path_, "one");
        QVERIFY(log.has_value() && log->append("two").has_value() && log->replace("three").has_value() &&
                log->append("four").has_value());
        QVERIFY(records_in(content_of(path_)).records == (std::vector<std::string>{"three", "four"}));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(folder_.path().toStdString()), {}), 1);
    }

    void a_full_disk_keeps_the_records_before() {
        auto log = RecordLog::create(path_, "one");
        QVERIFY(log.has_value());
        std::string large;
        for (unsigned i = 0; i < 100'000; ++i) {
            large += std::to_string(i * 2'654'435'761U);
        }
        {
            const test::FullDisk disk(4096);
            const auto appended = log->append(large);
            QVERIFY(!appended.has_value());
            QVERIFY(to_string(appended.error()).find("make room on the disk") != std::string::npos);
            QVERIFY(!log->replace(large).has_value());
        }
        QVERIFY(log->append("two").has_value());
        QVERIFY(records_in(content_of(path_)).records == (std::vector<std::string>{"one", "two"}));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(folder_.path().toStdString()), {}), 1);
    }

    void a_missing_folder_is_an_error() {
        const auto log = RecordLog::create(folder_.filePath(QStringLiteral("none/a.journal")).toStdString(), "one");
        QVERIFY(!log.has_value());
        QVERIFY(to_string(log.error()).find("cannot create it") != std::string::npos);
    }

    void init() { std::filesystem::remove(path_); }

private:
    QTemporaryDir folder_;
    std::string path_ = folder_.filePath(QStringLiteral("a.journal")).toStdString();
};

ARENASCOPE_TEST(RecordLogTest)

}  // namespace arenascope

#include "record_log_test.moc"
