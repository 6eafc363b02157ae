#include "app/window/frame/import_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTreeWidget>

#include "core/format/format_switches.h"
#include "core/model/network/import_options.h"
#include "tests/support/test_registry.h"
#include "widgets/base/section_header.h"
#include "widgets/panels/option_form/whole_number_box.h"

using namespace arenascope;

class ImportPanelTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        panel_ = std::make_unique<ImportPanel>();
        panel_->resize(320, 900);
        ImportReport report;
        report.folded = {"shape"};
        report.switches = {{"dim.height", "64"}, {"fold", "false"}};
        panel_->set_import(std::make_shared<const ImportReport>(report), FileFormat::onnx, {.assumed = {"batch"}});
        panel_->show();
        QVERIFY(QTest::qWaitForWindowExposed(panel_.get()));
    }
    void cleanup() { panel_.reset(); }

    void every_switch_of_a_model_has_a_field_and_no_other() {
        QVERIFY(field<QWidget>("device") == nullptr);
        QVERIFY(field<QWidget>("parameters") == nullptr);
        for (const OptionSpec& spec : switches_of(FileFormat::onnx)) {
            QVERIFY2(field<QWidget>(spec.key) != nullptr, spec.key.data());
        }
        QVERIFY(!field<QCheckBox>("fold")->isChecked());
    }

    void a_snapshot_has_its_device_and_segments() {
        panel_->set_plain_file({}, FileFormat::memory_snapshot, {});
        QVERIFY(field<QWidget>("device") != nullptr);
        QVERIFY(field<QWidget>("segments") != nullptr);
        QVERIFY(field<QWidget>("cores") != nullptr);
        QVERIFY(field<QWidget>("parameters") == nullptr);
    }

    void a_graph_of_tvm_takes_the_names_of_its_inputs() {
        panel_->set_plain_file({{"inputs", "data,mask"}}, FileFormat::tvm_graph, {});
        QCOMPARE(field<QLineEdit>("inputs")->text(), QStringLiteral("data,mask"));
        QCOMPARE(panel_->switches(), (std::vector<KeyValue>{{"inputs", "data,mask"}}));
        QVERIFY(field<QWidget>("parameters") != nullptr);
        QVERIFY(field<QWidget>("device") == nullptr);
    }

    void every_assumed_or_given_dimension_has_a_field() {
        QCOMPARE(field<WholeNumberBox>("dim.batch")->value(), QStringLiteral("1"));
        QCOMPARE(field<WholeNumberBox>("dim.height")->value(), QStringLiteral("64"));
    }

    void apply_passes_on_settings_that_differ_from_the_defaults() {
        QSignalSpy asked(panel_.get(), &ImportPanel::apply_requested);
        auto& batch = *field<WholeNumberBox>("dim.batch");
        batch.selectAll();
        QTest::keyClicks(&batch, QStringLiteral("8"));
        QTest::keyClick(field<QCheckBox>("fold"), Qt::Key_Space);
        QTest::keyClick(field<QComboBox>("inputs"), Qt::Key_Down);
        QTest::mouseClick(&apply(), Qt::LeftButton);
        QCOMPARE(asked.size(), 1);
        const std::vector<KeyValue> expected{{"dim.batch", "8"}, {"dim.height", "64"}, {"inputs", "throughout"}};
        QCOMPARE(asked[0][0].value<std::vector<KeyValue>>(), expected);
        QVERIFY(import_options(expected).has_value());
    }

    void a_wrong_dimension_cannot_be_applied() {
        auto& batch = *field<WholeNumberBox>("dim.batch");
        batch.selectAll();
        QTest::keyClicks(&batch, QStringLiteral("0"));
        QVERIFY(!apply().isEnabled());
        batch.selectAll();
        QTest::keyClicks(&batch, QStringLiteral("2"));
        QVERIFY(apply().isEnabled());
    }

    void a_file_that_is_not_a_model_has_the_switches_for_any_file() {
        panel_->set_plain_file({{"cores", "4"}}, FileFormat::plan_json, {});
        QVERIFY(apply().isVisible());
        QCOMPARE(field<WholeNumberBox>("cores")->value(), QStringLiteral("4"));
        QVERIFY(field<QWidget>("fold") == nullptr);
        QVERIFY(field<QWidget>("capacity") != nullptr);
        field<QComboBox>("split")->setCurrentText(QStringLiteral("bytes"));
        const std::vector<KeyValue> expected{{"cores", "4"}, {"split", "bytes"}};
        QVERIFY(panel_->switches() == expected);
    }

    void the_header_counts_what_was_left_out_and_assumed() {
        QCOMPARE(detail(), QStringLiteral("1 assumed · 1 folded"));
        panel_->set_plain_file({}, FileFormat::plan_json,
                               {.notes = {"a line was skipped", "another, too"}, .left_out = 27});
        QCOMPARE(detail(), QStringLiteral("27 left out · 2 notes"));
        QVERIFY(panel_->findChild<QTreeWidget*>()->isVisible());
        panel_->set_plain_file({}, FileFormat::plan_json, {.bounded = {{"a", "n", "NonZero"}}});
        QCOMPARE(detail(), QStringLiteral("1 bounded"));
        panel_->set_plain_file({}, FileFormat::plan_json, {});
        QCOMPARE(detail(), QStringLiteral("nothing left out"));
        QVERIFY(!panel_->findChild<QTreeWidget*>()->isVisible());
    }

    void a_switch_that_names_a_file_has_a_button_to_choose_one() {
        QStringList offered;
        for (const QPushButton* button : panel_->findChildren<QPushButton*>()) {
            if (button->text() == QStringLiteral("Browse…")) {
                offered << button->accessibleName();
            }
        }
        QCOMPARE(offered,
                 (QStringList{"Browse for assignment", "Browse for operator-features", "Browse for scratch-rules"}));
    }

    void a_capacity_of_zero_reads_as_in_the_file_and_is_no_change() {
        panel_->set_plain_file({}, FileFormat::plan_json, {});
        QCOMPARE(field<QLineEdit>("capacity")->placeholderText(), QStringLiteral("as in the file"));
        QCOMPARE(field<QLineEdit>("capacity")->text(), QString());
        QVERIFY(panel_->switches().empty());
        QTest::keyClicks(field<QLineEdit>("capacity"), QStringLiteral("64KiB"));
        QVERIFY(panel_->switches() == (std::vector<KeyValue>{{"capacity", "64KiB"}}));
    }

    void without_a_plan_a_hint_is_shown() {
        panel_->set_import(nullptr, FileFormat::plan_json, {});
        QVERIFY(!apply().isVisible());
        QVERIFY(!panel_->findChild<QTreeWidget*>()->isVisible());
        QVERIFY(panel_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly)->isVisible());
    }

private:
    template <class Field>
    [[nodiscard]] Field* field(std::string_view key) const {
        return panel_->findChild<Field*>(QString::fromUtf8(key.data(), static_cast<qsizetype>(key.size())));
    }
    [[nodiscard]] QString detail() const { return panel_->findChild<SectionHeader*>()->detail(); }
    [[nodiscard]] QPushButton& apply() const {
        for (QPushButton* button : panel_->findChildren<QPushButton*>()) {
            if (button->text().contains(QStringLiteral("Apply"))) {
                return *button;
            }
        }
        qFatal("there is no button to apply");
    }

    std::unique_ptr<ImportPanel> panel_;
};

ARENASCOPE_TEST(ImportPanelTest)
#include "import_panel_test.moc"
