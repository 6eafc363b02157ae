#pragma once

#include <array>

#include <QObject>

#include "app/session/session.h"
#include "core/compare/plan_attachment.h"

namespace arenascope {

/// What attaching a model to the open plan came to, for people.
struct AttachmentSummary {
    QString path;                     ///< of the model
    int matched = 0;                  ///< buffers of the plan
    int buffers = 0;                  ///< that the plan has
    std::array<int, 3> matched_by{};  ///< by MatchedBy
    QStringList only_in_plan;
    QStringList only_in_model;
};

/// Attaches a model to the plan that a session shows: a plan of another tool gets the operators, names and shapes of
/// the network that it was made for. Undoable.
class ModelAttachment final : public QObject {
    Q_OBJECT

public:
    explicit ModelAttachment(Session& session, QObject* parent = nullptr);

    /// Reads and matches the model beside the window; ends with attached() or failed(). Nothing changes where no buffer
    /// matches, or where another plan was opened in the meantime.
    void attach(const QString& path);

signals:
    void attached(const AttachmentSummary& summary);
    void failed(const Error& error);

private:
    Session& session_;
    BackgroundTask reading_;
};

}  // namespace arenascope
