#include "tests/window_bench/measured_window.h"

#include <algorithm>
#include <fstream>
#include <functional>
#include <memory>
#include <utility>

#include <QClipboard>
#include <QImage>
#include <QLineEdit>
#include <QTableView>
#include <QtTest>

#include "app/window/shell/main_window.h"
#include "qt/tasks/handled_at_once.h"
#include "qt/tasks/work_pool.h"
#include "tests/window_bench/measured_frames.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/buffer_table/buffer_table.h"

namespace arenascope::bench {
namespace {

constexpr double patience = 600;  ///< seconds for one action
constexpr double short_patience = 60;

/// A line of the kernel's figures of this process, in gigabytes.
double status(const std::string& key) {
    std::ifstream file("/proc/self/status");
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with(key + ":")) {
            return std::stod(line.substr(key.size() + 1)) * 1024 / 1e9;
        }
    }
    return 0;
}

bool yes() {
    return true;
}

/// One window and what is done with it.
class MeasuredWindow {
public:
    MeasuredWindow(TimedApplication& application, const PrintFigure& print) : application_(application), print_(print) {
        window_.resize(1600, 1000);
        window_.show();
        static_cast<void>(QTest::qWaitForWindowExposed(&window_));
        view_ = window_.layout_view();
    }

    void open(const std::string& path) {
        QElapsedTimer timer;
        timer.start();
        double first = 0;
        const auto picture = QObject::connect(view_, &LayoutView::figures_changed, view_, [&](const auto&) {
            first = first > 0 ? first : static_cast<double>(timer.nsecsElapsed()) / 1e6;
        });
        const WindowTime time = application_.time(
            [&] { window_.open(QString::fromStdString(path)); },
            [&] { return is_shown(path) && !is_busy() && (first > 0 || buffers() <= most_handled_at_once); }, patience);
        QObject::disconnect(picture);
        print_("file opens: longest stretch blocked", time.longest);
        print_("file opens: first picture", first > 0 ? first : time.result);  // a small plan is drawn at once
        print_("file opens: until idle", time.wall);
    }

    void open_unplaced(const std::string& path) {
        // Only once for each layout, because looking for a placement reads all buffers of an empty one.
        std::shared_ptr<const Layout> looked_at;
        const WindowTime time = application_.time(
            [&] { window_.open(QString::fromStdString(path)); },
            [&] {
                const auto& layout = window_.session().shown()->layout;
                return is_shown(path) && std::exchange(looked_at, layout) != layout && has_placements(*layout);
            },
            patience);
        print_("nothing placed: longest stretch blocked", time.longest);
        print_("nothing placed: first layout shown", time.wall);
    }

    void measure_steps(const std::string& path) {
        const WindowTime time = application_.time([&] { window_.open(QString::fromStdString(path)); },
                                                  [&] { return is_shown(path) && !is_busy(); }, patience);
        print_("trace opens: longest stretch blocked", time.longest);
        print_("trace opens: until idle", time.wall);
        Steps& steps = window_.session().steps();
        const auto show = [this, &steps](int to) {
            const WindowTime step =
                application_.time([&] { steps.show(to); },
                                  [&] {
                                      return steps.chief_position() == to &&
                                             view_->picture().content().layout == window_.session().shown()->layout;
                                  },
                                  short_patience);
            settle();
            return step;
        };
        const int last = static_cast<int>(steps.chief_steps().size()) - 1;
        const WindowTime step = show(steps.chief_position() - 1);
        print_("step", step.longest);
        print_("step: shown", step.wall);
        const WindowTime first = show(0);  // nothing, or little, is placed there
        print_("first step", first.longest);
        print_("first step: shown", first.wall);
        print_("last step", show(last).longest);
    }

    void measure_views() {
        longest("wheel notch", [this] { wheel(1); });
        view_->run(ViewCommand::fit);
        settle();
        longest("wheel, burst of ten: longest frame", [this] { wheel(10); });
        longest("pan by one arrow", [this] { QTest::keyClick(view_, Qt::Key_Right); });
        view_->run(ViewCommand::fit);
        settle();
        const QPoint middle = view_->rect().center() - QPoint(0, view_->height() / 5);
        longest("hover", [this, middle] { hover(middle); });
        longest("hover beside", [this, middle] { hover(middle + QPoint(40, 10)); });
        longest("click", [this, middle] { QTest::mouseClick(view_, Qt::LeftButton, Qt::NoModifier, middle); });
        const auto count = window_.session().problem()->buffers.size();
        window_.session().selection().select({BufferIndex(count / 2)});
        settle();
        longest("zoom to one buffer", [this] { view_->run(ViewCommand::zoom_to_selection); });
        longest("pan, zoomed to one buffer", [this] { QTest::keyClick(view_, Qt::Key_Right); });
    }

