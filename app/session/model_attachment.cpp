#include "app/session/model_attachment.h"

#include <utility>

#include "app/session/plan_change.h"
#include "core/base/error/out_of_memory.h"
#include "core/format/reading.h"
#include "qt/words/visible_text.h"

namespace arenascope {
namespace {

struct Attached {
    Problem problem;
    AttachmentSummary summary;
};

QStringList shown_names_of(const Problem& problem, const std::vector<BufferIndex>& buffers) {
    QStringList names;
    for (const BufferIndex buffer : buffers) {
        names << visible_text(problem.buffers[buffer].name);
    }
    return names;
}

Expected<Attached> attached_model(const Problem& plan, const QString& path) {
    const auto model = read_document(path.toStdString());
    if (!model) {
        return tl::unexpected(model.error());
    }
    if (!model->problem.graph) {
        return failure(Error{path.toStdString(), 0, "it has no operators that could be attached",
                             "choose the model that the plan was made for"});
    }
    const PlanAttachment attachment = attach_plan(plan, model->problem);
    if (attachment.matches.empty()) {
        return failure(Error{path.toStdString(), 0,
                             "none of its buffers matches a buffer of the plan by name, or by size and lifetime",
                             "choose the model that the plan was made for"});
    }
    Attached result;
    result.problem = attached_problem(plan, model->problem, attachment);
    result.summary.path = path;
    result.summary.matched = static_cast<int>(attachment.matches.size());
    result.summary.buffers = static_cast<int>(plan.buffers.size());
    for (const BufferMatch& match : attachment.matches) {
        ++result.summary.matched_by[static_cast<std::size_t>(match.by)];
    }
    result.summary.only_in_plan = shown_names_of(plan, attachment.only_in_plan);
    result.summary.only_in_model = shown_names_of(model->problem, attachment.only_in_model);
    return result;
}

}  // namespace

ModelAttachment::ModelAttachment(Session& session, QObject* parent) : QObject(parent), session_(session) {
    connect(&reading_, &BackgroundTask::ran_out_of_memory, this, [this] {
        emit failed(out_of_memory(tr("to attach the model").toStdString(), tr("close other programs").toStdString()));
    });
}

void ModelAttachment::attach(const QString& path) {
    if (!session_.has_plan()) {
        return;
    }
    reading_.start([plan = session_.problem(), path] { return std::pair(plan, attached_model(*plan, path)); },
                   [this](std::pair<std::shared_ptr<const Problem>, Expected<Attached>> result) {
                       auto& [plan, model] = result;
                       if (plan != session_.problem()) {
                           return;
                       }
                       if (!model) {
                           emit failed(model.error());
                           return;
                       }
                       describe_plan(
                           session_.plan(),
                           [found = std::make_shared<Problem>(std::move(model->problem))](const Problem&) {
                               return Expected<Problem>(std::move(*found));
                           },
                           tr("Attach Model"));
                       emit attached(model->summary);
                   });
}

}  // namespace arenascope
