#include "widgets/panels/verdict_bar/verdict_bar.h"

#include <memory>

#include <QLineEdit>
#include <QPushButton>

#include "tests/support/test_registry.h"

using namespace arenascope;

class VerdictBarTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        bar_ = std::make_unique<VerdictBar>();
        bar_->resize(1200, 60);
        bar_->show();
        QVERIFY(QTest::qWaitForWindowExposed(bar_.get()));
        bar_->show_verdict(
            {VerdictTone::bad, QStringLiteral("Does not fit."), QStringLiteral("A lower layout may fit."), {}},
            {{RegionIndex(0), {}, QStringLiteral("52 KiB")}});
    }
    void cleanup() { bar_.reset(); }

    void it_is_called_what_it_says() {
        QCOMPARE(bar_->accessibleName(), QStringLiteral("Does not fit. A lower layout may fit."));
    }

    void enter_applies_a_capacity_and_what_is_the_same_is_no_change() {
        std::vector<QString> entered;
        connect(bar_.get(), &VerdictBar::capacity_entered, bar_.get(),
                [&](RegionIndex, const QString& amount) { entered.push_back(amount); });
        QLineEdit& field = field_of();
        QCOMPARE(field.text(), QStringLiteral("52 KiB"));
        QTest::keyClick(&field, Qt::Key_Return);
        QVERIFY(entered.empty());
        field.setText(QStringLiteral("64 KiB"));
        QTest::keyClick(&field, Qt::Key_Return);
        field.clear();
        QTest::keyClick(&field, Qt::Key_Return);
        QCOMPARE(entered, (std::vector<QString>{QStringLiteral("64 KiB"), QString()}));
    }

    void escape_brings_the_capacity_back() {
        field_of().setText(QStringLiteral("nonsense"));
        QTest::keyClick(&field_of(), Qt::Key_Escape);
        QCOMPARE(field_of().text(), QStringLiteral("52 KiB"));
    }

    void what_helps_can_be_chosen_and_goes_with_the_next_verdict() {
        bar_->show_help({{QStringLiteral("Let operators share memory: 40 KiB, fits"), {}},
                         {QStringLiteral("portfolio: 50 KiB, fits"), {}}},
                        true, {});
        std::vector<std::size_t> chosen;
        connect(bar_.get(), &VerdictBar::help_chosen, bar_.get(),
                [&](std::size_t choice) { chosen.push_back(choice); });
        std::vector<QPushButton*> seen;
        for (auto* button : bar_->findChildren<QPushButton*>()) {
            if (button->isVisible()) {
                seen.push_back(button);
            }
        }
        QCOMPARE(seen.size(), std::size_t{2});
        QTest::mouseClick(seen[1], Qt::LeftButton);
        QCOMPARE(chosen, std::vector<std::size_t>{1});
        bar_->show_help({}, false, {});
        QVERIFY(!seen[0]->isVisible());
    }

    void a_narrow_bar_shows_the_worst_memory_alone() {
        const std::vector<CapacityChoice> three{{RegionIndex(2), QStringLiteral("core 2"), {}},
                                                {RegionIndex(0), QStringLiteral("core 0"), {}},
                                                {RegionIndex(1), QStringLiteral("core 1"), {}}};
        bar_->show_verdict(bar_->words(), three);
        const auto count = [this] {
            int visible = 0;
            for (const auto* field : bar_->findChildren<QLineEdit*>()) {
                visible += field->isVisible() ? 1 : 0;
            }
            return visible;
        };
        QTRY_COMPARE(count(), 3);
        bar_->resize(400, 60);
        QTRY_COMPARE(count(), 1);
        QVERIFY(field_of().isVisible());
    }

private:
    [[nodiscard]] QLineEdit& field_of() const { return *bar_->findChildren<QLineEdit*>().front(); }

    std::unique_ptr<VerdictBar> bar_;
};

ARENASCOPE_TEST(VerdictBarTest)
#include "verdict_bar_test.moc"
