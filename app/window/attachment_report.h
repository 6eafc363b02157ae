#pragma once

#include "app/session/model_attachment.h"

class QWidget;

namespace arenascope {

/// Lets a person choose a model and attaches it to the open plan.
void choose_model(QWidget* window, const Session& session, ModelAttachment& attachment);

/// Says how many buffers matched and how, and lists what matched nothing on either side. Does not wait for an answer.
void show_attachment(QWidget* window, const AttachmentSummary& summary);

}  // namespace arenascope
