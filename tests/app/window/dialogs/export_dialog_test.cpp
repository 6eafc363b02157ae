#include "app/window/dialogs/export_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFile>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>
#include <QUrl>

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/export_options/picture_preview.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

QLineEdit* path_field(const ExportDialog& dialog) {
    for (auto* line : dialog.findChildren<QLineEdit*>()) {
        if (line->accessibleName() == QStringLiteral("File to write")) {
            return line;
        }
    }
    return nullptr;
}

QPushButton* button(const ExportDialog& dialog, QDialogButtonBox::ButtonRole role) {
    const auto* box = dialog.findChild<QDialogButtonBox*>();
    for (auto* each : box->buttons()) {
        if (box->buttonRole(each) == role) {
            return qobject_cast<QPushButton*>(each);
        }
    }
    return nullptr;
}

QComboBox* format_field(const ExportDialog& dialog) {
    return dialog.findChildren<QComboBox*>().first();
}

QByteArray bytes_in(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Answers the next question with this key.
void answer_next_question(Qt::Key key) {
    QTimer::singleShot(0, [key] {
        if (auto* question = qobject_cast<QMessageBox*>(QApplication::activeModalWidget())) {
            QTest::keyClick(question, key);
        }
    });
}

}  // namespace

class ExportDialogTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        folder_ = std::make_unique<QTemporaryDir>();
        plan_ = path("plan.csv");
        touch(plan_);
    }

    void a_dragged_picture_is_the_file_that_would_be_written() {
        const auto shown = source();
        const ExportChoices choices{.format = ExportChoices::Format::svg};
        ExportDialog dialog(plan_, choices, shown);
        const auto data = dialog.dragged_picture();
        QVERIFY(data != nullptr);
        QCOMPARE(data->urls().size(), 1);
        const QString dragged = data->urls().first().toLocalFile();
        QCOMPARE(QFileInfo(dragged).fileName(), QStringLiteral("plan.svg"));
        QVERIFY(export_picture(path("written.svg").toStdString(), page_of(*shown, dialog.choices()),
                               settings_of(dialog.choices())));
        QCOMPARE(bytes_in(dragged), bytes_in(path("written.svg")));
        QVERIFY(!QFile::exists(path("plan.svg")));
    }

    void a_picture_that_cannot_be_written_is_not_dragged() {
        ExportDialog dialog(plan_, {}, source());
        path_field(dialog)->setText(path("plan.bmp"));
        QVERIFY(dialog.dragged_picture() == nullptr);
        QVERIFY(!dialog.error_text().isEmpty());
    }

    void proposes_an_unused_name_in_the_folder_of_the_plan() {
        QCOMPARE(proposed_picture_path(plan_, ExportChoices::Format::png), path("plan.png"));
        touch(path("plan.png"));
        QCOMPARE(proposed_picture_path(plan_, ExportChoices::Format::png), path("plan-2.png"));
        touch(path("plan-2.png"));
        QCOMPARE(proposed_picture_path(plan_, ExportChoices::Format::png), path("plan-3.png"));
        QCOMPARE(proposed_picture_path(plan_, ExportChoices::Format::svg), path("plan.svg"));
    }

    void a_picture_goes_to_the_users_pictures_if_the_plan_has_no_writable_folder() {
        QVERIFY(!proposed_picture_path({}, ExportChoices::Format::pdf).startsWith(folder_->path()));
        QVERIFY(proposed_picture_path({}, ExportChoices::Format::pdf).endsWith(QStringLiteral(".pdf")));
    }

    void enter_writes_to_the_proposed_path() {
        ExportDialog dialog(plan_, {});
        show(dialog);
        QTest::keyClick(&dialog, Qt::Key_Return);
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
        QCOMPARE(dialog.path(), path("plan.png"));
    }

    void enter_writes_from_every_field() {
        ExportDialog shown(plan_, {});
        const auto count = shown.findChildren<QWidget*>().size();
        for (qsizetype i = 0; i < count; ++i) {
            ExportDialog dialog(plan_, {});
            show(dialog);
            QWidget* field = dialog.findChildren<QWidget*>().at(i);
            if (field->focusPolicy() == Qt::NoFocus || !field->isVisible() || qobject_cast<QPushButton*>(field)) {
                continue;
            }
            field->setFocus();
            QTest::keyClick(field, Qt::Key_Return);
            QVERIFY2(dialog.result() == QDialog::Accepted, field->metaObject()->className());
        }
    }

    void escape_and_cancel_write_nothing() {
        ExportDialog first(plan_, {});
        show(first);
        QTest::keyClick(&first, Qt::Key_Escape);
        QCOMPARE(first.result(), static_cast<int>(QDialog::Rejected));
        ExportDialog second(plan_, {});
        show(second);
        QTest::mouseClick(button(second, QDialogButtonBox::RejectRole), Qt::LeftButton);
        QCOMPARE(second.result(), static_cast<int>(QDialog::Rejected));
    }

    void the_name_follows_the_format() {
        ExportDialog dialog(plan_, {});
        show(dialog);
        QTest::keyClick(format_field(dialog), Qt::Key_Down);
        QCOMPARE(dialog.choices().format, ExportChoices::Format::svg);
        QCOMPARE(dialog.path(), path("plan.svg"));
        QTest::keyClick(format_field(dialog), Qt::Key_Down);
        QCOMPARE(dialog.path(), path("plan.pdf"));
    }

    void the_name_that_follows_the_format_is_unused_too() {
        touch(path("plan.svg"));
        ExportDialog dialog(plan_, {});
        show(dialog);
        QTest::keyClick(format_field(dialog), Qt::Key_Down);
        QCOMPARE(dialog.path(), path("plan-2.svg"));
    }

    void a_typed_name_keeps_its_stem_when_the_format_changes() {
        ExportDialog dialog(plan_, {});
        show(dialog);
        type(dialog, path("review.png"));
        QTest::keyClick(format_field(dialog), Qt::Key_Down);
        QCOMPARE(dialog.path(), path("review.svg"));
    }

    void an_existing_file_is_replaced_only_after_confirmation() {
        touch(path("old.png"));
        ExportDialog dialog(plan_, {});
        show(dialog);
        type(dialog, path("old.png"));
        answer_next_question(Qt::Key_Escape);
        QTest::mouseClick(button(dialog, QDialogButtonBox::AcceptRole), Qt::LeftButton);
        QVERIFY(dialog.isVisible());
        answer_next_question(Qt::Key_Y);
        QTest::mouseClick(button(dialog, QDialogButtonBox::AcceptRole), Qt::LeftButton);
        QCOMPARE(dialog.result(), static_cast<int>(QDialog::Accepted));
    }

    void a_name_without_a_known_suffix_is_refused_with_a_reason() {
        ExportDialog dialog(plan_, {});
        show(dialog);
        for (const char* wrong : {"plan.gif", "plan", ""}) {
            type(dialog, *wrong == 0 ? QString() : path(wrong));
            QVERIFY2(!button(dialog, QDialogButtonBox::AcceptRole)->isEnabled(), wrong);
            QVERIFY2(dialog.error_text().contains(QStringLiteral(".png, .svg or .pdf")), wrong);
        }
        type(dialog, path("plan.png"));
        QVERIFY(button(dialog, QDialogButtonBox::AcceptRole)->isEnabled());
        QVERIFY(dialog.error_text().isEmpty());
    }

    void a_size_that_cannot_be_drawn_is_refused_in_advance() {
        ExportChoices choices;
        choices.width = 16384;
        ExportDialog dialog(plan_, choices);
        show(dialog);
        auto* scale = dialog.findChild<QDoubleSpinBox*>();
        scale->setValue(8);
        QVERIFY(!button(dialog, QDialogButtonBox::AcceptRole)->isEnabled());
        QVERIFY2(dialog.error_text().contains(QStringLiteral("too large")), qPrintable(dialog.error_text()));
        scale->setValue(1);
        QVERIFY(button(dialog, QDialogButtonBox::AcceptRole)->isEnabled());
    }

    void the_preview_has_the_shape_of_the_paper() {
        ExportDialog dialog(plan_, {.format = ExportChoices::Format::pdf, .width = 2000, .height = 500}, source());
        show(dialog);
        const auto* preview = dialog.findChild<PicturePreview*>();
        const auto shape = [preview] { return double(preview->image().width()) / preview->image().height(); };
        QTRY_VERIFY(!preview->image().isNull());
        QVERIFY2(shape() > 1.3 && shape() < 1.6, qPrintable(QString::number(shape())));
        dialog.findChildren<QComboBox*>().at(2)->setCurrentIndex(0);
        QTRY_VERIFY(shape() > 3);
    }

    void the_preview_follows_every_choice() {
        ExportDialog dialog(plan_, {}, source());
        show(dialog);
        const auto* preview = dialog.findChild<PicturePreview*>();
        QTRY_VERIFY(!preview->image().isNull());
        QImage before = preview->image();
        for (auto* box : dialog.findChildren<QCheckBox*>()) {
            box->click();
            QTRY_VERIFY2(preview->image() != before, qPrintable(box->text()));
            before = preview->image();
        }
        for (int field : {1, 3}) {  // what is shown, and the theme
            dialog.findChildren<QComboBox*>().at(field)->setCurrentIndex(1);
            QTRY_VERIFY(preview->image() != before);
            before = preview->image();
        }
        dialog.findChildren<QSpinBox*>().first()->setValue(700);
        QTRY_VERIFY(preview->image().size() != before.size());
        QVERIFY(dialog.isVisible());
    }

    void without_a_source_there_is_no_preview() {
        ExportDialog dialog(plan_, {});
        show(dialog);
        QVERIFY(!dialog.findChild<PicturePreview*>()->isVisible());
    }

    void the_marks_of_the_window_are_named() {
        const ExportDialog dialog(plan_, {}, source());
        const auto* marks = dialog.findChild<QCheckBox*>();
        QVERIFY(marks->isEnabled());
        QVERIFY2(marks->accessibleDescription().contains(QStringLiteral("selected: 'a'")),
                 qPrintable(marks->accessibleDescription()));
    }

    void tab_goes_from_the_title_to_the_path_and_on_to_the_buttons() {
        ExportDialog dialog(plan_, {}, source());
        show(dialog);
        dialog.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&dialog));
        for (auto* line : dialog.findChildren<QLineEdit*>()) {
            if (line->accessibleName() == QStringLiteral("Title")) {
                line->setFocus();
            }
        }
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
        QCOMPARE(dialog.focusWidget(), path_field(dialog));
        QStringList buttons;
        for (int i = 0; i < 3; ++i) {
            QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
            buttons << qobject_cast<QPushButton*>(dialog.focusWidget())->text().remove(QLatin1Char('&'));
        }
        QCOMPARE(buttons, (QStringList{QStringLiteral("Browse…"), QStringLiteral("Export"), QStringLiteral("Cancel")}));
    }

    void the_last_choices_are_restored() {
        const ExportChoices choices{ExportChoices::Format::pdf,
                                    ExportChoices::Extent::what_is_seen,
                                    Paper::letter,
                                    800,
                                    600,
                                    2,
                                    Theme::dark,
                                    {}};
        const ExportDialog dialog(plan_, choices);
        QCOMPARE(dialog.choices(), choices);
        QCOMPARE(dialog.path(), path("plan.pdf"));
    }

