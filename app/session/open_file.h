#pragma once

#include <cstdint>
#include <vector>

#include <QObject>
#include <QString>

#include "app/session/open_plan.h"
#include "widgets/background/background_task.h"

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
    /// The same with other import switches (see import_option_specs). A wrong switch ends with failed().
    void import_again(const std::vector<KeyValue>& switches);
    void cancel();
    [[nodiscard]] bool is_opening() const { return reading_.is_running(); }

    /// Writes the shown layout. The suffix of the path chooses the format.
    [[nodiscard]] Expected<void> save_layout(const QString& path);
    [[nodiscard]] Expected<void> save_trace(const QString& path) const;

signals:
    void opening(const QString& path);
    /// The share of the file that is read, 0 to 1. Emitted at most once for each percent.
    void progressed(double share);
    void failed(const Error& error, bool reloading);

private:
    void read(const QString& path, const std::vector<KeyValue>& switches, bool reloading);

    OpenPlan& plan_;
    BackgroundTask reading_{this};
    std::uint64_t opening_ = 0;  ///< number of the current read; progress of an earlier one is ignored
};

}  // namespace arenascope
