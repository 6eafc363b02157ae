#include "widgets/tables/advice_table/frontier_plot.h"

#include <memory>

#include <QSignalSpy>
#include <QtTest>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

std::shared_ptr<const Advice> two_ways() {
    auto advice = std::make_shared<Advice>();
    advice->options.resize(2);
    advice->options[0].peak = Offset(1000);
    advice->options[1].peak = Offset(400);
    advice->options[1].extra_work = 5;
    return advice;
}

}  // namespace

class FrontierPlotTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        plot_ = std::make_unique<FrontierPlot>();
        plot_->resize(300, 160);
        plot_->set_advice(two_ways());
        plot_->show();
        QVERIFY(QTest::qWaitForWindowExposed(plot_.get()));
    }
    void cleanup() { plot_.reset(); }

    void a_click_near_a_point_chooses_it() {
        const QSignalSpy chosen(plot_.get(), &FrontierPlot::option_chosen);
        const QPointF place = plot_->scale().place_of(two_ways()->options[1]);
        QTest::mouseClick(plot_.get(), Qt::LeftButton, {}, (place + QPointF(6, 0)).toPoint());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen.front().front().toULongLong(), 1ULL);
        QTest::mouseClick(plot_.get(), Qt::LeftButton, {}, (place + QPointF(0, -30)).toPoint());
        QCOMPARE(chosen.count(), 1);
    }

    void the_line_is_dragged_on_one_scale_and_let_go_once() {
        plot_->set_capacity(Bytes(700));
        const QSignalSpy dragged(plot_.get(), &FrontierPlot::capacity_dragged);
        const QSignalSpy let_go(plot_.get(), &FrontierPlot::capacity_chosen);
        const FrontierScale before = plot_->scale();
        const QPoint line(static_cast<int>(before.area.center().x()), static_cast<int>(before.y_of(Bytes(700))));
        QTest::mousePress(plot_.get(), Qt::LeftButton, {}, line);
        const QPoint higher = line - QPoint(0, 20);
        QTest::mouseMove(plot_.get(), higher);
        QTRY_VERIFY(!dragged.isEmpty());
        QCOMPARE(plot_->scale().top, before.top);
        QVERIFY(let_go.isEmpty());
        QTest::mouseRelease(plot_.get(), Qt::LeftButton, {}, higher);
        QCOMPARE(let_go.count(), 1);
        QCOMPARE(let_go.front().front().value<Bytes>(), before.bytes_at(higher.y()));
    }

    void without_a_capacity_there_is_nothing_to_drag() {
        const QSignalSpy let_go(plot_.get(), &FrontierPlot::capacity_chosen);
        QTest::mousePress(plot_.get(), Qt::LeftButton, {}, plot_->rect().center());
        QTest::mouseRelease(plot_.get(), Qt::LeftButton, {}, plot_->rect().center());
        QVERIFY(let_go.isEmpty());
        QCOMPARE(plot_->accessibleDescription(), QStringLiteral("2 ways to run the network"));
    }

private:
    std::unique_ptr<FrontierPlot> plot_;
};

ARENASCOPE_TEST(FrontierPlotTest)
#include "frontier_plot_test.moc"
