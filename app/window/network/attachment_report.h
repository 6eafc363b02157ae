#pragma once

#include "app/session/model_attachment.h"

class QWidget;

namespace arenascope {

/// Asks for a model file and attaches it to the open plan.
void choose_model(QWidget* window, const Session& session, ModelAttachment& attachment);

/// Shows how many buffers matched, by which rule, and which buffers of either side did not match. Returns immediately.
void show_attachment(QWidget* window, const AttachmentSummary& summary);

}  // namespace arenascope
