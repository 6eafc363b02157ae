#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include <QCoreApplication>
#include <QObject>
#include <QPointer>
#include <QSemaphore>
#include <QTimer>

#include "qt/tasks/handled_at_once.h"
#include "qt/tasks/short_wait.h"
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
        (void)begin(std::move(work), std::move(deliver), priority);
    }

    /// As start(), but waits for a moment if the work looks at no more than `most_handled_at_once` elements: what is
    /// ready then is delivered at once, and does not flicker. False: the work is under way, so the caller shows that.
    template <class Work, class Deliver>
    bool run(std::size_t elements, Work work, Deliver deliver, int priority = 0) {
        const auto answer = begin(std::move(work), std::move(deliver), priority);
        if (elements > most_handled_at_once || !is_ready_shortly(answer->is_there)) {
            return false;
        }
        ++*latest_;  // or the event of the other thread would deliver it again
        take(*answer);
        return true;
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
    template <class Result, class Deliver>
    struct Answer {
        explicit Answer(Deliver to) : deliver(std::move(to)) {}
        Deliver deliver;
        std::optional<Result> result;  ///< empty once it is there: memory ran out
        QSemaphore is_there;
    };

    template <class Work>
    static auto result_of(Work& work, const Outdated& outdated) {
        if constexpr (std::is_invocable_v<Work&, const Outdated&>) {
            return work(outdated);
        } else {
            return work();
        }
    }
    template <class Work, class Deliver>
    auto begin(Work work, Deliver deliver, int priority) {
        using Result = decltype(result_of(work, std::declval<const Outdated&>()));
        const std::uint64_t number = ++*latest_;
        running_ = false;
        const auto answer = std::make_shared<Answer<Result, Deliver>>(std::move(deliver));
        // The application object outlives the pool's threads; this task may not.
        const auto tell = [self = QPointer<BackgroundTask>(this), number, answer,
                           urgent = priority > 0 ? std::make_shared<const UrgentWork>() : nullptr] {
            QMetaObject::invokeMethod(
                QCoreApplication::instance(),
                [self, number, answer, urgent] {
                    if (self && *self->latest_ == number) {
                        self->take(*answer);
                    }
                    end_later(urgent);
                },
                Qt::QueuedConnection);
        };
        QThreadPool& pool = priority > 0 ? urgent_pool() : work_pool();
        pool.start(
            [number, latest = latest_, work = std::move(work), answer, tell]() mutable {
                std::optional<Work> once(std::move(work));
                if (*latest != number) {
                    return;
                }
                const auto fail = [&] {
                    answer->result.reset();
                    tell();
                };
                try {
                    answer->result.emplace(result_of(*once, Outdated(latest, number)));
                    once.reset();  // what it holds is let go before the result is shown
                    tell();
                } catch (const std::bad_alloc&) {
                    fail();
                } catch (const std::length_error&) {
                    fail();  // a list would exceed any possible memory
                }
                answer->is_there.release();
            },
            priority);
        running_ = true;  // set last, because starting may throw when memory runs out
        return answer;
    }
    template <class Answer>
    void take(Answer& answer) {
        running_ = false;
        if (!answer.result) {
            emit ran_out_of_memory();
            return;
        }
        auto result = std::move(*answer.result);
        answer.result.reset();
        auto deliver = std::move(answer.deliver);
        deliver(std::move(result));
    }
    /// What follows urgent work, such as a frame after its parts, starts in the events that come now.
    static void end_later(const std::shared_ptr<const UrgentWork>& urgent) {
        if (urgent) {
            try {
                QTimer::singleShot(0, QCoreApplication::instance(), [urgent] {});
            } catch (const std::bad_alloc&) {
                return;  // it ends now
            }
        }
    }

    std::shared_ptr<std::atomic<std::uint64_t>> latest_ = std::make_shared<std::atomic<std::uint64_t>>(0);
    bool running_ = false;
};

}  // namespace arenascope
