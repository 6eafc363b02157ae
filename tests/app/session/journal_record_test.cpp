#include "app/session/journal_record.h"

#include "tests/app/journal_fixture.h"

using namespace arenascope;
using namespace arenascope::test;

class JournalRecordTest : public QObject, private JournalFixture {
    Q_OBJECT

private slots:
    void init() { begin(); }

    void a_wrong_record_ends_the_journal_before_it() {
        UnsavedWork work;
        Session session;
        open(session, plan_);
        move(session, a, 32);
        work.path = plan_;
        work.plan = session.state();
        work.shown = session.shown()->layout;
        const std::string first = journal_record(nullptr, work);
        for (const char* wrong :
             {"", "{", "{}", "{\"at\": 1, \"edits\": 1, \"moves\": {\"keep\": 9, \"add\": []}}\n",
              "{\"at\": 1, \"edits\": 1, \"moves\": {\"keep\": 1, \"add\": [0, null, null, 1, 0]}}\n",
              "{\"at\": 1, \"edits\": 1, \"trace\": {\"bytes\": 99, \"left_out\": false}}"}) {
            const JournalContent content = journal_content({first, wrong, first});
            QCOMPARE(content.records, std::size_t{1});
            QVERIFY2(content.is_damaged, wrong);
            QVERIFY(content.work.plan.edits == work.plan.edits);
        }
        const JournalContent content = journal_content({first, first});
        QVERIFY(content.records == 2 && !content.is_damaged);
    }

    void a_clock_that_is_set_back_changes_no_order() {
        UnsavedWork work;
        Session session;
        open(session, plan_);
        work.path = plan_;
        std::vector<std::string> records;
        std::optional<UnsavedWork> before;
        for (const std::int64_t at : {5'000'000, 1'000, -3'000, 9'000'000}) {
            move(session, a, 32 * static_cast<std::int64_t>(records.size() + 1));
            work.plan = session.state();
            work.shown = session.shown()->layout;
            work.at = at;
            records.push_back(journal_record(before ? &*before : nullptr, work));
            before = work;
            const JournalContent content = journal_content(records);
            QVERIFY(content.work.plan.edits == work.plan.edits);
            QCOMPARE(content.work.at, at);
        }
    }
};

ARENASCOPE_TEST(JournalRecordTest)
#include "journal_record_test.moc"
