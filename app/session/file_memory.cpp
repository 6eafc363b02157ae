#include "app/session/file_memory.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <unistd.h>
#include <vector>

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUuid>

#include "app/session/journal_folder.h"
#include "core/base/file/atomic_file.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"

namespace arenascope {
namespace {

constexpr qsizetype most_remembered = 50;
constexpr std::int64_t closed_together = 30'000;  ///< milliseconds
const QString memory_suffix = QStringLiteral(".json");

QString memory_path(const QString& folder, const QString& path) {
    const QFileInfo file(path);
    const QString canonical = file.canonicalFilePath();
    const QString key = canonical.isEmpty() ? file.absoluteFilePath() : canonical;
    const QByteArray hash = QCryptographicHash::hash(key.toUtf8(), QCryptographicHash::Sha1);
    return QDir(folder).filePath(QString::fromLatin1(hash.toHex()) + memory_suffix);
}

std::optional<RememberedFile> memory_in(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return std::nullopt;
    }
    const std::string text = file.readAll().toStdString();
    const auto tree = parse_json(text, path.toStdString());
    if (!tree || !tree->is_object()) {
        return std::nullopt;
    }
    JsonReading reading{path.toStdString(), text};
    const JsonField root(*tree, reading);
    RememberedFile memory;
    memory.path = QString::fromStdString(root.text("path"));
    memory.session = root.text("session");
    memory.at = root.integer("at");
    memory.closed = root.integer("closed");
    root.with_object("view", [&memory](const JsonField& view) { memory.view = view_state_in(view); });
    return reading.failed() ? std::nullopt : std::optional(std::move(memory));
}

QFileInfoList memories_in(const QString& folder) {
    return QDir(folder).entryInfoList({QLatin1Char('*') + memory_suffix}, QDir::Files, QDir::Time);
}

/// Whether the process of a session still runs. Another process that has its number by now counts, too.
bool is_running(const std::string& session) {
    const long process = std::strtol(session.c_str(), nullptr, 10);
    return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM);
}

/// Of a file that was open when the program died, this is when it was remembered last.
std::int64_t end_of(const RememberedFile& file) {
    return file.closed != 0 ? file.closed : file.at;
}

}  // namespace

const std::string& this_session() {
    static const std::string session =
        std::to_string(::getpid()) + "-" + QUuid::createUuid().toString(QUuid::Id128).toStdString();
    return session;
}

std::optional<RememberedFile> remembered(const QString& folder, const QString& path) {
    return memory_in(memory_path(folder, path));
}

void remember(const QString& folder, const RememberedFile& file) {
    std::string text;
    MemberWriter members(text);
    members.text("path", QFileInfo(file.path).absoluteFilePath().toStdString());
    members.text("session", file.session);
    members.number("at", file.at);
    members.number("closed", file.closed);
    members.name("view") += json_of(file.view);
    members.close();
    text += '\n';
    const QString path = memory_path(folder, file.path);
    const bool is_new = !QFileInfo::exists(path);
    if (!make_journal_folder(folder.toStdString()) || !write_atomically(path.toStdString(), text) || !is_new) {
        return;
    }
    const QFileInfoList memories = memories_in(folder);
    for (const QFileInfo& old : memories.mid(std::min(most_remembered, memories.size()))) {
        QFile::remove(old.filePath());
    }
}

QStringList last_session(const QString& folder) {
    std::vector<RememberedFile> files;
    for (const QFileInfo& info : memories_in(folder)) {
        auto memory = memory_in(info.filePath());
        if (memory && memory->session != this_session() && !is_running(memory->session)) {
            files.push_back(std::move(*memory));
        }
    }
    if (files.empty()) {
        return {};
    }
    std::ranges::stable_sort(files, std::ranges::greater(), end_of);
    const std::string session = files.front().session;
    std::int64_t last = 0;
    for (const RememberedFile& file : files) {
        last = file.session == session ? std::max(last, file.closed) : last;
    }
    QStringList paths;
    for (const RememberedFile& file : files) {
        if (file.session == session && (file.closed == 0 || file.closed >= last - closed_together) &&
            QFileInfo::exists(file.path)) {
            paths << file.path;
        }
    }
    return paths;
}

}  // namespace arenascope
