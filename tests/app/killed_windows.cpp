#include "tests/app/killed_windows.h"

#include <csignal>
#include <ctime>
#include <map>
#include <memory>
#include <random>
#include <vector>

#include <QActionGroup>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QSignalSpy>
#include <QtTest>

#include "app/session/capacity_change.h"
#include "app/session/plan_change.h"
#include "app/session/recovery.h"
#include "app/window/frame/window_settings.h"
#include "app/window/shell/main_window.h"
#include "app/window/shell/recovery_offer.h"
#include "app/window/shell/window_view.h"
#include "core/format/plan/plan_json.h"
#include "core/model/edit/buffer_addition.h"
#include "core/model/edit/buffer_change.h"
#include "core/model/edit/buffer_removal.h"
#include "qt/tasks/short_wait.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/layout_view.h"

namespace arenascope::test {
namespace {

constexpr auto folder_variable = "ARENASCOPE_KILLED_FOLDER";
constexpr auto seed_variable = "ARENASCOPE_KILLED_SEED";
constexpr qint64 most_lost = 10'000;  ///< milliseconds
constexpr qint64 noteworthy = 2'000;

/// Milliseconds of a clock that all processes share and nobody sets.
qint64 now() {
    timespec time{};
    ::clock_gettime(CLOCK_MONOTONIC, &time);
    return qint64{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

QByteArray hash_of(const std::string& text) {
    return QCryptographicHash::hash(QByteArray::fromStdString(text), QCryptographicHash::Sha1).toHex();
}

/// Everything that the window shows of the plan itself.
std::string plan_words(MainWindow& window) {
    Session& session = window.session();
    const PlanState& state = session.state();
    std::string words = plan_json_text(*session.problem(), *session.plan().without_preview().layout, state.provenance,
                                       annotations_of(state));
    words += session.path().toStdString();
    words += state.trace ? " run of " + std::to_string(state.trace->frames.size()) : std::string(" no run");
    words += state.frame == FrameIndex::none() ? std::string() : " step " + std::to_string(state.frame.value());
    return words;
}

/// Everything else that must come back.
std::string view_words(MainWindow& window) {
    ViewState view = window.memory().view->state();
    std::string words = json_of(view);
    for (const Breakpoint& each : window.session().debugging().breakpoints()) {
        words += "\nbreakpoint " + each.condition + (each.is_enabled ? " on " : " off ") +
                 std::to_string(each.ignored) + each.line;
    }
    for (const std::string& each : window.session().debugging().watches()) {
        words += "\nwatch " + each;
    }
    return words;
}

/// One thing that the window showed.
struct Moment {
    qint64 time = 0;
    QByteArray kind;
    bool is_saved = false;
    QByteArray plan;
    QByteArray view;
};

std::vector<Moment> moments_in(const QString& path) {
    std::vector<Moment> moments;
    QFile file(path);
    if (file.open(QIODevice::ReadOnly)) {
        const QList<QByteArray> lines = file.readAll().split('\n');
        for (const QByteArray& line : lines) {
            const QList<QByteArray> words = line.split(' ');
            if (words.size() == 5) {  // the last line may be cut off
                moments.push_back({words[0].toLongLong(), words[1], words[2] == "saved", words[3], words[4]});
            }
        }
    }
    return moments;
}

QByteArray line_of(MainWindow& window, const QByteArray& kind) {
    const bool is_saved = window.session().undo_stack()->isClean();
    return QByteArray::number(now()) + ' ' + kind + (is_saved ? " saved " : " unsaved ") + hash_of(plan_words(window)) +
           ' ' + hash_of(view_words(window)) + '\n';
}

/// A user who does something of every kind.
class BusyUser {
public:
    BusyUser(MainWindow& window, unsigned seed, QFile& log) : window_(window), log_(log), random_(seed) {
        // What changes by itself counts, too, such as the end of a run.
        Session& session = window.session();
        const auto later = [this] {
            QMetaObject::invokeMethod(
                &window_, [this] { note("later"); }, Qt::QueuedConnection);
        };
        QObject::connect(&session.plan(), &OpenPlan::layout_changed, &window, later);
        QObject::connect(&session.plan(), &OpenPlan::plan_changed, &window, later);
        QObject::connect(window.layout_view(), &LayoutView::view_changed, &window, later);
        note("opened");
    }

    void act() {
        static const std::vector<std::pair<QByteArray, void (BusyUser::*)()>> actions = {
            {"move", &BusyUser::move},         {"nudge", &BusyUser::nudge},
            {"size", &BusyUser::resize},       {"duplicate", &BusyUser::duplicate},
            {"capacity", &BusyUser::capacity}, {"breakpoint", &BusyUser::breakpoint},
            {"watch", &BusyUser::watch},       {"view", &BusyUser::view},
            {"mode", &BusyUser::mode},         {"select", &BusyUser::select},
            {"cursor", &BusyUser::cursor},     {"undo", &BusyUser::undo},
            {"redo", &BusyUser::redo},         {"tune", &BusyUser::tune},
            {"step", &BusyUser::step},         {"move", &BusyUser::move},
            {"colour", &BusyUser::color},      {"planner", &BusyUser::planner},
        };
        const auto& [kind, action] = actions[draw(actions.size())];
        (this->*action)();
        note(kind);
    }

    std::size_t draw(std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random_); }

private:
    void note(const QByteArray& kind) {
        const QByteArray line = line_of(window_, kind);
        const QByteArray state = line.mid(line.indexOf(' ', line.indexOf(' ') + 1));
        if (std::exchange(last_, state) != state) {
            log_.write(line);
            log_.flush();
        }
    }

    Session& session() { return window_.session(); }
    BufferIndex any_buffer() { return BufferIndex(draw(session().problem()->buffers.size())); }

    void move() {
        const BufferIndex buffer = any_buffer();
        session().plan().move_buffers({{buffer, {Offset(static_cast<std::int64_t>(64 * draw(8000))), RegionIndex(0)}}},
                                      buffer);
    }
    void nudge() {
        session().selection().select({any_buffer()});
        (draw(2) == 0 ? window_.actions().nudge_up : window_.actions().place_above)->trigger();
    }
    void resize() {
        const BufferChange change{.size = Bytes(static_cast<std::int64_t>(1 + draw(9000)))};
        edit_plan(session().plan(), {[change](const Problem& problem, const Layout& layout, const auto& buffers) {
                                         return changed_buffers(problem, layout, buffers, change);
                                     },
                                     {any_buffer()},
                                     QStringLiteral("size")});
    }
    void duplicate() {
        session().selection().select({any_buffer()});
        (draw(2) == 0 ? window_.actions().duplicate : window_.actions().drop_buffers)->trigger();
    }
    void capacity() {
        change_capacity(session().plan(), RegionIndex(0), Bytes(static_cast<std::int64_t>(100'000 + draw(900'000))));
    }
    void breakpoint() {
        std::vector<Breakpoint> list = session().debugging().breakpoints();
        list.resize(draw(list.size() + 1));
        list.push_back({.condition = "peak > " + std::to_string(draw(1'000'000)), .is_enabled = draw(2) == 0});
        session().debugging().set_breakpoints(std::move(list));
    }
    void watch() {
        std::vector<std::string> list = session().debugging().watches();
        list.resize(draw(list.size() + 1));
        list.push_back("peak + " + std::to_string(draw(1000)));
        session().debugging().set_watches(std::move(list));
    }
    void pin_note() {
        std::vector<PinnedNote> notes = session().state().pinned_notes;
        notes.resize(draw(notes.size() + 1), PinnedNote{});
        notes.push_back({"note " + std::to_string(draw(1000)), any_buffer()});
        session().plan().annotate(std::move(notes), session().state().bookmarks, QStringLiteral("note"));
    }
    void bookmark() {
        std::vector<Bookmark> bookmarks = session().state().bookmarks;
        bookmarks.push_back({"view " + std::to_string(draw(1000)),
                             {Step(1), Step(static_cast<std::int64_t>(2 + draw(9)))},
                             {RegionIndex(0), Offset(0)},
                             {RegionIndex(0), Offset(4096)}});
        session().plan().annotate(session().state().pinned_notes, std::move(bookmarks), QStringLiteral("bookmark"));
    }
    void view() {
        const auto from = static_cast<long double>(draw(40));
        const auto bytes = static_cast<long double>(draw(200'000));
        window_.layout_view()->set_view({{from, from + 7.25L}, {bytes, bytes + 100'000.5L}});
    }
    void mode() {
        const int modes[] = {0, 1, 3};  // Compare needs a second plan
        window_.actions().modes->actions().at(modes[draw(3)])->trigger();
    }
    void select() { session().selection().select({any_buffer(), any_buffer()}); }
    void cursor() { session().selection().set_cursor(Step(static_cast<std::int64_t>(draw(40)))); }
    void undo() { session().undo_stack()->undo(); }
    void redo() { session().undo_stack()->redo(); }
    void tune() { window_.actions().tune->trigger(); }
    void step() {
        if (const auto count = session().steps().chief_steps().size(); count > 0) {
            session().steps().show(static_cast<int>(draw(count)));
        }
    }
    void color() {
        const QList<QAction*> all = window_.actions().colors->actions();
        QAction* one = all.at(static_cast<qsizetype>(draw(static_cast<std::size_t>(all.size()))));
        if (one->isVisible()) {
            one->trigger();
        }
    }
    void planner() {
        const QList<QAction*> all = window_.actions().planners->actions();
        for (QAction* each : all) {
            if (each->text().contains(draw(2) == 0 ? QLatin1String("greedy-by-size") : QLatin1String("peak"))) {
                each->trigger();
                break;
            }
        }
    }

    MainWindow& window_;
    QFile& log_;
    std::mt19937 random_;
    QByteArray last_;
};

/// One killed session on its way.
struct Victim {
    std::unique_ptr<QTemporaryDir> folder = std::make_unique<QTemporaryDir>();
    std::unique_ptr<QProcess> process = std::make_unique<QProcess>();
    unsigned seed = 0;
    qint64 end = 0;  ///< when it is killed; 0: it is not at work yet
    qint64 life = 0;
};

QString in_folder(const QString& name) {
    return QDir(qEnvironmentVariable(folder_variable)).filePath(name);
}
void take_folder() {
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, in_folder(QStringLiteral("settings")));
}

void open_plan(MainWindow& window) {
    window.open(in_folder(QStringLiteral("plan.json")));
    QTRY_VERIFY_WITH_TIMEOUT(window.session().has_plan() && window.session().shown()->report() != nullptr, 20'000);
    QTRY_VERIFY_WITH_TIMEOUT(!window.session().tuning().run()->is_running(), 20'000);
}

void start(Victim& victim, const QString& function) {
    const QString plan = victim.folder->filePath(QStringLiteral("plan.json"));
    if (!QFileInfo::exists(plan)) {
        QVERIFY(QFile::copy(sample(QStringLiteral("mobile_vision.json")), plan));
        QVERIFY(QFile::setPermissions(plan, QFile::ReadOwner | QFile::WriteOwner));
    }
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QLatin1String(folder_variable), victim.folder->path());
    environment.insert(QLatin1String(seed_variable), QString::number(victim.seed % 1'000'000));
    environment.insert(QStringLiteral("QTEST_FUNCTION_TIMEOUT"), QStringLiteral("600000"));
    victim.process = std::make_unique<QProcess>();
    victim.process->setProcessEnvironment(environment);
    victim.process->setProcessChannelMode(QProcess::MergedChannels);
    victim.process->start(QCoreApplication::applicationFilePath(), {QStringLiteral("journal_kills"), function});
    QVERIFY(victim.process->waitForStarted(10'000));
}

/// The time of the first thing that is lost, if what came back is what was shown before it. −1: it is not.
template <class IsSame>
qint64 first_lost(const std::vector<Moment>& moments, qint64 killed, const IsSame& is_same) {
    for (std::size_t i = moments.size(); i-- > 0;) {
        if (is_same(moments[i])) {
            return i + 1 < moments.size() ? moments[i + 1].time : killed;
        }
    }
    return -1;
}

/// What came back, and the last moments before the kill, with their times.
QString story(const Victim& victim, const Moment& back, const std::vector<Moment>& moments, qint64 killed) {
    const auto line = [](const Moment& moment, qint64 time) {
        return QStringLiteral("%1 ms %2 %3 %4 %5\n")
            .arg(time)
            .arg(QString::fromLatin1(moment.kind), moment.is_saved ? QStringLiteral("saved") : QString(),
                 QString::fromLatin1(moment.plan.left(8)), QString::fromLatin1(moment.view.left(8)));
    };
    constexpr std::size_t most_lines = 40;
    QString words = QStringLiteral("seed %1, came back: ").arg(victim.seed % 1'000'000) + line(back, 0);
    for (std::size_t i = moments.size() - std::min(moments.size(), most_lines); i < moments.size(); ++i) {
        words += line(moments[i], moments[i].time - killed);
    }
    return words;
}

void judge(Victim& victim, qint64 killed, std::vector<qint64>& losses, int& recovered) {
    start(victim, QStringLiteral("recover_and_tell"));
    QVERIFY(victim.process->waitForFinished(60'000));
    const QByteArray output = victim.process->readAllStandardOutput();
    QVERIFY2(victim.process->exitStatus() == QProcess::NormalExit && victim.process->exitCode() == 0, output);
    const std::vector<Moment> moments = moments_in(victim.folder->filePath(QStringLiteral("log")));
    const std::vector<Moment> told = moments_in(victim.folder->filePath(QStringLiteral("recovered")));
    QVERIFY(told.size() == 1 && !moments.empty());
    const Moment& back = told.front();
    const bool is_recovered = back.kind == "recovered";
    recovered += is_recovered ? 1 : 0;
    qint64 lost_from = 0;
    if (is_recovered) {
        lost_from = first_lost(moments, killed, [&back](const Moment& moment) {
            return !moment.is_saved && moment.plan == back.plan && moment.view == back.view;
        });
    } else {
        // Nothing was unsaved, or nothing was written yet: the file is shown as it was left.
        lost_from = first_lost(moments, killed, [](const Moment& moment) { return moment.is_saved; });
    }
    if (lost_from < 0 || killed - lost_from > most_lost) {
        QFAIL(qPrintable(story(victim, back, moments, killed)));
    }
    if (killed - lost_from > noteworthy) {
        qInfo("%s", qPrintable(story(victim, back, moments, killed)));
    }
    losses.push_back(killed - lost_from);
}

}  // namespace

bool is_started_to_be_killed() {
    return qEnvironmentVariableIsSet(folder_variable);
}

void work_until_killed() {
    take_folder();
    // As in the program: what a long wait delays could come back, and would not be noted yet.
    set_longest_wait(std::chrono::milliseconds(40));
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    open_plan(window);
    QFile log(in_folder(QStringLiteral("log")));
    QVERIFY(log.open(QIODevice::WriteOnly | QIODevice::Append));
    BusyUser user(window, qEnvironmentVariableIntValue(seed_variable), log);
    while (true) {
        QTest::qWait(static_cast<int>(10 + user.draw(user.draw(4) == 0 ? 1500 : 250)));
        user.act();
    }
}

void recover_and_tell() {
    take_folder();
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    const auto left = left_work(window_settings::journal_folder().toStdString());
    QVERIFY(left.size() <= 1);
    QByteArray kind = "opened";
    if (left.empty()) {
        open_plan(window);
    } else {
        QVERIFY(!left.front().is_damaged);
        QSignalSpy ended(window.memory().recovery, &RecoveryOffer::ended);
        window.memory().recovery->recover(left.front().journal);
        QVERIFY(ended.wait(20'000));
        QVERIFY(window.session().has_plan() && !window.session().undo_stack()->isClean());
        kind = "recovered";
    }
    QFile told(in_folder(QStringLiteral("recovered")));
    QVERIFY(told.open(QIODevice::WriteOnly));
    told.write(line_of(window, kind));
    told.close();
    window.session().undo_stack()->setClean();
}

void kill_windows(int kills, int longest_life) {
    std::random_device device;
    std::mt19937 random(device());
    std::vector<Victim> victims;
    std::vector<qint64> losses;
    int recovered = 0;
    int started = 0;
    constexpr std::size_t at_once = 4;
    while (started < kills || !victims.empty()) {
        if (started < kills && victims.size() < at_once) {
            Victim next;
            next.seed = static_cast<unsigned>(random());
            next.life = std::uniform_int_distribution<qint64>(500, longest_life)(random);
            start(next, "work_until_killed");
            victims.push_back(std::move(next));
            ++started;
        }
        QTest::qWait(3);
        for (std::size_t i = 0; i < victims.size(); ++i) {
            Victim& victim = victims[i];
            if (victim.end == 0 && QFileInfo(victim.folder->filePath(QStringLiteral("log"))).size() > 0) {
                victim.end = now() + victim.life;
            }
            QVERIFY2(victim.process->state() != QProcess::NotRunning, victim.process->readAllStandardOutput());
            if (victim.end != 0 && now() >= victim.end) {
                const qint64 killed = now();
                victim.process->kill();
                QVERIFY(victim.process->waitForFinished(10'000));
                judge(victim, killed, losses, recovered);
                if (QTest::currentTestFailed()) {
                    return;
                }
                victims.erase(victims.begin() + static_cast<std::ptrdiff_t>(i));
                break;
            }
        }
    }
    std::sort(losses.begin(), losses.end());
    qInfo("%d kills, %d journals recovered; lost: median %lld ms, worst %lld ms", kills, recovered,
          losses[losses.size() / 2], losses.back());
    QVERIFY(losses.back() <= most_lost);
}

}  // namespace arenascope::test
