#pragma once

#include <memory>

#include <QObject>

#include "app/session/session.h"
#include "core/analysis/explain/layout_figures.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// The figures of the shown plan, which several views show. Those of a large plan are found on another thread.
class ShownFigures final : public QObject {
    Q_OBJECT

public:
    explicit ShownFigures(Session& session, QObject* parent = nullptr);

    /// Never of another plan than session.shown(); null: not known yet.
    [[nodiscard]] const std::shared_ptr<const LayoutFigures>& get();

signals:
    /// Another plan is shown, or its figures are known now.
    void changed();

private:
    /// Finds the figures of the shown plan, unless they are known or being found.
    void find();

    Session& session_;
    std::shared_ptr<const Problem> problem_;                         ///< of the figures
    std::shared_ptr<const Layout> layout_;                           ///< of the figures
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks_;  ///< of the figures
    std::shared_ptr<const LayoutFigures> known_;                     ///< null: not known yet
    std::shared_ptr<const LayoutFigures> of_problem_;                ///< of any layout of the problem; null: none
    BackgroundTask task_;
};

}  // namespace arenascope
