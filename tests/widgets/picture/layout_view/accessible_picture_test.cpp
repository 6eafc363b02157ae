#include "widgets/picture/layout_view/accessible_picture.h"

#include <memory>
#include <set>

#include <QAccessible>
#include <QSignalSpy>
#include <qcustomplot.h>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/picture/layout_view/picture_listing.h"

using namespace arenascope;
using namespace arenascope::test;

class AccessiblePictureTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { install_accessible_picture(); }
    void init() {
        view_ = std::make_unique<LayoutView>();
        view_->resize(800, 600);
        view_->set_animated(false);
        show(view_->picture(), three_buffers());
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
        view_->findChild<QCustomPlot*>()->replot(QCustomPlot::rpImmediateRefresh);
    }
    void cleanup() { view_.reset(); }

    void a_container_is_a_group_with_its_buffers_as_items() {
        QAccessibleInterface* picture = QAccessible::queryAccessibleInterface(view_.get());
        QCOMPARE(picture->childCount(), 1);
        QAccessibleInterface* group = picture->child(0);
        QCOMPARE(group->role(), QAccessible::Grouping);
        QCOMPARE(group->parent(), picture);
        QCOMPARE(picture->indexOfChild(group), 0);
        QVERIFY(group->text(QAccessible::Description).contains(QStringLiteral("3 buffers in view")));
        QStringList names;
        for (int i = 0; i < group->childCount(); ++i) {
            names << group->child(i)->text(QAccessible::Name);
            QCOMPARE(group->child(i)->role(), QAccessible::ListItem);
            QCOMPARE(group->child(i)->parent(), group);
            QCOMPARE(group->indexOfChild(group->child(i)), i);
        }
        QCOMPARE(names, (QStringList{"low", "high", "later"}));
    }

    void an_item_tells_size_steps_offset_and_what_lies_on_it() {
        view_->picture().set_unit(Unit::bytes);
        QCOMPARE(item(0)->text(QAccessible::Description),
                 QStringLiteral("400 B, steps 0 to 99, offset 0 B, on it: high"));
        QCOMPARE(item(1)->text(QAccessible::Description),
                 QStringLiteral("300 B, steps 0 to 49, offset 400 B, nothing lies on it"));
        view_->picture().set_layout(
            shared(three_buffers().layout),
            shared(IndexedVector<BufferIndex, Risk>{
                {Tier::high, Cause::beside}, {Tier::none, Cause::none}, {Tier::high, Cause::over}}));
        QVERIFY(item(2)->text(QAccessible::Description).contains(QStringLiteral("high · over")));
    }

    void an_item_is_where_its_rectangle_is() {
        const QPoint middle = view_->mapToGlobal(*view_->position_of(BufferIndex(1)));
        QVERIFY(item(1)->rect().contains(middle));
        QVERIFY(!item(0)->rect().contains(middle));
        QCOMPARE(group()->childAt(middle.x(), middle.y()), item(1));
        QVERIFY(group()->rect().contains(middle));
        QVERIFY(!item(1)->state().offscreen);
        view_->set_view({{60, 100}, {0, 200}});
        QAccessibleInterface* low = item(0);
        QCOMPARE(low->text(QAccessible::Name), QStringLiteral("low"));
        QCOMPARE(group()->childCount(), 1);
    }

    void the_item_of_the_selected_buffer_has_the_focus() {
        view_->activateWindow();
        view_->setFocus();
        QTRY_VERIFY(view_->hasFocus());
        view_->picture().set_selection({BufferIndex(1)});
        QVERIFY(item(1)->state().selected && item(1)->state().focused && !item(0)->state().selected);
        QCOMPARE(QAccessible::queryAccessibleInterface(view_.get())->focusChild(), item(1));
        view_->picture().set_selection({BufferIndex(0), BufferIndex(1)});
        QVERIFY(item(1)->state().selected && !item(1)->state().focused && item(0)->state().selected);
    }

    void the_picture_tells_verdict_step_and_selection() {
        view_->setAccessibleDescription(QStringLiteral("Fits."));
        QCOMPARE(description(), QStringLiteral("Fits."));
        view_->picture().set_time_cursor(Step(7));
        view_->picture().set_selection({BufferIndex(1), BufferIndex(2)});
        QCOMPARE(description(), QStringLiteral("Fits. Step 7. Selected: high, later."));
    }

    void pressing_an_item_is_a_click_on_it() {
        QSignalSpy clicked(view_.get(), &LayoutView::clicked);
        QSignalSpy moved(view_.get(), &LayoutView::time_cursor_moved);
        item(2)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(clicked.size(), 1);
        QCOMPARE(clicked.front().front().value<PointerTarget>().buffer, BufferIndex(2));
        QCOMPARE(moved.front().front().value<Step>(), Step(60));
    }

    void buffers_that_are_not_placed_are_in_a_group_of_their_own() {
        PlacedPlan plan = three_buffers();
        plan.layout.placements[1].reset();
        show(view_->picture(), plan);
        QAccessibleInterface* picture = QAccessible::queryAccessibleInterface(view_.get());
        QCOMPARE(picture->childCount(), 2);
        QCOMPARE(picture->child(1)->text(QAccessible::Name), QStringLiteral("Not placed"));
        QCOMPARE(picture->child(1)->child(0)->text(QAccessible::Name), QStringLiteral("high"));
        QVERIFY(picture->child(1)->child(0)->text(QAccessible::Description).contains(QStringLiteral("not placed")));
    }

    void the_items_of_another_problem_are_not_valid_any_more() {
        QAccessibleInterface* before = item(0);
        QVERIFY(before->isValid());
        show(view_->picture(), two_regions());
        QVERIFY(!before->isValid());  // it is deleted later
        QCoreApplication::processEvents();
        QCOMPARE(QAccessible::queryAccessibleInterface(view_.get())->childCount(), 2);
        QCOMPARE(group()->text(QAccessible::Name), QStringLiteral("fast"));
        QCOMPARE(item(0)->text(QAccessible::Name), QStringLiteral("a"));
    }

    void of_many_buffers_a_few_hundred_are_items() {
        show(view_->picture(), crowded_plan());
        QTRY_VERIFY_WITH_TIMEOUT(view_->picture().parts().are_there, 20'000);
        QCOMPARE(group()->childCount(), 200);
        QVERIFY(group()->text(QAccessible::Description).contains(QStringLiteral("the 200 largest are listed")));
        // Whoever looks at one part after the other leaves no more items behind than a view holds, and some.
        std::set<QAccessible::Id> ids;
        for (int i = 0; i < 40; ++i) {
            view_->set_view({{50.0L * i, 50.0L * i + 20}, {0, 6400}});
            for (int j = 0; j < group()->childCount(); ++j) {
                ids.insert(QAccessible::uniqueId(item(j)));
            }
            view_->picture().set_time_cursor(Step(i));
            QCoreApplication::processEvents();
        }
        QVERIFY(ids.size() > 3'000);
        const auto left = std::ranges::count_if(
            ids, [](QAccessible::Id id) { return QAccessible::accessibleInterface(id) != nullptr; });
        QVERIFY2(left <= 1'400, qPrintable(QString::number(left)));
    }

    void a_listing_has_the_largest_in_order_of_time() {
        const PlacedPlan plan = placed_plan({{"a", 4, 8, 10, 0}, {"b", 0, 8, 30, 10}, {"c", 2, 3, 20, 40}});
        const LayoutPicture picture = shown_picture(plan);
        const View all = picture.shapes().whole;
        const std::vector<ListedContainer> whole{{RegionIndex(0), {BufferIndex(1), BufferIndex(2), BufferIndex(0)}, 3}};
        QVERIFY(picture_listing(picture, all, 3) == whole);
        const std::vector<ListedContainer> two{{RegionIndex(0), {BufferIndex(1), BufferIndex(2)}, 3}};
        QVERIFY(picture_listing(picture, all, 2) == two);
        QVERIFY(picture_listing(LayoutPicture(), all, 2).empty());
    }

private:
    [[nodiscard]] QAccessibleInterface* group() const {
        return QAccessible::queryAccessibleInterface(view_.get())->child(0);
    }
    [[nodiscard]] QString description() const {
        return QAccessible::queryAccessibleInterface(view_.get())->text(QAccessible::Description);
    }
    [[nodiscard]] QAccessibleInterface* item(int index) const { return group()->child(index); }

    std::unique_ptr<LayoutView> view_;
};

ARENASCOPE_TEST(AccessiblePictureTest)
#include "accessible_picture_test.moc"
