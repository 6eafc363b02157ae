#include "app/session/open_file.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <QCoreApplication>
#include <QPointer>

#include "core/base/error/out_of_memory.h"
#include "core/format/reading.h"
#include "core/format/writing.h"
#include "core/model/memory/library_code.h"

namespace arenascope {
namespace {

constexpr std::string_view library_code_key = "library-code";

/// Reads a file. Its import report contains the switches. That of library code is for memory snapshots alone.
Expected<Document> read_model(const std::string& path, std::vector<KeyValue>& switches, const ReadProgress& progress) {
    const auto options = import_options(switches);
    if (!options) {
        return tl::unexpected(options.error());
    }
    // A file that is read again may have another format by now. What that does not know has no field any more.
    ImportOptions known = *options;
    known.is_for_another_file_too = true;
    auto document = read_document(path, known, progress);
    if (document && !document->problem.history) {
        std::erase_if(switches, [](const KeyValue& each) { return each.first == library_code_key; });
    }
    if (document && document->import) {
        document->import->switches = switches;
    }
    return document;
}

}  // namespace

OpenFile::OpenFile(OpenPlan& plan, QObject* parent) : QObject(parent), plan_(plan) {
    connect(&plan_, &OpenPlan::closed, this, &OpenFile::cancel);
}

void OpenFile::open(const QString& path) {
    read(path, switches_of_opened(), false);
}

std::vector<KeyValue> OpenFile::switches_of_opened() const {
    std::string list = library_code_ ? library_code_() : std::string(default_library_code);
    return list == default_library_code ? std::vector<KeyValue>()
                                        : std::vector<KeyValue>{{std::string(library_code_key), std::move(list)}};
}

void OpenFile::reload() {
    if (!plan_.path().isEmpty()) {
        // After the plan was saved elsewhere, the switches are about its source.
        const bool is_source = plan_.path() == plan_.state().source;
        read(plan_.path(), is_source ? plan_.state().switches : std::vector<KeyValue>(), true);
    }
}

void OpenFile::import_again(const std::vector<KeyValue>& switches) {
    if (!plan_.state().source.isEmpty()) {
        read(plan_.state().source, switches, true);
    }
}

void OpenFile::read(const QString& path, const std::vector<KeyValue>& switches, bool reloading) {
    emit opening(path);
    const std::uint64_t number = ++opening_;
    // Called on the reading thread. The application object outlives that thread; this object may not.
    const auto tell = [self = QPointer<OpenFile>(this), number, told = -1](std::uint64_t done,
                                                                           std::uint64_t total) mutable {
        const int percent = static_cast<int>(100.0 * static_cast<double>(done) / static_cast<double>(total));
        if (percent == std::exchange(told, percent)) {
            return;
        }
        QMetaObject::invokeMethod(
            QCoreApplication::instance(),
            [self, number, percent] {
                if (self && self->opening_ == number && self->is_opening()) {
                    emit self->progressed(percent / 100.0);
                }
            },
            Qt::QueuedConnection);
    };
    // read_document() returns its own errors. The task fails only if memory runs out while the result is handed over.
    reading_.disconnect(this);
    connect(&reading_, &BackgroundTask::ran_out_of_memory, this, [this, path, reloading] {
        Error error = out_of_memory(tr("to open it").toStdString(), tr("close other programs").toStdString());
        error.source = path.toStdString();
        emit failed(error, reloading);
    });
    // What a file shows at first depends on nothing that is open, so that it can be prepared here too.
    reading_.start(
        [name = path.toStdString(), path, switches, tell, reloading] {
            FileIdentity identity = identity_of(path);
            std::vector<KeyValue> known = switches;
            Expected<Document> document = read_model(name, known, tell);
            ReadFile file{std::move(document), std::move(known), std::nullopt, std::move(identity)};
            if (file.document && !reloading) {
                file.prepared = prepared(state_of(std::move(*file.document), path, file.switches), FormerPlan());
            }
            return file;
        },
        [this, path, reloading](ReadFile file) { take(std::move(file), path, reloading); }, 1);
}

void OpenFile::take(ReadFile file, const QString& path, bool reloading) {
    if (!file.document) {
        emit failed(file.document.error(), reloading);
        return;
    }
    if (may_replace_ && !may_replace_(reloading)) {
        return;
    }
    if (reloading && !plan_.undo_stack()->isClean()) {
        emit dropping_changes();
    }
    const bool is_plan = (file.prepared ? file.prepared->state.format : file.document->format) == FileFormat::plan_json;
    const Expected<void> is_shown =
        within_memory(tr("to show it").toStdString(), tr("close other programs").toStdString(), [&] {
            if (file.prepared) {
                plan_.show_file(std::move(*file.prepared), path);
            } else {
                plan_.show_file(std::move(*file.document), path, file.switches, reloading);
            }
            return Expected<void>();
        });
    if (!is_shown) {
        Error error = is_shown.error();
        error.source = path.toStdString();
        emit failed(error, reloading);
        return;
    }
    if (path == plan_.path()) {
        identity_ = std::move(file.identity);
    }
    if (is_plan) {
        replaceable_ = path;
    } else if (path == replaceable_ && !reloading) {
        replaceable_.clear();
    }
    if (reloading) {
        emit read_again();
    }
}

void OpenFile::cancel() {
    reading_.abandon();
}

Expected<void> OpenFile::save_layout(const QString& path, ReadOnlyFile read_only) {
    const bool is_previewing = plan_.is_previewing();
    auto written = write_document(path.toStdString(), *plan_.state().problem, *plan_.shown()->layout,
                                  is_previewing ? std::nullopt : plan_.state().provenance, AddressColumn::left_out,
                                  saved_annotations(), read_only);
    if (written) {
        // The file holds what is shown: not the plan behind a preview, and no change that is shown only soon.
        const bool is_all = !is_previewing && !plan_.preparation().is_running();
        is_all ? plan_.undo_stack()->setClean() : plan_.undo_stack()->resetClean();
        replaceable_ = path;
        plan_.take_file(path);
        identity_ = identity_of(path);
        emit saved();
    }
    return written;
}

Annotations OpenFile::saved_annotations() const {
    Annotations annotations = annotations_of(plan_.state());
    if (plan_.is_previewing()) {
        annotations.hand_edits = after_planning(std::move(annotations.hand_edits));
    }
    return annotations;
}

QString OpenFile::lost_in_file(const QString& path) const {
    const bool has_provenance = !plan_.is_previewing() && plan_.state().provenance;
    return QString::fromStdString(lost_in(path.toStdString(), *plan_.state().problem, *plan_.shown()->layout,
                                          has_provenance, AddressColumn::left_out, saved_annotations()));
}

Expected<void> OpenFile::save_trace(const QString& path, ReadOnlyFile read_only) {
    const PlanState& state = plan_.state();
    if (!state.trace) {
        return failure(tr("there is no trace").toStdString(), tr("tune first").toStdString());
    }
    // The trace has no moves on top of a step.
    auto written = write_trace(path.toStdString(), *state.problem, *state.layout, *state.trace,
                               {state.hand_edits, state.pinned_notes, state.bookmarks}, read_only);
    if (written && path == plan_.path()) {
        identity_ = identity_of(path);
    }
    if (written && path == plan_.path() && state.edits.empty() && !plan_.preparation().is_running()) {
        plan_.undo_stack()->setClean();
        emit saved();
    }
    return written;
}

}  // namespace arenascope
