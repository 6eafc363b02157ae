#include "app/window/shell/recovery_offer.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>
#include <QMessageBox>

#include "app/window/shell/view_memory.h"
#include "app/window/shell/window_view.h"
#include "core/base/error/out_of_memory.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/panels/recovery_bar/recovery_bar.h"

namespace arenascope {
namespace {

/// The name of the plan's file, short enough for a line.
QString short_name(const QString& path) {
    constexpr qsizetype most = 60;
    const QString name = visible_text(QFileInfo(path).fileName());
    return name.size() <= most ? name : name.left(most / 2) + QStringLiteral("…") + name.right(most / 2 - 1);
}

/// "14:32", with the date unless it is today.
QString time_words(std::int64_t milliseconds) {
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(milliseconds);
    const QString clock = time.toString(QStringLiteral("HH:mm"));
    return time.date() == QDate::currentDate()
               ? clock
               : RecoveryOffer::tr("%1, %2").arg(time.toString(QStringLiteral("yyyy-MM-dd")), clock);
}

QString edit_words(std::size_t edits) {
    return counted(static_cast<std::int64_t>(edits), RecoveryOffer::tr("1 edit"), RecoveryOffer::tr("%1 edits"));
}

QString offer_words(const LeftWork& left) {
    if (left.is_newer) {
        return RecoveryOffer::tr("Unsaved edits that a newer version of Arenascope has kept.");
    }
    if (left.path.isEmpty()) {
        return RecoveryOffer::tr("Unsaved edits that cannot be read: their journal is damaged from the beginning.");
    }
    if (left.edits == 0) {
        return RecoveryOffer::tr("Unsaved plan %1 from %2.").arg(short_name(left.path), time_words(left.at));
    }
    return RecoveryOffer::tr("Unsaved edits of %1 from %2: %3.")
        .arg(short_name(left.path), time_words(left.at), edit_words(left.edits));
}

QString detail_words(const LeftWork& left) {
    QStringList sentences;
    if (!left.planner.empty()) {
        sentences
            << RecoveryOffer::tr("Arenascope ended while the planner %1 was running.").arg(visible_text(left.planner));
    }
    if (left.is_newer) {
        sentences << RecoveryOffer::tr("That version can recover them.");
    } else if (!left.path.isEmpty()) {
        if (left.is_damaged) {
            sentences << RecoveryOffer::tr("The end of their journal is damaged: the last edits may be missing.");
        }
        if (left.is_dropped) {
            sentences << RecoveryOffer::tr("They were dropped when the file was read again.");
        }
        if (left.file == FileChange::changed) {
            sentences << RecoveryOffer::tr("The file has changed since; these edits belong to the former content.");
        } else if (left.file == FileChange::vanished) {
            sentences << RecoveryOffer::tr("The file is not there any more; the journal holds the whole plan.");
        }
    }
    return sentences.join(QLatin1Char(' '));
}

}  // namespace

RecoveryOffer::RecoveryOffer(const WindowFrame& frame, RecoveryBar& bar, const Parts& parts,
                             std::function<void(const std::string& journal)> open_elsewhere)
    : WindowPart(frame), bar_(bar), parts_(parts), open_elsewhere_(std::move(open_elsewhere)) {
    connect(&bar_, &RecoveryBar::recover_requested, this, &RecoveryOffer::take);
    connect(&bar_, &RecoveryBar::discard_requested, this, &RecoveryOffer::discard);
    connect(&bar_, &RecoveryBar::later_requested, this, [this](int row) {
        left_.erase(left_.begin() + row);
        show_rows();
    });
    connect(&parts_.journal, &Journal::failed, this, [this](const Error& error) {
        notices_.report({error.source, 0,
                         tr("unsaved edits cannot be kept for the case of a crash: %1")
                             .arg(QString::fromStdString(error.cause))
                             .toStdString(),
                         error.cure.empty() ? tr("save the plan often").toStdString() : error.cure});
    });
    connect(&parts_.journal, &Journal::written, this,
            [this] { notices_.inform(tr("Unsaved edits are kept for the case of a crash again.")); });
}

void RecoveryOffer::look(const QString& folder) {
    looking_.start([name = folder.toStdString()] { return std::pair(left_work(name), left_runs(name)); },
                   [this](std::pair<std::vector<LeftWork>, std::vector<MarkedRun>> found) {
                       left_ = std::move(found.first);
                       tell_runs(found.second);
                       show_rows();
                       emit looked();
                   });
}

/// In the row of the plan that a planner ran on; without unsaved work, as a message.
void RecoveryOffer::tell_runs(const std::vector<MarkedRun>& runs) {
    QStringList sentences;
    for (const MarkedRun& run : runs) {
        const auto left = std::ranges::find(left_, run.path, &LeftWork::path);
        if (left != left_.end()) {
            left->planner = left->planner.empty() ? run.planner : left->planner;
        } else {
            sentences << tr("Arenascope ended while the planner %1 was running on %2, which it began at %3.")
                             .arg(visible_text(run.planner), short_name(run.path), time_words(run.at));
        }
    }
    sentences.removeDuplicates();
    if (!sentences.isEmpty()) {
        notices_.tell(sentences.join(QLatin1Char(' ')));
    }
}

void RecoveryOffer::show_rows() {
    std::vector<RecoveryBar::Row> rows;
    for (const LeftWork& left : left_) {
        rows.push_back({offer_words(left), detail_words(left),
                        visible_text(left.path.isEmpty() ? QString::fromStdString(left.journal) : left.path),
                        left.can_be_recovered(), left.journal != recovering_});
    }
    bar_.set_rows(rows);
}

bool RecoveryOffer::is_free_for(const QString& path) const {
    const bool is_unsaved = !session_.undo_stack()->isClean() || session_.plan().changes().is_busy();
    return !session_.has_plan() || (QFileInfo(session_.path()) == QFileInfo(path) && !is_unsaved);
}

void RecoveryOffer::take(int row) {
    const LeftWork left = left_[static_cast<std::size_t>(row)];
    if (is_free_for(left.path) && !session_.file().is_opening() && recovering_.empty()) {
        recover(left.journal);
        return;
    }
    drop(left.journal);
    open_elsewhere_(left.journal);
}

void RecoveryOffer::discard(int row) {
    const LeftWork left = left_[static_cast<std::size_t>(row)];
    const QString question = left.path.isEmpty() ? tr("Delete this journal of unsaved edits?")
                                                 : tr("Delete the unsaved edits of %1?").arg(visible_text(left.path));
    QMessageBox box(QMessageBox::Question, tr("Discard Unsaved Edits?"), question,
                    QMessageBox::Discard | QMessageBox::Cancel, &window_);
    box.setTextFormat(Qt::PlainText);
    box.setInformativeText(tr("They cannot be brought back."));
    box.setDefaultButton(QMessageBox::Cancel);
    if (box.exec() != QMessageBox::Discard) {
        return;
    }
    if (const auto discarded = discard_left_work(left.journal); !discarded) {
        notices_.report(discarded.error());
    }
    drop(left.journal);
}

void RecoveryOffer::drop(const std::string& journal) {
    std::erase_if(left_, [&journal](const LeftWork& left) { return left.journal == journal; });
    show_rows();
}

void RecoveryOffer::recover(const std::string& journal) {
    recovering_ = journal;
    show_rows();
    using Recovered = std::shared_ptr<Expected<RecoveredWork>>;
    reading_.disconnect(this);
    const auto fail = [this, journal] {
        Expected<RecoveredWork> nothing =
            failure(out_of_memory(tr("to recover it").toStdString(), tr("close other programs").toStdString()));
        finish(journal, nothing);
    };
    connect(&reading_, &BackgroundTask::ran_out_of_memory, this, fail);
    reading_.start([journal] { return std::make_shared<Expected<RecoveredWork>>(arenascope::recover(journal)); },
                   [this, journal](const Recovered& recovered) { finish(journal, *recovered); });
}

void RecoveryOffer::finish(const std::string& journal, Expected<RecoveredWork>& recovered) {
    recovering_.clear();
    if (!recovered) {
        RecordLog::is_left(journal) ? show_rows() : drop(journal);
        notices_.report(recovered.error());
        emit ended();
        return;
    }
    if (!is_free_for(recovered->work.path)) {  // no more, because the user went on while the journal was read
        recovered->log.reset();
        drop(journal);
        open_elsewhere_(journal);
        emit ended();
        return;
    }
    const RecoveryGaps gaps = recovered->gaps;
    const UnsavedWork& work = recovered->work;
    const QString text = tr("Recovered %1 of %2, up to %3. They are not saved yet, and cannot be undone step by step.")
                             .arg(edit_words(work.edits), short_name(work.path),
                                  QDateTime::fromMSecsSinceEpoch(work.at).toString(QStringLiteral("HH:mm:ss")));
    const ViewState view = work.view;
    const auto shown = within_memory(tr("to show it").toStdString(), tr("close other programs").toStdString(), [&] {
        parts_.memory.skip_next();
        parts_.view.restore_order(view);
        parts_.journal.show(std::move(*recovered));
        parts_.view.restore_view(view, true);
        return Expected<void>();
    });
    if (!shown) {
        show_rows();
        notices_.report(shown.error());
    } else {
        drop(journal);
        say(text, gaps);
    }
    emit ended();
}

void RecoveryOffer::say(const QString& recovered, const RecoveryGaps& gaps) {
    QStringList sentences{recovered};
    if (gaps.is_damaged) {
        sentences << tr("The end of the journal was damaged, so the last edits may be missing.");
    }
    if (gaps.file == FileChange::changed) {
        sentences << tr("The file has changed since, and the plan does not hold these changes.");
    } else if (gaps.file == FileChange::vanished) {
        sentences << tr("The file is not there any more.");
    }
    if (gaps.lacks_run) {
        sentences << tr(
            "The recorded run was too large for the journal; the plan shows the layout of the step that was "
            "shown.");
    }
    if (gaps.lacks_import_report) {
        sentences << tr("What the import has folded and skipped is not listed, because the model has changed.");
    }
    if (gaps.lacks_history) {
        sentences << tr("The history of the allocator is missing, because its snapshot has changed.");
    }
    if (gaps.lacks_trials) {
        sentences << tr("The trials of the scratch planner are not kept.");
    }
    const bool is_whole = sentences.size() == 1;
    const QString text = sentences.join(QLatin1Char(' '));
    is_whole ? notices_.tell(text) : notices_.warn(text, {}, {});
}

}  // namespace arenascope