    void measure_edits() {
        const BufferIndex buffer(window_.session().problem()->buffers.size() / 2);
        window_.session().selection().select({buffer});
        view_->run(ViewCommand::zoom_to_selection);
        settle();
        const auto at = view_->position_of(buffer);
        if (at) {
            const QPoint to = *at - QPoint(0, 60);
            QTest::mousePress(view_, Qt::LeftButton, Qt::NoModifier, *at);
            QTest::mouseMove(view_, *at - QPoint(0, 20));
            settle();
            longest("drag: one move", [this, to] { QTest::mouseMove(view_, to); });
            longest("drag: drop", [this, to] { QTest::mouseRelease(view_, Qt::LeftButton, Qt::NoModifier, to); });
        }
        settle();
        longest("undo", [this] { window_.session().undo_stack()->undo(); });
        window_.session().undo_stack()->setClean();
    }

    void measure_table() {
        auto* field = window_.docks().buffers->findChild<QLineEdit*>();
        auto* rows = window_.docks().buffers->findChild<QTableView*>();
        const auto with_result = [&](const std::string& what, const std::function<void()>& act,
                                     const std::function<bool()>& is_done) {
            settle();
            const WindowTime time = application_.time(act, is_done, short_patience);
            print_(what + ": blocked", time.longest);
            print_(what + ": result", time.result);
        };
        BufferTable& table = *window_.docks().buffers;
        with_result(
            "filter letter", [field] { QTest::keyClick(field, Qt::Key_7); },
            [&table] { return table.applied_filter() == QStringLiteral("7"); });
        with_result(
            "filter cleared", [field] { field->clear(); }, [&table] { return table.applied_filter().isEmpty(); });
        const auto first_name = [rows] { return rows->model()->index(0, 0).data().toString(); };
        const QString before = first_name();
        with_result(
            "sort by name", [rows] { rows->sortByColumn(0, Qt::DescendingOrder); },
            [&] { return first_name() != before; });
    }

    void measure_pictures() {
        settle();
        QGuiApplication::clipboard()->clear();
        const WindowTime time =
            application_.time([this] { window_.actions().copy_picture->trigger(); },
                              [] { return !QGuiApplication::clipboard()->image().isNull(); }, short_patience);
        print_("copy the picture: blocked", time.longest);
        print_("copy the picture: done", time.result);
    }

    /// The search for better layouts would take a processor from what is measured next.
    void end_search() {
        window_.actions().cancel->trigger();
        application_.time([] {}, [this] { return !is_busy() && !has_background_work(); }, patience);
    }

    [[nodiscard]] std::size_t buffers() { return window_.session().problem()->buffers.size(); }
    [[nodiscard]] const ShownPlan& shown() { return *window_.session().shown(); }

private:
    [[nodiscard]] bool is_shown(const std::string& path) {
        return window_.session().has_plan() && window_.session().path() == QString::fromStdString(path);
    }

    [[nodiscard]] bool is_busy() {
        const auto& shown = *window_.session().shown();
        return window_.session().tuning().run()->is_running() || shown.report() == nullptr;
    }

    void longest(const std::string& what, const std::function<void()>& act) {
        print_(what, application_.time(act, yes, short_patience).longest);
    }

    /// Waits until neither the window nor its workers have anything to do.
    void settle() {
        application_.time([] {}, [] { return !has_background_work(); }, patience);
    }

    void wheel(int notches) {
        const QPointF at = view_->rect().center();
        for (int i = 0; i < notches; ++i) {
            QCoreApplication::postEvent(view_, new QWheelEvent(at, view_->mapToGlobal(at), QPoint(), QPoint(0, 120),
                                                               Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false));
        }
    }

    void hover(QPoint at) {
        QMouseEvent move(QEvent::MouseMove, at, view_->mapToGlobal(QPointF(at)), Qt::NoButton, Qt::NoButton,
                         Qt::NoModifier);
        QCoreApplication::sendEvent(view_, &move);
    }

    TimedApplication& application_;
    const PrintFigure& print_;
    MainWindow window_;
    LayoutView* view_ = nullptr;
};

}  // namespace

void measure_window(TimedApplication& application, const MeasuredFiles& files, const PrintFigure& print) {
    std::size_t count = 0;
    const double before = status("VmRSS");
    {
        MeasuredWindow window(application, print);
        window.open(files.placed);
        print("memory after opening", status("VmRSS") - before);
        window.measure_views();
        window.measure_edits();
        window.measure_table();
        window.measure_pictures();
        window.open_unplaced(files.unplaced);
        print("memory, highest", status("VmHWM") - before);
        window.end_search();
        measure_frames(window.shown(), print);
        count = window.buffers();
    }
    print("yardstick: a fillRect a buffer", filled_rectangles(count));
}

void measure_steps(TimedApplication& application, const MeasuredFiles& files, const PrintFigure& print) {
    const double before = status("VmRSS");
    MeasuredWindow window(application, print);
    window.measure_steps(files.trace);
    print("memory with a trace", status("VmRSS") - before);
}

}  // namespace arenascope::bench
