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

QString attachment_words(const char* text) {
    return QCoreApplication::translate("AttachmentReport", text);
}

QString list_text(const char* heading, const QStringList& names) {
    if (names.isEmpty()) {
        return {};
    }
    const QString shown = names.mid(0, names_shown).join(attachment_words(QT_TRANSLATE_NOOP("AttachmentReport", ", ")));
    return attachment_words(heading)
        .arg(names.size())
        .arg(names.size() > names_shown ? shown + attachment_words(QT_TRANSLATE_NOOP("AttachmentReport", ", …"))
                                        : shown);
}

}  // namespace

void choose_model(QWidget* window, const Session& session, ModelAttachment& attachment) {
    const QString path =
        choose_path_to_open(window, attachment_words(QT_TRANSLATE_NOOP("AttachmentReport", "Attach Model")),
                            QFileInfo(session.path()).absolutePath(),
                            attachment_words(QT_TRANSLATE_NOOP(
                                "AttachmentReport", "Models (*.onnx *.tflite *.param *.json);;All files (*)")));
    if (!path.isEmpty()) {
        attachment.attach(path);
    }
}

void show_attachment(QWidget* window, const AttachmentSummary& summary) {
    auto* box = new QMessageBox(
        QMessageBox::Information, attachment_words(QT_TRANSLATE_NOOP("AttachmentReport", "Attach Model")),
        attachment_words(QT_TRANSLATE_NOOP("AttachmentReport", "%1 of %2 buffers of the plan match %3."))
            .arg(summary.matched)
            .arg(summary.buffers)
            .arg(visible_text(QFileInfo(summary.path).fileName())),
        QMessageBox::Ok, window);
    QStringList ways;
    for (const auto& [by, words_of_it] :
         {std::pair(MatchedBy::name, QT_TRANSLATE_NOOP("AttachmentReport", "%1 by name")),
          std::pair(MatchedBy::size_and_lifetime, QT_TRANSLATE_NOOP("AttachmentReport", "%1 by size and lifetime")),
          std::pair(MatchedBy::order, QT_TRANSLATE_NOOP("AttachmentReport", "%1 by order among equals"))}) {
        if (const int count = summary.matched_by[static_cast<int>(by)]; count > 0) {
            ways << attachment_words(words_of_it).arg(count);
        }
    }
    QStringList text{ways.join(attachment_words(QT_TRANSLATE_NOOP("AttachmentReport", ", ")))};
    text << list_text(QT_TRANSLATE_NOOP("AttachmentReport", "Only in the plan (%1): %2"), summary.only_in_plan)
         << list_text(QT_TRANSLATE_NOOP("AttachmentReport", "Only in the model (%1): %2"), summary.only_in_model);
    text.removeAll(QString());
    box->setInformativeText(text.join(QStringLiteral("\n\n")));
    if (summary.only_in_plan.size() > names_shown || summary.only_in_model.size() > names_shown) {
        box->setDetailedText(attachment_words(QT_TRANSLATE_NOOP("AttachmentReport", "Only in the plan:")) +
                             QLatin1Char('\n') + summary.only_in_plan.join(QLatin1Char('\n')) + QStringLiteral("\n\n") +
                             attachment_words(QT_TRANSLATE_NOOP("AttachmentReport", "Only in the model:")) +
                             QLatin1Char('\n') + summary.only_in_model.join(QLatin1Char('\n')));
    }
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

}  // namespace arenascope
