#include "app/window/files/device_commands.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <QFileInfo>

#include "app/window/files/file_beside.h"
#include "app/window/frame/action_reason.h"
#include "core/base/file/atomic_file.h"
#include "core/base/file/file_content.h"
#include "core/format/detection.h"
#include "core/format/model_export.h"
#include "core/format/plan/c_header.h"
#include "core/format/writing.h"
#include "widgets/base/file_dialog.h"

namespace arenascope {
namespace {

constexpr std::string_view deploying_planner = "operator-sharing";

/// The switches of a user, with those that the runtime needs.
std::vector<KeyValue> with_switches_of_runtime(std::vector<KeyValue> switches) {
    for (const KeyValue& needed : runtime_switches().import) {
        std::erase_if(switches, [&](const KeyValue& one) { return one.first == needed.first; });
        switches.push_back(needed);
    }
    return switches;
}

bool has_switches_of_runtime(const std::vector<KeyValue>& switches) {
    return std::ranges::all_of(runtime_switches().import, [&](const KeyValue& needed) {
        return std::ranges::find(switches, needed) != switches.end();
    });
}

Expected<void> written(const QString& path, std::string_view content) {
    return write_atomically(path.toStdString(), content, ReadOnlyFile::replaced);
}

}  // namespace

DeviceCommands::DeviceCommands(const WindowFrame& frame) : WindowPart(frame) {
    connect(actions_.export_to_device, &QAction::triggered, this, &DeviceCommands::export_plan);
    connect(actions_.export_deployment, &QAction::triggered, this, &DeviceCommands::export_deployment);
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &DeviceCommands::follow_plan);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &DeviceCommands::follow_plan);
    connect(&session_.plan(), &OpenPlan::closed, this, &DeviceCommands::follow_plan);
    connect(&session_.file(), &OpenFile::read_again, this, &DeviceCommands::take_import, Qt::QueuedConnection);
    connect(&session_.file(), &OpenFile::failed, this, [this] { is_importing_ = false; });
    follow_plan();
}

void DeviceCommands::follow_plan() {
    actions_.export_deployment->setEnabled(can_deploy());
    const bool is_whole =
        session_.has_plan() && !session_.shown()->is_preview && session_.shown()->figures->is_complete();
    allow(*actions_.export_to_device,
          is_whole              ? QString()
          : session_.has_plan() ? tr("Some buffers have no place yet.")
                                : tr("No plan is open."),
          tr("Writes the offsets as a C header, or into the TFLite model that the plan is of"));
}

void DeviceCommands::export_plan() {
    const QStringList header{tr("C header (*.h)")};
    const QStringList model{tr("TFLite model with the plan (*.tflite)")};
    const bool is_of_model = can_write_model(session_.state().format);
    const QString path = choose_beside(*this, tr("Export to Device"),
                                       is_of_model ? QStringLiteral(".planned.tflite") : QStringLiteral(".h"),
                                       is_of_model ? model + header : header + model);
    if (path.isEmpty()) {
        return;
    }
    wait_for_changes(session_);
    is_model_name(path.toStdString()) ? write_model(path) : write_header(path);
}

void DeviceCommands::write_header(const QString& path) {
    tell_written(*this, path,
                 c_header_text(*session_.problem(), session_.layout(), QFileInfo(path).completeBaseName().toStdString(),
                               session_.path().toStdString())
                     .and_then([&](const std::string& text) { return written(path, text); }));
}

void DeviceCommands::write_model(const QString& path) {
    const PlanState& state = session_.state();
    const bool is_of_model = can_write_model(state.format);
    const QString model =
        is_of_model ? state.source
                    : choose_path_to_open(&window_, tr("Model That Takes the Plan"),
                                          QFileInfo(session_.path()).absolutePath(), tr("TFLite models (*.tflite)"));
    if (model.isEmpty()) {
        return;
    }
    const Expected<std::string> content =
        read_content(model.toStdString(), document_limits).and_then([&](const std::string& read) {
            return model_with_plan(read, model.toStdString(), *session_.problem(), session_.layout());
        });
    if (!content && is_of_model && !has_switches_of_runtime(state.switches)) {
        Error error = content.error();
        error.cure =
            tr("plan it with sizes and offsets of whole 16 bytes, and variables left to the runtime").toStdString();
        notices_.report(error, tr("Plan It So"), [this] { plan_for_runtime(); });
        return;
    }
    tell_written(*this, path, content.and_then([&](const std::string& read) { return written(path, read); }));
}

void DeviceCommands::plan_for_runtime() {
    is_importing_ = true;
    session_.file().import_again(with_switches_of_runtime(session_.state().switches));
}

void DeviceCommands::take_import() {
    if (std::exchange(is_importing_, false)) {
        const std::string& last = session_.tuning().provenance().planner;
        session_.tuning().start(
            {.planner = last.empty() ? std::string(default_planner) : last, .settings = runtime_switches().planning});
    }
}

bool DeviceCommands::can_deploy() const {
    if (!session_.has_plan() || session_.shown()->is_preview || !session_.problem()->graph) {
        return false;
    }
    const PlanState& state = session_.state();
    const bool is_result = state.frame == FrameIndex::none() || state.frame == state.trace->result;
    return is_result && state.provenance && state.provenance->planner == deploying_planner &&
           session_.shown()->figures->is_complete();
}

void DeviceCommands::export_deployment() {
    write_beside(*this, tr("Export Deployment"), QStringLiteral(".deployment.json"),
                 {tr("Arenascope deployment (*.json)")}, [this](const QString& path) {
                     return write_deployment(path.toStdString(), *session_.problem(), session_.layout(),
                                             ReadOnlyFile::replaced);
                 });
}

}  // namespace arenascope
