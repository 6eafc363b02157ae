#include "widgets/tables/advice_table/lever_choice.h"

#include <memory>

#include <QLabel>
#include <QSignalSpy>
#include <QtTest>

#include "tests/support/test_registry.h"

using namespace arenascope;

class LeverChoiceTest : public QObject {
    Q_OBJECT

private slots:
    void init() { choice_ = std::make_unique<LeverChoice>(); }
    void cleanup() { choice_.reset(); }

    void all_levers_that_change_no_result_are_on() { QVERIFY(choice_->wish() == LeverWish{}); }

    void a_box_turns_a_lever_on_and_off() {
        const QSignalSpy changed(choice_.get(), &LeverChoice::changed);
        box("types").click();
        box("order").click();
        QCOMPARE(changed.count(), 2);
        const std::vector<Lever> levers = {Lever::split, Lever::spill, Lever::sharing, Lever::recompute, Lever::types};
        QVERIFY(choice_->wish()->levers == levers);
    }

    void fields_give_the_limit_and_the_memory() {
        const QSignalSpy changed(choice_.get(), &LeverChoice::changed);
        type(0, QStringLiteral("2.5"));
        type(1, QStringLiteral("sdram:8MiB"));
        QCOMPARE(changed.count(), 2);
        QCOMPARE(choice_->wish()->most_extra_work, 2.5);
        QCOMPARE(choice_->wish()->spill->memory, std::string("sdram"));
        QVERIFY(choice_->wish()->spill->capacity == Bytes(8 << 20));
    }

    void a_wrong_field_says_what_is_wrong() {
        type(0, QStringLiteral("much"));
        QVERIFY(!choice_->wish());
        const auto labels = choice_->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const QLabel* one) {
            return one->text() == QLatin1String("the extra work 'much' is no percentage; write it as in 10%");
        }));
        type(0, QStringLiteral("10%"));
        type(1, QStringLiteral("sdram:x:y"));
        QVERIFY(!choice_->wish());
    }

private:
    QCheckBox& box(const char* name) {
        const auto boxes = choice_->findChildren<QCheckBox*>();
        return **std::ranges::find_if(boxes, [&](QCheckBox* one) { return one->text() == QLatin1String(name); });
    }
    void type(int field, const QString& text) {
        QLineEdit& line = *choice_->findChildren<QLineEdit*>()[field];
        line.clear();
        QTest::keyClicks(&line, text);
        QTest::keyClick(&line, Qt::Key_Return);
    }

    std::unique_ptr<LeverChoice> choice_;
};

ARENASCOPE_TEST(LeverChoiceTest)
#include "lever_choice_test.moc"
