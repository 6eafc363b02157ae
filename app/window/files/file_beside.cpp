#include "app/window/files/file_beside.h"

#include <QCoreApplication>
#include <QDir>
#include <QEventLoop>
#include <QFileInfo>
#include <QLocale>

#include "app/window/dialogs/target_question.h"
#include "qt/words/visible_text.h"
#include "widgets/base/file_dialog.h"

namespace arenascope {

QString saved_text(const QString& path) {
    return QCoreApplication::translate("FileBeside", "Saved %1 (%2)")
        .arg(visible_text(path), QLocale::c().formattedDataSize(QFileInfo(path).size(), 1));
}

void tell_written(const WindowFrame& frame, const QString& path, const Expected<void>& written) {
    if (written) {
        frame.notices_.inform(saved_text(path));
    } else {
        frame.notices_.report(written.error());
    }
}

void wait_for_changes(Session& session) {
    QEventLoop loop;
    const auto end_when_done = [&session, &loop] {
        if (!session.plan().changes().is_changing()) {
            loop.quit();
        }
    };
    QObject::connect(&session.plan().changes(), &EditQueue::changed, &loop, end_when_done);
    QObject::connect(&session.plan().preparation(), &PlanPreparation::changed, &loop, end_when_done);
    if (session.plan().changes().is_changing()) {
        loop.exec(QEventLoop::ExcludeUserInputEvents);
    }
}

QString choose_beside(const WindowFrame& frame, const QString& title, const QString& suffix, const QStringList& types) {
    const QFileInfo file(frame.session_.path());
    const QString proposed = file.dir().filePath(file.completeBaseName() + suffix);
    QString path;
    TargetAnswer answer = TargetAnswer::save_elsewhere;
    while (answer == TargetAnswer::save_elsewhere) {
        path = choose_path_to_save(&frame.window_, title, proposed, types);
        answer = path.isEmpty() ? TargetAnswer::cancel : ask_about_target(&frame.window_, path);
    }
    return answer == TargetAnswer::replace ? path : QString();
}

void write_beside(const WindowFrame& frame, const QString& title, const QString& suffix, const QStringList& types,
                  const std::function<Expected<void>(const QString& path)>& write) {
    const QString path = choose_beside(frame, title, suffix, types);
    if (path.isEmpty()) {
        return;
    }
    wait_for_changes(frame.session_);
    tell_written(frame, path, write(path));
}

}  // namespace arenascope
