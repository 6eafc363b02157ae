#include "tests/browser/browser.h"

#include <array>
#include <csignal>
#include <poll.h>
#include <spawn.h>
#include <unistd.h>
#include <vector>

#include <QJsonDocument>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

#include <sys/wait.h>

extern char** environ;

namespace arenascope::test {
namespace {

constexpr int patience_ms = 60'000;

}  // namespace

struct Browser::Process {
    QTemporaryDir settings;
    pid_t id = -1;
    int input = -1;   ///< the browser reads it
    int output = -1;  ///< the browser writes it
    QByteArray received;

    ~Process() {
        for (const int end : {input, output}) {
            if (end >= 0) {
                ::close(end);
            }
        }
        if (id > 0) {
            ::kill(id, SIGKILL);
            ::waitpid(id, nullptr, 0);
        }
    }

    /// Chromium reads commands from descriptor 3 and writes answers to 4.
    bool start(const QString& program) {
        std::array<int, 2> commands{};
        std::array<int, 2> answers{};
        if (::pipe(commands.data()) != 0 || ::pipe(answers.data()) != 0) {
            return false;
        }
        const std::string path = program.toStdString();
        const std::string folder = "--user-data-dir=" + settings.path().toStdString();
        std::vector<const char*> arguments = {path.c_str(),
                                              "--headless=new",
                                              "--no-sandbox",
                                              "--disable-gpu",
                                              "--no-first-run",
                                              "--disable-background-networking",
                                              "--disable-component-update",
                                              "--disable-extensions",
                                              "--disable-sync",
                                              "--hide-scrollbars",
                                              "--window-size=1300,1600",
                                              "--remote-debugging-pipe",
                                              folder.c_str(),
                                              nullptr};
        posix_spawn_file_actions_t actions;
        ::posix_spawn_file_actions_init(&actions);
        // The pipes may have these numbers themselves, so they are moved out of the way first.
        constexpr int away = 100;
        ::posix_spawn_file_actions_adddup2(&actions, commands[0], away);
        ::posix_spawn_file_actions_adddup2(&actions, answers[1], away + 1);
        ::posix_spawn_file_actions_adddup2(&actions, away, 3);
        ::posix_spawn_file_actions_adddup2(&actions, away + 1, 4);
        ::posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", 1, 0);
        const int failed =
            ::posix_spawn(&id, path.c_str(), &actions, nullptr, const_cast<char* const*>(arguments.data()), environ);
        ::posix_spawn_file_actions_destroy(&actions);
        ::close(commands[0]);
        ::close(answers[1]);
        input = commands[1];
        output = answers[0];
        return failed == 0;
    }

    void write(const QJsonObject& message) const {
        const QByteArray text = QJsonDocument(message).toJson(QJsonDocument::Compact) + '\0';
        for (qsizetype done = 0; done < text.size();) {
            const auto written = ::write(input, text.constData() + done, static_cast<std::size_t>(text.size() - done));
            if (written <= 0) {
                qFatal("the browser takes no commands");
            }
            done += written;
        }
    }