private:
    [[nodiscard]] QString path(const char* name) const { return folder_->filePath(QLatin1String(name)); }
    static void touch(const QString& file_path) {
        QFile file(file_path);
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    static void show(QDialog& dialog) {
        dialog.show();
        QVERIFY(QTest::qWaitForWindowExposed(&dialog));
    }
    /// A window with two buffers, of which it shows a part and one is selected.
    static std::shared_ptr<const PictureSource> source() {
        const PlacedPlan plan = placed_plan({{"a", 0, 40, 4000, 0}, {"b", 20, 90, 3000, 4000}, {"c", 50, 90, 10, 0}});
        ShownPlan shown = *no_plan();
        shown.problem = shared(plan.problem);
        shown.layout = shared(plan.layout);
        PictureSource source;
        source.plan = shared(std::move(shown));
        source.page.problem = source.plan->problem.get();
        source.page.layout = source.plan->layout.get();
        source.page.title = "plan.csv";
        source.notes = shared(std::vector<PinnedNote>{{"why?", BufferIndex(0)}});
        source.page.pinned_notes = *source.notes;
        source.page.note = "step 1 of 2";
        source.marks.selected = {BufferIndex(0)};
        source.marks.dimmed = shared(std::vector<std::uint8_t>{0, 0, 1});
        source.view = {{10, 50}, {1000, 6000}};
        source.is_part = true;
        return shared(std::move(source));
    }
    static void type(const ExportDialog& dialog, const QString& text) {
        QLineEdit* field = path_field(dialog);
        field->selectAll();
        QTest::keyClick(field, Qt::Key_Delete);
        QTest::keyClicks(field, text);
    }

    std::unique_ptr<QTemporaryDir> folder_;
    QString plan_;
};

ARENASCOPE_TEST(ExportDialogTest)
#include "export_dialog_test.moc"
