#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include <QObject>

#include "core/picture/network/layered_layout.h"
#include "qt/tasks/background_task.h"
#include "widgets/picture/network_view/dot_process.h"

namespace arenascope {

/// Lays out a diagram in the background: with Graphviz's `dot`, if it is installed and there are at most 1,000 nodes.
/// Where it fails or takes too long, and for larger diagrams, the layered layout does.
class DiagramLayout final : public QObject {
    Q_OBJECT

public:
    explicit DiagramLayout(QObject* parent = nullptr);
    ~DiagramLayout() override;

    /// Ends the work under way, and starts another.
    void start(NetworkDiagram diagram, std::vector<Extent> extents);
    void cancel();
    [[nodiscard]] bool is_running() const { return is_stopped_ || dot_.is_running(); }
    /// Another program instead of the installed `dot`; empty: none.
    void set_dot(const QString& program) { program_ = program; }

signals:
    void done(const DiagramGeometry& geometry);

private:
    void lay_out_in_layers();

    NetworkDiagram diagram_;
    std::vector<Extent> extents_;
    BackgroundTask task_;
    DotProcess dot_;
    QString program_ = DotProcess::installed();
    std::shared_ptr<std::atomic<bool>> is_stopped_;  ///< of the layered layout under way
};

}  // namespace arenascope
