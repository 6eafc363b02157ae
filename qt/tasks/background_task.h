#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include "qt/tasks/work_pool.h"

namespace arenascope {

/// Tells work that nobody waits for its result any more, so that it can stop. Cheap, but not free: ask once in some
/// thousand steps.
class Outdated {
public:
    Outdated(std::shared_ptr<const std::atomic<std::uint64_t>> latest, std::uint64_t number)
        : latest_(std::move(latest)), number_(number) {}
    [[nodiscard]] bool operator()() const { return *latest_ != number_; }

private:
    std::shared_ptr<const std::atomic<std::uint64_t>> latest_;
    std::uint64_t number_;
};

/// Runs work of one kind on another thread. Only the latest result is delivered. Results of earlier or abandoned work
/// are dropped.
class BackgroundTask final : public QObject {
    Q_OBJECT

public:
    explicit BackgroundTask(QObject* parent = nullptr) : QObject(parent) {}

    /// Runs `work` on another thread, then `deliver` with its result on this thread. Work that is outdated before it
    /// starts is skipped, so that fast stepping does not queue it up. Long work takes an `Outdated`, and returns
    /// anything once that is true. Work of a priority above 0 is urgent, see urgent_pool(). Work of a higher priority
    /// starts before other work that waits for a thread.
    template <class Work, class Deliver>
    void start(Work work, Deliver deliver, int priority = 0) {
        const std::uint64_t number = ++*latest_;
        running_ = false;
        const QPointer<BackgroundTask> self(this);
        QThreadPool& pool = priority > 0 ? urgent_pool() : work_pool();
        auto urgent = priority > 0 ? std::make_shared<const UrgentWork>() : nullptr;
        pool.start(
            [self, number, latest = latest_, work = std::move(work), deliver = std::move(deliver),
             urgent = std::move(urgent)]() mutable {
                if (*latest != number) {
                    return;
                }
                // The application object outlives the pool's threads; this task may not.
                try {
                    auto result = result_of(work, Outdated(latest, number));
                    QMetaObject::invokeMethod(
                        QCoreApplication::instance(),
                        [self, number, deliver = std::move(deliver), result = std::move(result),
                         urgent = std::move(urgent)]() mutable {
                            if (self && *self->latest_ == number) {
                                self->running_ = false;
                                deliver(std::move(result));
                            }
                            end_later(std::move(urgent));
                        },
                        Qt::QueuedConnection);
                } catch (const std::bad_alloc&) {
                    fail(self, number);
                } catch (const std::length_error&) {
                    fail(self, number);  // a list would exceed any possible memory
                }
            },
            priority);
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
    template <class Work>
    static auto result_of(Work& work, const Outdated& outdated) {
        if constexpr (std::is_invocable_v<Work&, const Outdated&>) {
            return work(outdated);
        } else {
            return work();
        }
    }
    /// What follows urgent work, such as a frame after its parts, starts in the events that come now.
    static void end_later(std::shared_ptr<const UrgentWork> urgent) {
        if (urgent) {
            try {
                QTimer::singleShot(0, QCoreApplication::instance(), [urgent] {});
            } catch (const std::bad_alloc&) {
                return;  // it ends now
            }
        }
    }
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
