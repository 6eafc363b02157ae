#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <QObject>
#include <QString>

#include "app/session/file_identity.h"
#include "app/session/open_plan.h"
#include "core/base/file/atomic_file.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// The file of the open plan: opens, reloads and saves it.
class OpenFile final : public QObject {
    Q_OBJECT

public:
    /// The plan must outlive this.
    explicit OpenFile(OpenPlan& plan, QObject* parent = nullptr);

    /// Reads a file on another thread. Ends with OpenPlan::opened() or failed(). After failed() nothing has changed,
    /// even if memory ran out in a listener.
    void open(const QString& path);
    /// Reads the open file again with the same switches. Keeps the selection by name. Can be undone.
    void reload();
    /// Reads the plan's source (see PlanState) again with other import switches (see import_option_specs). A wrong
    /// switch ends with failed().
    void import_again(const std::vector<KeyValue>& switches);
    void cancel();
    [[nodiscard]] bool is_opening() const { return reading_.is_running(); }

    /// Asked before what was read replaces the open plan, which may have been edited meanwhile. `reloading`: the file
    /// or its source was read again. False: what was read is dropped.
    void set_gate(std::function<bool(bool reloading)> may_replace) { may_replace_ = std::move(may_replace); }

    /// Says what counts as code of libraries in a memory snapshot that is opened, see is_library_code(). What differs
    /// from the default becomes an import switch of the plan. Not set: the default.
    void set_library_code(std::function<std::string()> library_code) { library_code_ = std::move(library_code); }

    /// What has become of the plan's file since it was read or saved.
    [[nodiscard]] FileChange change_on_disk() const { return change_since(identity_, plan_.path()); }
    /// Sets the file that change_on_disk() compares with, for a plan that was not read by this object.
    void set_identity(FileIdentity identity) { identity_ = std::move(identity); }

    /// Writes the shown layout. The suffix of the path chooses the format. The file becomes that of the plan.
    [[nodiscard]] Expected<void> save_layout(const QString& path, ReadOnlyFile read_only = ReadOnlyFile::refused);
    /// What a file with this path would not store of the shown layout, for people (see lost_in()); empty: nothing.
    [[nodiscard]] QString lost_in_file(const QString& path) const;
    /// Whether the plan's file is a plan of this program, so that saving may replace it. False for a model, a trace or
    /// a file of another tool, until the plan is saved.
    [[nodiscard]] bool can_replace_file() const { return !replaceable_.isEmpty() && replaceable_ == plan_.path(); }
    /// Sets can_replace_file() for a plan that was not read by this object.
    void set_can_replace_file(bool can) { replaceable_ = can ? plan_.path() : QString(); }
    /// Writes the trace. Saved where the plan was read from, it has all of the plan, unless buffers were moved.
    [[nodiscard]] Expected<void> save_trace(const QString& path, ReadOnlyFile read_only = ReadOnlyFile::refused);

signals:
    void opening(const QString& path);
    /// The share of the file that is read, 0 to 1. Emitted at most once for each percent.
    void progressed(double share);
    void failed(const Error& error, bool reloading);
    /// The open file or its source was read again, and is about to replace unsaved changes. Undo brings them back.
    void dropping_changes();
    /// The open file was read again.
    void read_again();
    /// The plan's file was written.
    void saved();

private:
    struct ReadFile {
        Expected<Document> document;
        std::vector<KeyValue> switches;        ///< that it was read with
        std::optional<PreparedPlan> prepared;  ///< of a file that is opened; empty: it is read again
        FileIdentity identity = {};            ///< from before it was read, so that no change is missed
    };
    /// What people added to the shown layout.
    [[nodiscard]] Annotations saved_annotations() const;
    void read(const QString& path, const std::vector<KeyValue>& switches, bool reloading);
    void take(ReadFile file, const QString& path, bool reloading);
    [[nodiscard]] std::vector<KeyValue> switches_of_opened() const;

    OpenPlan& plan_;
    BackgroundTask reading_{this};
    std::uint64_t opening_ = 0;  ///< number of the current read; progress of an earlier one is ignored
    QString replaceable_;        ///< the last file that was read or saved as a plan of this program
    FileIdentity identity_;      ///< of the plan's file, when it was read or saved
    std::function<bool(bool)> may_replace_;
    std::function<std::string()> library_code_;
};

}  // namespace arenascope
