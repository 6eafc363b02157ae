#include "widgets/base/steady_scroll_area.h"

#include <QScrollBar>
#include <QtTest>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// Content that is the higher the wider it is, as text is that shows more of itself where there is room. With the
/// scroll bar it needs none, and without it it needs one.
class ContraryContent final : public QWidget {
public:
    ContraryContent() {
        QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
        policy.setHeightForWidth(true);
        setSizePolicy(policy);
    }
    [[nodiscard]] int heightForWidth(int width) const override { return width >= 200 ? 400 : 50; }
    [[nodiscard]] QSize minimumSizeHint() const override { return {50, width() >= 200 ? 400 : 50}; }
    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }

    int resizes = 0;

protected:
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        if (++resizes > 1000) {
            qFatal("it goes back and forth without an end");
        }
    }
};

}  // namespace

class SteadyScrollAreaTest : public QObject {
    Q_OBJECT

private slots:
    void content_that_flips_the_scroll_bar_comes_to_rest() {
        SteadyScrollArea area;
        auto* content = new ContraryContent;
        area.setFrameShape(QFrame::NoFrame);
        area.setWidgetResizable(true);
        area.setWidget(content);
        area.show();
        for (int width = 150; width < 260; ++width) {
            content->resizes = 0;
            area.resize(width, 100);
            QCoreApplication::processEvents();
            QVERIFY(content->resizes < 20);
        }
    }

    void usual_content_fills_the_area_and_scrolls() {
        SteadyScrollArea area;
        auto* content = new QWidget;
        content->setMinimumHeight(300);
        area.setWidgetResizable(true);
        area.setWidget(content);
        area.resize(200, 100);
        area.show();
        QTRY_VERIFY(area.verticalScrollBar()->isVisible());
        QCOMPARE(content->width(), area.viewport()->width());
        QCOMPARE(content->height(), 300);
        content->setMinimumHeight(20);
        QTRY_VERIFY(!area.verticalScrollBar()->isVisible());
        QCOMPARE(content->width(), area.viewport()->width());
    }
};

ARENASCOPE_TEST(SteadyScrollAreaTest)
#include "steady_scroll_area_test.moc"
