#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "app/session/unsaved_work.h"
#include "core/base/error/error.h"
#include "core/base/file/record_log.h"

namespace arenascope {

/// Writes the unsaved work of one window to its journal, on a thread of its own.
///
///   window's thread   write(work) ─▶ wanted (only the newest) ─▶ writer's thread: compares with the work written last,
///                                                                appends what differs, flushes it to the disk
///
/// A journal that has grown to several times its size is replaced by one record. If writing fails, the next write
/// begins a new file.
///
/// A journal can be set aside: it stays as it is, and the next write begins another one. It is offered at the next
/// start, unless it is taken back or discarded before.
class JournalWriter {
public:
    /// `told` is called on the writer's thread after each write, with its error.
    JournalWriter(std::string folder, std::function<void(const Expected<void>&)> told);
    /// Its end writes what is wanted, and leaves the journal where it is.
    JournalWriter(const JournalWriter&) = delete;
    JournalWriter& operator=(const JournalWriter&) = delete;

    void write(UnsavedWork work) { want({std::move(work)}, true); }
    /// There is nothing unsaved any more: removes the journal.
    void discard();
    /// Goes on with the journal of a dead owner. The next write replaces its content.
    void take_over(RecordLog log);
    /// Keeps the journal as it is: its work was dropped, and may be wanted back.
    void set_aside();
    /// The work of the journal that was set aside last is the unsaved work again: goes on with that journal.
    void take_back();
    /// Removes the journals that were set aside for a file.
    void discard_aside(const QString& path);
    /// Waits until nothing is wanted.
    void finish();

private:
    struct Wanted {
        std::optional<UnsavedWork> work;  ///< to write; empty: there is `act`
        std::function<void()> act = {};
    };
    struct Aside {
        RecordLog log;
        QString path;  ///< of its plan
    };

    /// Adds something to what is wanted. If it is only to be done with what was written, it is left out where nothing
    /// ever was. It takes the place of work that is not written yet if that is not worth it any more.
    void want(Wanted wanted, bool replaces_work);
    void want_of_written(std::function<void()> act, bool replaces_work = false);
    void run(const std::stop_token& stop);
    void write_now(UnsavedWork work);
    [[nodiscard]] Expected<void> keep(UnsavedWork work);
    [[nodiscard]] Expected<void> begin_file(const UnsavedWork& work);

    std::string folder_;
    std::function<void(const Expected<void>&)> told_;
    // Of the writer's thread:
    std::optional<RecordLog> log_;
    QString path_;                          ///< of the plan in the journal
    std::unique_ptr<UnsavedWork> written_;  ///< null: the next write replaces the content
    std::uint64_t first_size_ = 0;          ///< of the journal when it had one record
    std::vector<Aside> aside_;
    // Of both:
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Wanted> wanted_;
    bool is_busy_ = false;
    std::jthread thread_;  ///< started with the first wish; writes what is wanted before it ends
};

}  // namespace arenascope
