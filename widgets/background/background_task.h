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

/// Work of one kind that is done beside the window. Only the result of what was started last is delivered: what was
/// started before is out of date, and what was abandoned is not wanted.
class BackgroundTask final : public QObject {
    Q_OBJECT

public:
    explicit BackgroundTask(QObject* parent = nullptr) : QObject(parent) {}

    /// Runs `work` on another thread, then `deliver` with what it gave on this one. Work that is out of date before its
    /// turn comes is left out, so that stepping fast does not pile it up.
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
                // The application object outlives the pool's threads, the task may not.
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
                    fail(self, number);  // a list would pass any memory there can be
                }
            });
        running_ = true;  // only now: starting takes memory, too
    }

    void abandon() {
        ++*latest_;
        running_ = false;
    }

    [[nodiscard]] bool is_running() const { return running_; }

signals:
    /// Instead of a result: there is not enough memory for the work.
    void ran_out_of_memory();

private:
    /// Called on the other thread.
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
