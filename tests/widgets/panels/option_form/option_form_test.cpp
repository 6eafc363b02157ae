#include "widgets/panels/option_form/option_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QSignalSpy>

#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/option_form/planner_box.h"
#include "widgets/panels/option_form/whole_number_box.h"

using namespace arenascope;

namespace {

constexpr const char* hostile_key = "dim.<b>a</b>&b\x1b\xe2\x80\xae";

/// A planner with an option of each type.
PlannerDescription every_type() {
    return {.name = "every-type",
            .family = PlannerFamily::searching,
            .kind = PlannerKind::offsets,
            .summary = "has an option of each type",
            .options = {{.key = "tries",
                         .type = OptionType::integer,
                         .default_value = "5",
                         .meaning = "how often",
                         .minimum = 1,
                         .maximum = 100},
                        {.key = "work", .type = OptionType::integer, .default_value = "30", .meaning = "64 bits of it"},
                        {.key = "alignment",
                         .type = OptionType::bytes,
                         .default_value = "16",
                         .meaning = "of offsets",
                         .minimum = 1},
                        {.key = "order",
                         .type = OptionType::choice,
                         .default_value = "desc",
                         .meaning = "which first",
                         .choices = {"asc", "desc"}},
                        {.key = "twice", .type = OptionType::flag, .default_value = "true", .meaning = "do it again"},
                        {.key = "metrics", .type = OptionType::text, .default_value = "width", .meaning = "sort by"}}};
}

PlannerDescription without_options() {
    return {.name = "plain",
            .family = PlannerFamily::greedy,
            .kind = PlannerKind::offsets,
            .summary = "takes none",
            .options = {}};
}

std::string value_of(const OptionForm& form, std::string_view key) {
    for (const auto& [name, value] : form.values()) {
        if (name == key) {
            return value;
        }
    }
    return "no such option";
}

template <class Field>
Field* field(const OptionForm& form, const char* key) {
    return form.findChild<Field*>(QLatin1String(key));
}

void type_into(QLineEdit& line, const char* text) {
    line.selectAll();
    QTest::keyClicks(&line, QLatin1String(text));
}

}  // namespace

class OptionFormTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        form_ = std::make_unique<OptionForm>();
        form_->set_planners({every_type(), without_options()});
        form_->show();
        QVERIFY(QTest::qWaitForWindowExposed(form_.get()));
    }
    void cleanup() { form_.reset(); }

    void a_key_from_a_file_is_shown_literally() {
        OptionForm form;
        form.set_options({{.key = hostile_key,
                           .type = OptionType::integer,
                           .default_value = "1",
                           .meaning = "<b>extent</b> of it",
                           .minimum = 1,
                           .maximum = 100}});
        const auto* field = form.findChild<WholeNumberBox*>();
        QVERIFY(field != nullptr);
        const QLabel* label = nullptr;
        for (const QLabel* each : form.findChildren<QLabel*>()) {
            label = each->buddy() == field ? each : label;
        }
        QVERIFY(label != nullptr);
        QCOMPARE(label->textFormat(), Qt::PlainText);
        QCOMPARE(label->text(), QStringLiteral("dim.<b>a</b>&&b\\x1b\\u202e"));
        QCOMPARE(field->accessibleName(), QStringLiteral("dim.<b>a</b>&b\\x1b\\u202e"));
        QVERIFY(field->toolTip().contains(QStringLiteral("&lt;b&gt;extent")));
        QCOMPARE(form.values().front().first, std::string(hostile_key));
    }

    void every_type_has_its_own_field_with_its_default() {
        QCOMPARE(field<WholeNumberBox>(*form_, "tries")->value(), QStringLiteral("5"));
        QCOMPARE(field<WholeNumberBox>(*form_, "work")->value(), QStringLiteral("30"));
        QCOMPARE(field<QLineEdit>(*form_, "alignment")->text(), QStringLiteral("16"));
        QCOMPARE(field<QComboBox>(*form_, "order")->currentText(), QStringLiteral("desc"));
        QVERIFY(field<QCheckBox>(*form_, "twice")->isChecked());
        QCOMPARE(field<QLineEdit>(*form_, "metrics")->text(), QStringLiteral("width"));
        const std::vector<KeyValue> expected{{"tries", "5"},    {"work", "30"},    {"alignment", "16"},
                                             {"order", "desc"}, {"twice", "true"}, {"metrics", "width"}};
        QCOMPARE(form_->values(), expected);
        QVERIFY(form_->is_valid());
    }

    void every_field_says_what_it_means() {
        for (const char* key : {"tries", "work", "alignment", "order", "twice", "metrics"}) {
            const auto* each = field<QWidget>(*form_, key);
            QVERIFY2(each != nullptr, key);
            QVERIFY2(!each->toolTip().isEmpty(), key);
            QCOMPARE(each->accessibleName(), QLatin1String(key));
        }
    }

    void keys_and_clicks_set_every_field() {
        auto* tries = field<WholeNumberBox>(*form_, "tries");
        tries->setFocus();
        QTest::keyClick(tries, Qt::Key_Up);
        QCOMPARE(value_of(*form_, "tries"), std::string("6"));
        auto* twice = field<QCheckBox>(*form_, "twice");
        QTest::keyClick(twice, Qt::Key_Space);
        QCOMPARE(value_of(*form_, "twice"), std::string("false"));
        auto* order = field<QComboBox>(*form_, "order");
        QTest::keyClick(order, Qt::Key_Up);
        QCOMPARE(value_of(*form_, "order"), std::string("asc"));
        type_into(*field<QLineEdit>(*form_, "alignment"), "4KiB");
        QCOMPARE(value_of(*form_, "alignment"), std::string("4KiB"));
        type_into(*field<QLineEdit>(*form_, "metrics"), "width>length");
        QCOMPARE(value_of(*form_, "metrics"), std::string("width>length"));
        QVERIFY(form_->is_valid());
    }

    void a_wrong_value_is_named_and_reported_once() {
        const QSignalSpy validity(form_.get(), &OptionForm::validity_changed);
        auto* alignment = field<QLineEdit>(*form_, "alignment");
        type_into(*alignment, "lots");
        QVERIFY(!form_->is_valid());
        QVERIFY(form_->error_text().contains(QStringLiteral("'alignment' is 'lots'")));
        QVERIFY(form_->error_text().contains(QStringLiteral("at least 1")));
        QCOMPARE(validity.size(), 1);
        QCOMPARE(validity[0][0].toBool(), false);
        type_into(*alignment, "64");
        QVERIFY(form_->is_valid());
        QVERIFY(form_->error_text().isEmpty());
        QCOMPARE(validity.back()[0].toBool(), true);
    }

    void an_empty_field_is_wrong_too() {
        auto* work = field<WholeNumberBox>(*form_, "work");
        work->selectAll();
        QTest::keyClick(work, Qt::Key_Delete);
        QVERIFY(!form_->is_valid());
        QVERIFY(form_->error_text().contains(QStringLiteral("'work'")));
    }

    void a_click_on_reset_brings_every_default_back() {
        const std::vector<KeyValue> defaults = form_->values();
        form_->set_values({{"tries", "9"}, {"order", "asc"}, {"twice", "off"}, {"alignment", "x"}, {"unknown", "1"}});
        QVERIFY(!form_->is_valid());
        QCOMPARE(value_of(*form_, "tries"), std::string("9"));
        QCOMPARE(value_of(*form_, "twice"), std::string("false"));
        auto* reset = form_->findChild<QPushButton*>();
        QVERIFY(reset->isEnabled());
        QTest::mouseClick(reset, Qt::LeftButton);
        QVERIFY(!reset->isEnabled());
        QCOMPARE(form_->values(), defaults);
        QVERIFY(form_->is_valid());
    }

    void another_planner_has_its_own_fields_and_no_earlier_error() {
        const QSignalSpy changed(form_.get(), &OptionForm::planner_changed);
        form_->set_values({{"alignment", "wrong"}});
        form_->choose_planner(QStringLiteral("plain"));
        QCOMPARE(form_->planner(), QStringLiteral("plain"));
        QCOMPARE(changed.size(), 1);
        QVERIFY(form_->values().empty());
        QVERIFY(form_->is_valid());
        form_->choose_planner(QStringLiteral("no such planner"));
        QCOMPARE(form_->planner(), QStringLiteral("plain"));
    }

    void options_alone_have_fields_and_no_planner() {
        form_->set_options(every_type().options);
        QVERIFY(!form_->findChild<PlannerBox*>()->isVisible());
        QCOMPARE(value_of(*form_, "tries"), std::string("5"));
        type_into(*field<QLineEdit>(*form_, "alignment"), "lots");
        QVERIFY(!form_->is_valid());
        form_->set_options({every_type().options.front()});
        QCOMPARE(form_->values().size(), std::size_t{1});
        QVERIFY(form_->is_valid());
    }

    void shows_every_planner_of_the_registry_with_all_its_options() {
        std::vector<PlannerDescription> descriptions;
        for (const Planner& planner : planners()) {
            descriptions.push_back(planner.description);
            descriptions.back().options = all_options(planner.description);
        }
        form_->set_planners(descriptions);
        for (const PlannerDescription& each : descriptions) {
            form_->choose_planner(QString::fromUtf8(each.name.data(), static_cast<qsizetype>(each.name.size())));
            QVERIFY2(form_->is_valid(), qPrintable(form_->error_text()));
            QCOMPARE(form_->values().size(), each.options.size());
            for (const OptionSpec& option : each.options) {
                QCOMPARE(value_of(*form_, option.key), std::string(option.default_value));
            }
        }
    }

private:
    std::unique_ptr<OptionForm> form_;
};

ARENASCOPE_TEST(OptionFormTest)
#include "option_form_test.moc"
