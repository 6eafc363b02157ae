#pragma once

#include <array>

#include <QObject>

#include "app/session/session.h"
#include "core/analysis/compare/plan_attachment.h"

namespace arenascope {

/// The result of attaching a model to the open plan.
struct AttachmentSummary {
    QString path;                     ///< of the model
    int matched = 0;                  ///< number of matched buffers of the plan
    int buffers = 0;                  ///< number of all buffers of the plan
    std::array<int, 3> matched_by{};  ///< number of matched buffers, by MatchedBy
    QStringList only_in_plan;
    QStringList only_in_model;
};

/// Attaches a model to the shown plan. A plan of another tool thereby gets the operators, names and shapes of its
/// network. Can be undone.
class ModelAttachment final : public QObject {
    Q_OBJECT

public:
    explicit ModelAttachment(Session& session, QObject* parent = nullptr);

    /// Reads and matches the model on another thread. Ends with attached() or failed(). Nothing changes if no buffer
    /// matches, or if another plan was opened meanwhile.
    void attach(const QString& path);

signals:
    void attached(const AttachmentSummary& summary);
    void failed(const Error& error);

private:
    Session& session_;
    BackgroundTask reading_;
};

}  // namespace arenascope
