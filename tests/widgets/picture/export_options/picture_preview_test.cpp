#include "widgets/picture/export_options/picture_preview.h"

#include <atomic>
#include <memory>

#include <QMouseEvent>
#include <QSemaphore>
#include <QSignalSpy>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

PicturePreview::Draw plain_picture(QColor color, QSizeF size) {
    return [color, size](double scale, const auto&) -> Expected<QImage> {
        QImage image((size * scale).toSize(), QImage::Format_RGB32);
        image.fill(color);
        return image;
    };
}

}  // namespace

class PicturePreviewTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        preview_ = std::make_unique<PicturePreview>();
        preview_->resize(400, 200);
        preview_->show();
        QVERIFY(QTest::qWaitForWindowExposed(preview_.get()));
    }

    void a_picture_is_scaled_down_to_fit_and_never_enlarged() {
        show_and_wait({1600, 1000}, plain_picture(Qt::red, {1600, 1000}));
        QCOMPARE(preview_->image().size(), QSize(320, 200));
        show_and_wait({100, 50}, plain_picture(Qt::red, {100, 50}));
        QCOMPARE(preview_->image().size(), QSize(100, 50));
    }

    void a_picture_is_dragged_by_moving_the_pressed_mouse() {
        const QSignalSpy begun(preview_.get(), &PicturePreview::drag_begun);
        const auto move = [this](const QPoint& to) {
            QMouseEvent event(QEvent::MouseMove, to, preview_->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
            QCoreApplication::sendEvent(preview_.get(), &event);
        };
        QTest::mousePress(preview_.get(), Qt::LeftButton, {}, {20, 20});
        move({90, 20});
        QCOMPARE(begun.count(), 0);  // nothing is drawn yet
        QTest::mouseRelease(preview_.get(), Qt::LeftButton);
        show_and_wait({100, 50}, plain_picture(Qt::red, {100, 50}));
        move({90, 20});
        QCOMPARE(begun.count(), 0);
        QTest::mousePress(preview_.get(), Qt::LeftButton, {}, {20, 20});
        move({21, 20});
        QCOMPARE(begun.count(), 0);
        move({90, 20});
        move({99, 20});
        QCOMPARE(begun.count(), 1);
    }

    void it_follows_its_own_size() {
        show_and_wait({1600, 1000}, plain_picture(Qt::red, {1600, 1000}));
        preview_->resize(160, 200);
        QTRY_COMPARE(preview_->image().size(), QSize(160, 100));
    }

    void drawing_never_blocks_and_of_several_pictures_the_last_one_follows() {
        auto released = std::make_shared<QSemaphore>();
        auto drawn = std::make_shared<std::atomic<int>>(0);
        const auto slow = [released, drawn](double scale, const auto&) {
            released->acquire();
            ++*drawn;
            return plain_picture(Qt::red, {80, 80})(scale, {});
        };
        preview_->show_picture({80, 80}, slow);  // returns although the drawing waits
        for (int i = 0; i < 5; ++i) {
            preview_->show_picture({80, 80}, slow);
        }
        preview_->show_picture({80, 80}, plain_picture(Qt::blue, {80, 80}));
        QSignalSpy done(preview_.get(), &PicturePreview::drawn);
        released->release(10);
        QVERIFY(done.wait());
        QCOMPARE(preview_->image().pixelColor(40, 40), QColor(Qt::blue));
        QCOMPARE(drawn->load(), 1);
        QCOMPARE(preview_->grab().toImage().pixelColor(200, 100), QColor(Qt::blue));
    }

    void a_picture_that_is_too_large_or_fails_is_a_message() {
        show_and_wait({16384, 16384}, plain_picture(Qt::red, {1, 1}));
        QVERIFY(preview_->image().isNull());
        QVERIFY(preview_->message().contains(QStringLiteral("too large")));
        show_and_wait({80, 80},
                      [](double, const auto&) -> Expected<QImage> { return failure("no paper", "buy some"); });
        QVERIFY(preview_->message().contains(QStringLiteral("no paper")));
        show_and_wait({80, 80}, plain_picture(Qt::red, {80, 80}));
        QVERIFY(preview_->message().isEmpty());
    }

    void it_can_go_while_it_draws() {
        auto released = std::make_shared<QSemaphore>();
        preview_->show_picture({80, 80}, [released](double scale, const auto&) {
            released->acquire();
            return plain_picture(Qt::red, {80, 80})(scale, {});
        });
        preview_.reset();
        released->release();
        work_pool().waitForDone();
        QCoreApplication::processEvents();
    }

private:
    void show_and_wait(QSizeF size, PicturePreview::Draw draw) {
        QSignalSpy done(preview_.get(), &PicturePreview::drawn);
        preview_->show_picture(size, std::move(draw));
        QTRY_VERIFY(!done.isEmpty());
    }

    std::unique_ptr<PicturePreview> preview_;
};

ARENASCOPE_TEST(PicturePreviewTest)
#include "picture_preview_test.moc"
