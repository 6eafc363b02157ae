#include "qt/tasks/released_apart.h"

#include <atomic>

#include <QThread>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Tells on which thread it was destroyed.
class Told {
public:
    explicit Told(std::shared_ptr<std::atomic<QThread*>> where) : where_(std::move(where)) {}
    Told(Told&& other) noexcept : where_(std::exchange(other.where_, nullptr)) {}
    Told& operator=(Told&&) = delete;
    ~Told() {
        if (where_) {
            *where_ = QThread::currentThread();
        }
    }

private:
    std::shared_ptr<std::atomic<QThread*>> where_;
};

}  // namespace

class ReleasedApartTest : public QObject {
    Q_OBJECT

private slots:
    void a_small_value_is_destroyed_where_its_last_owner_lets_it_go() {
        const auto where = std::make_shared<std::atomic<QThread*>>(nullptr);
        auto value = released_apart(Told(where), most_handled_at_once);
        value.reset();
        QCOMPARE(where->load(), QThread::currentThread());
    }

    void a_large_value_is_destroyed_on_another_thread_after_its_last_owner_lets_it_go() {
        const auto where = std::make_shared<std::atomic<QThread*>>(nullptr);
        auto value = released_apart(Told(where), most_handled_at_once + 1);
        auto other = value;
        value.reset();
        work_pool().waitForDone();
        QVERIFY(where->load() == nullptr);
        other.reset();
        work_pool().waitForDone();
        QVERIFY(where->load() != nullptr);
        QVERIFY(where->load() != QThread::currentThread());
    }
};

ARENASCOPE_TEST(ReleasedApartTest)
#include "released_apart_test.moc"
