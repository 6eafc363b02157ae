#include "app/window/files/report_commands.h"

#include <QDir>
#include <QFileInfo>

#include "app/session/report_source.h"
#include "app/window/compare/comparison_source.h"
#include "app/window/dialogs/target_question.h"
#include "core/base/error/out_of_memory.h"
#include "core/base/file/atomic_file.h"
#include "qt/words/visible_text.h"
#include "widgets/base/file_dialog.h"

namespace arenascope {
namespace {

/// In the folder of the plan. A report that is itself the open file is not proposed again.
QString proposed_report_path(const QString& plan_path) {
    const QFileInfo file(plan_path);
    const bool is_report = file.suffix().compare(QLatin1String("html"), Qt::CaseInsensitive) == 0;
    return file.dir().filePath(file.completeBaseName() +
                               (is_report ? QStringLiteral("_report.html") : QStringLiteral(".html")));
}

}  // namespace

ReportCommands::ReportCommands(const WindowFrame& frame) : WindowPart(frame) {
    connect(actions_.report, &QAction::triggered, this, &ReportCommands::choose_path);
    connect(&writing_, &BackgroundTask::ran_out_of_memory, this, [this] {
        notices_.report(out_of_memory("to write the report", "close other programs, or export a picture"));
    });
    // What is half done for another file would only surprise.
    connect(&session_.plan(), &OpenPlan::closed, &writing_, &BackgroundTask::abandon);
}

void ReportCommands::choose_path() {
    const QString path = choose_path_to_save(&window_, tr("Write Report"), proposed_report_path(session_.path()),
                                             {tr("Report (*.html)")});
    if (path.isEmpty()) {
        return;
    }
    switch (ask_about_target(&window_, path)) {
        case TargetAnswer::replace:
            return write(path);
        case TargetAnswer::save_elsewhere:
            return choose_path();
        case TargetAnswer::cancel:
            return;
    }
}

void ReportCommands::write(const QString& path) {
    if (session_.comparison().is_comparing()) {
        // A report of A alone is not what was asked for.
        notices_.inform(tr("The two plans are still being compared. Write the report again when that is done."));
        return;
    }
    notices_.inform(tr("Writing %1…").arg(visible_text(path)));
    writing_.start(
        [source = report_source(session_, appearance_.color_by(), shown_plan_title(session_).toStdString()), path] {
            return report_of(source, QFileInfo(path).fileName().toStdString()).and_then([&](const std::string& report) {
                return write_atomically(path.toStdString(), report, ReadOnlyFile::replaced);
            });
        },
        [this, path](const Expected<void>& written) { finish(path, written); });
}

void ReportCommands::finish(const QString& path, const Expected<void>& written) {
    if (!written) {
        notices_.report(written.error());
    } else {
        notices_.inform(tr("Wrote %1").arg(visible_text(path)));
    }
}

}  // namespace arenascope
