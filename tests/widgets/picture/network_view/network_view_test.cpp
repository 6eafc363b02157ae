#include "widgets/picture/network_view/network_view.h"

#include <QFile>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTemporaryDir>

#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "tests/support/placed_plan.h"
#include "tests/support/shown_theme.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::NetworkSketch;
using arenascope::test::shared;
using arenascope::test::ShownTheme;
using arenascope::test::worked_network;

namespace {

constexpr OperatorIndex split0(0);
constexpr OperatorIndex conv0(1);
constexpr OperatorIndex conv1(2);
constexpr OperatorIndex concat(6);

std::shared_ptr<const Layout> shared_layout(const Problem& problem) {
    const auto plan = run_planner(problem, empty_layout(problem),
                                  {.planner = "operator-sharing", .settings = {{"method", "source"}}});
    return shared(plan->result.layout);
}

/// A chain in which every operator also reads the result of one far back.
Problem long_network(std::size_t operators) {
    NetworkSketch sketch;
    std::vector<BufferIndex> made{sketch.input("in", 8)};
    for (std::size_t i = 0; i < operators; ++i) {
        made.push_back(
            sketch.add("op" + std::to_string(i), OperatorFeature::ordinary, {made.back(), made[i - i % 7]}, 8));
    }
    return std::move(sketch.problem());
}

/// A chain with a short branch beside each of its operators, and at its end one operator that reads many tensors.
Problem branched_network(std::size_t operators) {
    NetworkSketch sketch;
    BufferIndex last = sketch.input("in", 8);
    for (std::size_t i = 0; i < operators; ++i) {
        const std::string number = std::to_string(i);
        const BufferIndex branch = sketch.add("branch" + number, OperatorFeature::ordinary, {last}, 8);
        last = sketch.add("join" + number, OperatorFeature::ordinary, {last, branch}, 8);
    }
    std::vector<BufferIndex> wide;
    for (std::size_t i = 0; i < 60; ++i) {
        wide.push_back(sketch.add("wide" + std::to_string(i), OperatorFeature::ordinary, {last}, 8));
        // A fan that grows to one side.
        last = i % 3 == 0 ? wide.back() : last;
    }
    sketch.add("end", OperatorFeature::ordinary, wide, 8);
    return std::move(sketch.problem());
}

}  // namespace

class NetworkViewTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        view_ = std::make_unique<NetworkView>();
        view_->resize(500, 700);
        view_->canvas()->diagram_layout().set_dot({});
    }
    void cleanup() { view_.reset(); }

    void a_problem_without_a_network_says_so() {
        view_->set_problem(shared(Problem{}));
        show();
        QVERIFY(!view_->canvas()->isVisible());
        QVERIFY(view_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly)->isVisible());
    }

    void a_network_is_laid_out_when_it_is_first_visible() {
        view_->set_problem(shared(worked_network()));
        QVERIFY(!view_->canvas()->content().is_laid_out());
        show_laid_out();
        QVERIFY(view_->canvas()->box_of(split0).bottom() < view_->canvas()->box_of(conv0).top());
        QCOMPARE(header()->detail(), QStringLiteral("8 operators"));
        // Another network while it is visible.
        QSignalSpy laid_out(view_->canvas(), &NetworkCanvas::laid_out);
        view_->set_problem(shared(long_network(20)));
        QVERIFY(laid_out.wait(10'000));
        QVERIFY(!view_->canvas()->box_of(OperatorIndex(19)).isEmpty());
    }

    void a_large_network_begins_with_its_first_operator_in_view() {
        std::vector<Problem> networks{long_network(300), branched_network(200)};
        if (!arenascope::test::shared_data().isEmpty()) {
            const QString path = arenascope::test::shared_data() + QStringLiteral("/onnx/light_densenet121.onnx");
            const auto document = read_document(path.toStdString());
            QVERIFY(document.has_value());
            networks.push_back(document->problem);
        }
        for (const QSize size : {QSize(500, 700), QSize(900, 300)}) {
            view_->resize(size);
            show();
            for (const Problem& network : networks) {
                view_->set_problem(shared(network));
                QTRY_VERIFY_WITH_TIMEOUT(view_->canvas()->content().is_laid_out(), 20'000);
                QVERIFY(view_->canvas()->box_of(split0).height() > 20);  // readable, so not the whole network
                QVERIFY(view_->canvas()->rect().contains(view_->canvas()->box_of(split0).toRect()));
            }
        }
    }

    void a_click_chooses_an_operator_or_a_tensor() {
        view_->set_problem(shared(worked_network()));
        show_laid_out();
        QSignalSpy operators(view_.get(), &NetworkView::operator_chosen);
        QSignalSpy buffers(view_.get(), &NetworkView::buffer_chosen);
        click(view_->canvas()->box_of(conv1).center());
        QCOMPARE(operators.takeFirst().front().value<OperatorIndex>(), conv1);
        // The middle of the line from concat to conv4.
        const QRectF above = view_->canvas()->box_of(concat);
        const QRectF below = view_->canvas()->box_of(OperatorIndex(7));
        click({(above.center().x() + below.center().x()) / 2, (above.bottom() + below.top()) / 2});
        QCOMPARE(buffers.takeFirst().front().value<BufferIndex>(), BufferIndex(7));
        click({1, 1});
        QVERIFY(operators.isEmpty() && buffers.isEmpty());
    }

    void arrow_keys_choose_the_operators_in_order() {
        view_->set_problem(shared(worked_network()));
        show_laid_out();
        QSignalSpy operators(view_.get(), &NetworkView::operator_chosen);
        QTest::keyClick(view_->canvas(), Qt::Key_Down);
        QCOMPARE(operators.takeFirst().front().value<OperatorIndex>(), split0);
        view_->set_selection(conv0, {});
        QTest::keyClick(view_->canvas(), Qt::Key_Down);
        QCOMPARE(operators.takeFirst().front().value<OperatorIndex>(), conv1);
        QTest::keyClick(view_->canvas(), Qt::Key_Up);
        QCOMPARE(operators.takeFirst().front().value<OperatorIndex>(), split0);
    }

    void buffers_that_share_memory_have_the_colour_of_their_group() {
        const Problem problem = worked_network();
        view_->set_problem(shared(problem));
        view_->set_layout(shared_layout(problem));
        const NetworkContent& content = view_->canvas()->content();
        QCOMPARE(content.group_count(), 3U);  // input, conv1 and concat with what shares with them
        QCOMPARE(content.group_of(BufferIndex(2)), content.group_of(BufferIndex(7)));
        QVERIFY(content.group_of(BufferIndex(2)) != content.group_of(BufferIndex(0)));
        QCOMPARE(content.group_of(BufferIndex(8)), NetworkContent::no_group);
        QVERIFY(content.is_removed(split0.value()) && !content.is_removed(conv0.value()));
        // What a removed operator is stays readable.
        QCOMPARE(content.detail(split0.value()), QStringLiteral("split0 · removed"));
        QVERIFY(content.text_of_node(conv0.value()).contains(QStringLiteral("shares memory in group")));
        QCOMPARE(header()->detail(), QStringLiteral("8 operators · 3 groups share"));
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const ShownTheme shown(theme);
            show_laid_out();
            const auto group = content.group_of(BufferIndex(2));
            const QRectF box = view_->canvas()->box_of(conv0);
            QCOMPARE(view_->canvas()->grab().toImage().pixelColor(QPointF(box.left() + 6, box.top() + 3).toPoint()),
                     qt_color(group_style(palette(theme), group)->fill));
        }
    }

    void sizes_stand_once_at_the_lines_of_a_tensor() {
        view_->set_problem(shared(worked_network()));
        const NetworkContent& content = view_->canvas()->content();
        int shown = 0;
        for (std::uint32_t edge = 0; edge < content.diagram().edges.size(); ++edge) {
            shown += content.shows_size(edge) ? 1 : 0;
            QVERIFY(content.size(edge).endsWith(QStringLiteral(" B")));
        }
        QCOMPARE(shown, 8);  // split0 and split1 have two readers each
        view_->set_unit(Unit::kibibytes);
        QVERIFY(content.size(0).endsWith(QStringLiteral("KiB")));
    }

    void what_is_chosen_elsewhere_comes_into_view() {
        view_->set_problem(shared(long_network(300)));
        show_laid_out();
        QVERIFY(!view_->canvas()->rect().contains(view_->canvas()->box_of(OperatorIndex(299)).toRect()));
        view_->set_selection(OperatorIndex(299), {});
        QVERIFY(view_->canvas()->rect().contains(view_->canvas()->box_of(OperatorIndex(299)).toRect()));
        view_->set_selection({}, {BufferIndex(1)});
        QVERIFY(view_->canvas()->rect().contains(view_->canvas()->box_of(OperatorIndex(0)).toRect()));
        QTest::keyClick(view_->canvas(), Qt::Key_F);
        QVERIFY(view_->canvas()->box_of(OperatorIndex(0)).height() < 20);
    }

    void dragging_pans_and_the_wheel_zooms_without_choosing() {
        view_->set_problem(shared(worked_network()));
        show_laid_out();
        QSignalSpy operators(view_.get(), &NetworkView::operator_chosen);
        const QRectF before = view_->canvas()->box_of(conv0);
        const QPoint from = before.center().toPoint();
        QTest::mousePress(view_->canvas(), Qt::LeftButton, Qt::NoModifier, from);
        move(from + QPoint(20, 0));
        move(from + QPoint(60, 30));
        QTest::mouseRelease(view_->canvas(), Qt::LeftButton, Qt::NoModifier, from + QPoint(60, 30));
        QVERIFY(operators.isEmpty());
        QCOMPARE(view_->canvas()->box_of(conv0).topLeft(), before.topLeft() + QPointF(60, 30));
        const QPointF at(100, 100);
        QWheelEvent wheel(at, view_->canvas()->mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(view_->canvas(), &wheel);
        QVERIFY(view_->canvas()->box_of(conv0).width() > before.width() * 1.2);
    }

    void dot_lays_out_what_it_can_and_the_layers_the_rest() {
        QTemporaryDir folder;
        const auto program = [&](const QByteArray& body) {
            const QString path = folder.filePath(QStringLiteral("dot"));
            QFile file(path);
            if (file.open(QIODevice::WriteOnly)) {
                file.write("#!/bin/sh\n" + body);
                file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            }
            return path;
        };
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        sketch.add("op", OperatorFeature::ordinary, {in}, 8);
        view_->canvas()->diagram_layout().set_dot(
            program("cat >/dev/null; cat <<E\ngraph 1 2 2\nnode 1 0.5 1.5 1 0.5 1\n"
                    "node 0 1.5 0.5 1 0.5 0\nedge 1 0 4 .5 1.3 .5 1 1.5 1 1.5 .8\nstop\nE\n"));
        view_->set_problem(shared(sketch.problem()));
        show_laid_out();
        QVERIFY(view_->canvas()->content().geometry().has_curves);
        for (const char* broken : {"exit 1\n", "echo nothing\n"}) {
            view_->canvas()->diagram_layout().set_dot(program(broken));
            view_->set_problem(shared(sketch.problem()));
            QTRY_VERIFY_WITH_TIMEOUT(view_->canvas()->content().is_laid_out(), 20'000);
            QVERIFY(!view_->canvas()->content().geometry().has_curves);
        }
    }

    void ten_thousand_operators_are_shown() {
        view_->set_problem(shared(long_network(10'000)));
        show_laid_out();
        QVERIFY(!view_->canvas()->grab().isNull());
        QVERIFY(view_->canvas()->box_of(OperatorIndex(9'999)).top() > view_->canvas()->box_of(split0).top());
    }

private:
    void show() {
        view_->show();
        QVERIFY(QTest::qWaitForWindowExposed(view_.get()));
    }

    void show_laid_out() {
        show();
        QTRY_VERIFY_WITH_TIMEOUT(view_->canvas()->content().is_laid_out(), 20'000);
    }

    void click(QPointF at) { QTest::mouseClick(view_->canvas(), Qt::LeftButton, Qt::NoModifier, at.toPoint()); }

    void move(QPoint to) {
        QMouseEvent event(QEvent::MouseMove, to, view_->canvas()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                          Qt::NoModifier);
        QApplication::sendEvent(view_->canvas(), &event);
    }

    [[nodiscard]] SectionHeader* header() const { return view_->findChild<SectionHeader*>(); }

    std::unique_ptr<NetworkView> view_;
};

ARENASCOPE_TEST(NetworkViewTest)
#include "network_view_test.moc"
