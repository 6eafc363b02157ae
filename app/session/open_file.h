#pragma once

#include <cstdint>
#include <vector>

#include <QObject>
#include <QString>

#include "app/session/open_plan.h"
#include "widgets/background/background_task.h"

namespace arenascope {

/// The file of the open plan: reads one, reads it again, and writes.
class OpenFile final : public QObject {
    Q_OBJECT

public:
    /// The plan must outlive this.
    explicit OpenFile(OpenPlan& plan, QObject* parent = nullptr);

    /// Reads a file on another thread; ends with OpenPlan::opened() or with failed(), in which case nothing has
    /// changed: also where memory runs out in a listener of opened() or of what comes before it.
    void open(const QString& path);
    /// Reads the open file again as it was read before, keeping the selection by name; undoable.
    void reload();
    /// The same with other switches of the import (see import_option_specs). A wrong one ends with failed().
    void import_again(const std::vector<KeyValue>& switches);
    void cancel();
    [[nodiscard]] bool is_opening() const { return reading_.is_running(); }

    /// Writes the layout that is shown; the suffix picks the format.
    [[nodiscard]] Expected<void> save_layout(const QString& path);
    [[nodiscard]] Expected<void> save_trace(const QString& path) const;

signals:
    void opening(const QString& path);
    /// While a file is read, from 0 to 1; at most as often as a percentage changes.
    void progressed(double share);
    void failed(const Error& error, bool reloading);

private:
    void read(const QString& path, const std::vector<KeyValue>& switches, bool reloading);

    OpenPlan& plan_;
    BackgroundTask reading_{this};
    std::uint64_t opening_ = 0;  ///< which reading is under way: progress of an earlier one is out of date
};

}  // namespace arenascope
