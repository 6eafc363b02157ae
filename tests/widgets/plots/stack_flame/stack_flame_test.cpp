#include "widgets/plots/stack_flame/stack_flame.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>

#include "qt/words/wording.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"
#include "widgets/base/section_header.h"
#include "widgets/plots/stack_flame/flame_canvas.h"

using namespace arenascope;

class StackFlameTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        flame_ = std::make_unique<StackFlame>();
        flame_->resize(400, 300);
        flame_->show();
        QVERIFY(QTest::qWaitForWindowExposed(flame_.get()));
        show_plan();
    }
    void cleanup() { flame_.reset(); }

    void it_shows_the_stacks_at_the_highest_live_size_or_at_the_step() {
        const auto* header = flame_->findChild<SectionHeader*>();
        QCOMPARE(header->detail(), QStringLiteral("160 B live at event 2"));
        QCOMPARE(canvas().boxes().size(), std::size_t{3});
        flame_->set_step(Step(0));
        QCOMPARE(header->detail(), QStringLiteral("100 B live at event 0"));
        QCOMPARE(canvas().boxes().size(), std::size_t{2});
    }

    void the_words_of_a_box_tell_function_place_bytes_and_share() {
        QCOMPARE(canvas().words(1), QStringLiteral("forward\n/u/net.py:3\n%1, 62.5 % of the live size\n1 allocation")
                                        .arg(amount_and_exact_bytes(100, Unit::bytes)));
    }

    void a_click_and_enter_choose_the_buffers() {
        QSignalSpy chosen(flame_.get(), &StackFlame::chosen);
        QTest::mouseClick(canvas().viewport(), Qt::LeftButton, {}, canvas().box_of(2).center());
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0][0].value<std::vector<BufferIndex>>(), std::vector{BufferIndex(1)});
        QTest::keyClick(&canvas(), Qt::Key_Up);
        QCOMPARE(canvas().current(), std::uint32_t{0});
        QTest::keyClick(&canvas(), Qt::Key_Return);
        QCOMPARE(chosen[1][0].value<std::vector<BufferIndex>>(), (std::vector{BufferIndex(0), BufferIndex(1)}));
        QTest::keyClick(&canvas(), Qt::Key_Down);
        QTest::keyClick(&canvas(), Qt::Key_Right);
        QCOMPARE(canvas().current(), std::uint32_t{2});
        QVERIFY(canvas().accessibleDescription().contains(QStringLiteral("net.py:5")));
    }

    void a_double_click_or_control_enter_fills_the_width() {
        QTest::mouseDClick(canvas().viewport(), Qt::LeftButton, {}, canvas().box_of(2).center());
        QCOMPARE(canvas().root(), std::uint32_t{2});
        QCOMPARE(canvas().box_of(2).width(), canvas().viewport()->width());
        QTest::keyClick(&canvas(), Qt::Key_Up);
        QTest::keyClick(&canvas(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(canvas().root(), std::uint32_t{0});
    }

    void the_stacks_can_be_copied() {
        for (auto* button : flame_->findChildren<QToolButton*>()) {
            if (button->text().contains(QStringLiteral("Copy"))) {
                button->click();
            }
        }
        QCOMPARE(QApplication::clipboard()->text(), QStringLiteral("net.py:3 forward 100\nnet.py:5 forward 60\n"));
    }

    void without_a_recorded_allocator_it_says_what_stacks_belong_to() {
        flame_->set_problem(std::make_shared<const Problem>(test::placed_plan({{"a", 0, 4, 8, 0}}).problem));
        QVERIFY(!canvas().isVisible());
    }

private:
    [[nodiscard]] FlameCanvas& canvas() const { return *flame_->findChild<FlameCanvas*>(); }
    void show_plan() const {
        const auto plan =
            test::segmented_plan({1000}, {{0, {Step(0), Step(4)}, 0, 100, 3}, {0, {Step(2), Step(6)}, 200, 60, 5}});
        flame_->set_problem(std::make_shared<const Problem>(plan.problem));
    }

    std::unique_ptr<StackFlame> flame_;
};

ARENASCOPE_TEST(StackFlameTest)
#include "stack_flame_test.moc"
