#include "app/session/journal_writer.h"

#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "app/session/journal_folder.h"
#include "app/session/journal_record.h"
#include "core/base/error/out_of_memory.h"

namespace arenascope {
namespace {

/// A journal grows to this size, and to several times its first one, before it is replaced by one record.
constexpr std::uint64_t least_replaced = std::uint64_t{4} << 20U;
constexpr std::uint64_t most_growth = 4;

}  // namespace

JournalWriter::JournalWriter(std::string folder, std::function<void(const Expected<void>&)> told)
    : folder_(std::move(folder)), told_(std::move(told)) {}

void JournalWriter::discard() {
    want_of_written(
        [this] {
            if (log_) {
                static_cast<void>(log_->remove());  // what stays is offered at the next start, to be discarded there
            }
            log_.reset();
            written_.reset();
        },
        true);
}

void JournalWriter::set_aside() {
    want_of_written([this] {
        if (log_ && written_) {
            UnsavedWork dropped = *written_;
            dropped.is_dropped = true;
            static_cast<void>(log_->append(journal_record(written_.get(), dropped)));
        }
        if (log_) {
            aside_.push_back({std::move(*log_), path_});
        }
        log_.reset();
        written_.reset();
    });
}

void JournalWriter::take_back() {
    want_of_written([this] {
        if (aside_.empty()) {
            return;
        }
        if (log_) {
            static_cast<void>(log_->remove());
        }
        log_ = std::move(aside_.back().log);
        path_ = aside_.back().path;
        aside_.pop_back();
        written_.reset();
    });
}

void JournalWriter::discard_aside(const QString& path) {
    want_of_written([this, path] {
        std::erase_if(aside_, [&path](Aside& aside) {
            if (aside.path != path) {
                return false;
            }
            static_cast<void>(aside.log.remove());
            return true;
        });
    });
}

void JournalWriter::take_over(RecordLog log) {
    want({{},
          [this, taken = std::make_shared<RecordLog>(std::move(log))] {
              log_ = std::move(*taken);
              written_.reset();
          }},
         false);
}

void JournalWriter::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return wanted_.empty() && !is_busy_; });
}

void JournalWriter::want_of_written(std::function<void()> act, bool replaces_work) {
    if (thread_.joinable()) {
        want({{}, std::move(act)}, replaces_work);
    }
}

void JournalWriter::want(Wanted wanted, bool replaces_work) {
    {
        const std::lock_guard lock(mutex_);
        if (replaces_work && !wanted_.empty() && wanted_.back().work) {
            wanted_.pop_back();
        }
        wanted_.push_back(std::move(wanted));
    }
    if (!thread_.joinable()) {
        thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
    }
    changed_.notify_all();
}

void JournalWriter::run(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, stop, [this] { return !wanted_.empty(); })) {
        Wanted wanted = std::move(wanted_.front());
        wanted_.pop_front();
        is_busy_ = true;
        lock.unlock();
        wanted.work ? write_now(std::move(*wanted.work)) : wanted.act();
        lock.lock();
        is_busy_ = false;
        changed_.notify_all();
    }
}

void JournalWriter::write_now(UnsavedWork work) {
    Expected<void> kept;
    try {
        kept = keep(std::move(work));
    } catch (const std::bad_alloc&) {
        kept = failure(out_of_memory("to keep unsaved edits", "close other programs"));
    } catch (const std::length_error&) {
        kept = failure(out_of_memory("to keep unsaved edits", "close other programs"));
    }
    if (!kept) {
        written_.reset();
    }
    told_(kept);
}

Expected<void> JournalWriter::keep(UnsavedWork work) {
    const bool is_large = log_ && log_->size() > std::max(least_replaced, most_growth * first_size_);
    if (!log_ || !written_ || is_large || written_->path != work.path) {
        if (const auto begun = begin_file(work); !begun) {
            return begun;
        }
    } else if (const auto appended = log_->append(journal_record(written_.get(), work)); !appended) {
        return appended;
    }
    path_ = work.path;
    written_ = std::make_unique<UnsavedWork>(std::move(work));
    return {};
}

Expected<void> JournalWriter::begin_file(const UnsavedWork& work) {
    const std::string record = journal_record(nullptr, work);
    if (log_) {
        if (const auto replaced = log_->replace(record); !replaced) {
            return replaced;
        }
    } else {
        if (const auto folder = make_journal_folder(folder_); !folder) {
            return folder;
        }
        auto log = RecordLog::create(new_journal_path(folder_), record);
        if (!log) {
            return failure(std::move(log.error()));
        }
        log_ = std::move(*log);
    }
    first_size_ = log_->size();
    return {};
}

}  // namespace arenascope
