#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QThreadPool>

namespace arenascope {

/// Runs work of one kind on another thread. Only the latest result is delivered. Results of earlier or abandoned work
/// are dropped.
class BackgroundTask final : public QObject {
    Q_OBJECT

public:
    explicit BackgroundTask(QObject* parent = nullptr) : QObject(parent) {}

    /// Runs `work` on another thread, then `deliver` with its result on this thread. Work that is outdated before it
    /// starts is skipped, so that fast stepping does not queue it up.
    template <class Work, class Deliver>
    void start(Work work, Deliver deliver) {
        const std::uint64_t number = ++*latest_;
        running_ = false;
        const QPointer<BackgroundTask> self(this);
        QThreadPool::globalInstance()->start(
            [self, number, latest = latest_, work = std::move(work), deliver = std::move(deliver)]() mutable {
                if (*latest != number) {
                    return;
                }
                // The application object outlives the pool's threads; this task may not.
                try {
                    auto result = work();
                    QMetaObject::invokeMethod(
                        QCoreApplication::instance(),
                        [self, number, deliver = std::move(deliver), result = std::move(result)]() mutable {
                            if (self && *self->latest_ == number) {
                                self->running_ = false;
                                deliver(std::move(result));
                            }
                        },
                        Qt::QueuedConnection);
                } catch (const std::bad_alloc&) {
                    fail(self, number);
                } catch (const std::length_error&) {
                    fail(self, number);  // a list would exceed any possible memory
                }
            });
        running_ = true;  // set last, because starting may throw when memory runs out
    }

    void abandon() {
        ++*latest_;
        running_ = false;
    }

    [[nodiscard]] bool is_running() const { return running_; }

signals:
    /// Emitted instead of a delivery if there is not enough memory for the work.
    void ran_out_of_memory();

private:
    /// Runs on the other thread.
    static void fail(const QPointer<BackgroundTask>& self, std::uint64_t number) {
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, number] {
                if (self && *self->latest_ == number) {
                    self->running_ = false;
                    emit self->ran_out_of_memory();
                }
            },
            Qt::QueuedConnection);
    }

    std::shared_ptr<std::atomic<std::uint64_t>> latest_ = std::make_shared<std::atomic<std::uint64_t>>(0);
    bool running_ = false;
};

}  // namespace arenascope
