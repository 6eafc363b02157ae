#include "app/window/network/attachment_report.h"

#include <utility>

#include <QCoreApplication>
#include <QFileInfo>
#include <QMessageBox>

#include "qt/words/visible_text.h"
#include "widgets/base/file_dialog.h"

namespace arenascope {
namespace {

/// Number of names in the message itself. The details list all of them.
constexpr int names_shown = 8;

struct AttachmentReport {
    Q_DECLARE_TR_FUNCTIONS(AttachmentReport)
};

QString list_text(const QString& heading, const QStringList& names) {
    if (names.isEmpty()) {
        return {};
    }
    const QString shown = names.mid(0, names_shown).join(AttachmentReport::tr(", "));
    return heading.arg(names.size()).arg(names.size() > names_shown ? shown + AttachmentReport::tr(", …") : shown);
}

}  // namespace

void choose_model(QWidget* window, const Session& session, ModelAttachment& attachment) {
    const QString path =
        choose_path_to_open(window, AttachmentReport::tr("Attach Model"), QFileInfo(session.path()).absolutePath(),
                            AttachmentReport::tr("Models (*.onnx *.tflite *.param *.json);;All files (*)"));
    if (!path.isEmpty()) {
        attachment.attach(path);
    }
}

void show_attachment(QWidget* window, const AttachmentSummary& summary) {
    auto* box = new QMessageBox(QMessageBox::Information, AttachmentReport::tr("Attach Model"),
                                AttachmentReport::tr("%1 of %2 buffers of the plan match %3.")
                                    .arg(summary.matched)
                                    .arg(summary.buffers)
                                    .arg(visible_text(QFileInfo(summary.path).fileName())),
                                QMessageBox::Ok, window);
    QStringList ways;
    for (const auto& [by, words_of_it] :
         {std::pair(MatchedBy::name, AttachmentReport::tr("%1 by name")),
          std::pair(MatchedBy::size_and_lifetime, AttachmentReport::tr("%1 by size and lifetime")),
          std::pair(MatchedBy::order, AttachmentReport::tr("%1 by order among equals"))}) {
        if (const int count = summary.matched_by[static_cast<int>(by)]; count > 0) {
            ways << words_of_it.arg(count);
        }
    }
    QStringList text{ways.join(AttachmentReport::tr(", "))};
    text << list_text(AttachmentReport::tr("Only in the plan (%1): %2"), summary.only_in_plan)
         << list_text(AttachmentReport::tr("Only in the model (%1): %2"), summary.only_in_model);
    text.removeAll(QString());
    box->setInformativeText(text.join(QStringLiteral("\n\n")));
    if (summary.only_in_plan.size() > names_shown || summary.only_in_model.size() > names_shown) {
        box->setDetailedText(AttachmentReport::tr("Only in the plan:") + QLatin1Char('\n') +
                             summary.only_in_plan.join(QLatin1Char('\n')) + QStringLiteral("\n\n") +
                             AttachmentReport::tr("Only in the model:") + QLatin1Char('\n') +
                             summary.only_in_model.join(QLatin1Char('\n')));
    }
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

}  // namespace arenascope