    /// The next message; empty: none came in time.
    QByteArray read(int milliseconds) {
        while (!received.contains('\0')) {
            pollfd waiting{output, POLLIN, 0};
            std::array<char, 65536> part{};
            if (::poll(&waiting, 1, milliseconds) <= 0) {
                return {};
            }
            const auto size = ::read(output, part.data(), part.size());
            if (size <= 0) {
                return {};
            }
            received.append(part.data(), size);
        }
        const qsizetype end = received.indexOf('\0');
        const QByteArray message = received.first(end);
        received.remove(0, end + 1);
        return message;
    }
};

QString Browser::program() {
    for (const char* name : {"chromium", "chromium-browser"}) {
        if (const QString path = QStandardPaths::findExecutable(QString::fromLatin1(name)); !path.isEmpty()) {
            return path;
        }
    }
    return {};
}

Browser::Browser(bool with_scripts) : process_(std::make_unique<Process>()) {
    ::signal(SIGPIPE, SIG_IGN);
    if (!process_->start(program())) {
        qFatal("Chromium does not start");
    }
    const QJsonObject target =
        call(QStringLiteral("Target.createTarget"), {{QStringLiteral("url"), QStringLiteral("about:blank")}});
    const QJsonObject attached =
        call(QStringLiteral("Target.attachToTarget"),
             {{QStringLiteral("targetId"), target[QLatin1String("targetId")]}, {QStringLiteral("flatten"), true}});
    session_ = attached[QLatin1String("sessionId")].toString();
    for (const char* domain : {"Page", "Runtime", "Network", "Log"}) {
        call(QString::fromLatin1(domain) + QStringLiteral(".enable"));
    }
    call(QStringLiteral("Emulation.setScriptExecutionDisabled"), {{QStringLiteral("value"), !with_scripts}});
}

Browser::~Browser() = default;

void Browser::open(const QString& path) {
    requests_.clear();
    complaints_.clear();
    is_loaded_ = false;
    call(QStringLiteral("Page.navigate"), {{QStringLiteral("url"), QUrl::fromLocalFile(path).toString()}});
    for (QJsonObject message; !is_loaded_;) {
        if (!read_message(message)) {
            qFatal("the page does not load");
        }
    }
}

QJsonObject Browser::call(const QString& method, const QJsonObject& parameters) {
    const int id = ++last_id_;
    QJsonObject command{
        {QStringLiteral("id"), id}, {QStringLiteral("method"), method}, {QStringLiteral("params"), parameters}};
    if (!session_.isEmpty()) {
        command[QStringLiteral("sessionId")] = session_;
    }
    process_->write(command);
    for (QJsonObject message; read_message(message);) {
        if (message[QLatin1String("id")].toInt() == id) {
            if (message.contains(QLatin1String("error"))) {
                qWarning().noquote() << method << QJsonDocument(message).toJson();
            }
            return message[QLatin1String("result")].toObject();
        }
    }
    qFatal("the browser does not answer %s", qPrintable(method));
}

bool Browser::read_message(QJsonObject& message) {
    const QByteArray text = process_->read(patience_ms);
    if (text.isEmpty()) {
        return false;
    }
    message = QJsonDocument::fromJson(text).object();
    note_event(message);
    return true;
}

void Browser::note_event(const QJsonObject& event) {
    const QString method = event[QLatin1String("method")].toString();
    const QJsonObject parameters = event[QLatin1String("params")].toObject();
    if (method == QLatin1String("Page.loadEventFired")) {
        is_loaded_ = true;
    } else if (method == QLatin1String("Network.requestWillBeSent")) {
        const QString url = parameters[QLatin1String("request")].toObject()[QLatin1String("url")].toString();
        if (!url.startsWith(QLatin1String("data:"))) {
            requests_ << url;
        }
    } else if (method == QLatin1String("Runtime.consoleAPICalled") ||
               method == QLatin1String("Runtime.exceptionThrown") || method == QLatin1String("Log.entryAdded")) {
        complaints_ << QString::fromUtf8(QJsonDocument(parameters).toJson(QJsonDocument::Compact));
    }
}

QJsonValue Browser::evaluate(const QString& expression) {
    const QJsonObject answer = call(QStringLiteral("Runtime.evaluate"), {{QStringLiteral("expression"), expression},
                                                                         {QStringLiteral("returnByValue"), true}});
    return answer[QLatin1String("result")].toObject()[QLatin1String("value")];
}

void Browser::move_to(double x, double y) {
    call(QStringLiteral("Input.dispatchMouseEvent"),
         {{QStringLiteral("type"), QStringLiteral("mouseMoved")}, {QStringLiteral("x"), x}, {QStringLiteral("y"), y}});
}

void Browser::turn_wheel(double x, double y, double by) {
    call(QStringLiteral("Input.dispatchMouseEvent"), {{QStringLiteral("type"), QStringLiteral("mouseWheel")},
                                                      {QStringLiteral("x"), x},
                                                      {QStringLiteral("y"), y},
                                                      {QStringLiteral("deltaX"), 0},
                                                      {QStringLiteral("deltaY"), by}});
}

void Browser::press(const QString& key, const QString& text) {
    for (const char* type : {"keyDown", "keyUp"}) {
        QJsonObject parameters{{QStringLiteral("type"), QString::fromLatin1(type)}, {QStringLiteral("key"), key}};
        if (!text.isEmpty() && qstrcmp(type, "keyDown") == 0) {
            parameters[QStringLiteral("text")] = text;
        }
        call(QStringLiteral("Input.dispatchKeyEvent"), parameters);
    }
}

bool Browser::comes_true(const QString& expression) {
    return QTest::qWaitFor([&] { return evaluate(expression).toBool(); }, 10'000);
}

QByteArray Browser::picture() {
    const QJsonObject shot =
        call(QStringLiteral("Page.captureScreenshot"), {{QStringLiteral("captureBeyondViewport"), true}});
    return QByteArray::fromBase64(shot[QLatin1String("data")].toString().toLatin1());
}

}  // namespace arenascope::test
