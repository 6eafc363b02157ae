#pragma once

#include <memory>

#include <QObject>

#include "app/session/session.h"
#include "core/memory/indexed_vector.h"

namespace arenascope {

struct WindowDocks;

/// Connects "History" to the session: the selected buffer over the steps of the open run. Nothing is computed while the
/// dock is out of sight.
class HistoryViews final : public QObject {
    Q_OBJECT

public:
    HistoryViews(Session& session, const WindowDocks& docks, QObject* parent = nullptr);

private:
    void show_history();
    void show_step();

    Session& session_;
    const WindowDocks& docks_;
    bool is_in_sight_ = false;
    std::shared_ptr<const Trace> trace_;            ///< whose history is shown; null: none
    BufferIndex buffer_ = BufferIndex::none();      ///< of that history
    IndexedVector<FrameIndex, std::string> paths_;  ///< of that run
};

}  // namespace arenascope
