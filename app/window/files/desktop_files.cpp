#include "app/window/files/desktop_files.h"

#include <algorithm>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include <QByteArray>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QMimeDatabase>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUrl>

namespace arenascope {
namespace {

/// Desktops keep some hundred files. What is larger is none of their lists.
constexpr qint64 most_list_bytes = 16 * 1024 * 1024;
constexpr int most_lock_milliseconds = 1000;
constexpr const char* program_name = "Arenascope";
constexpr const char* program_command = "'arenascope %u'";
constexpr const char* owner = "http://freedesktop.org";

class TextOfDocument final : public pugi::xml_writer {
public:
    void write(const void* data, size_t size) override {
        text.append(static_cast<const char*>(data), static_cast<qsizetype>(size));
    }
    QByteArray text;
};

pugi::xml_node child(pugi::xml_node parent, const char* name) {
    const pugi::xml_node found = parent.child(name);
    return found ? found : parent.append_child(name);
}

void set(pugi::xml_node node, const char* name, const std::string& value) {
    pugi::xml_attribute attribute = node.attribute(name);
    (attribute ? attribute : node.append_attribute(name)).set_value(value.c_str());
}

/// False: there is a list that is none.
bool read_list(pugi::xml_document& document, const QString& list) {
    QFile file(list);
    if (!file.exists()) {
        pugi::xml_node root = document.append_child("xbel");
        set(root, "version", "1.0");
        set(root, "xmlns:bookmark", "http://www.freedesktop.org/standards/desktop-bookmarks");
        set(root, "xmlns:mime", "http://www.freedesktop.org/standards/shared-mime-info");
        return true;
    }
    if (!file.open(QIODevice::ReadOnly) || file.size() > most_list_bytes) {
        return false;
    }
    const QByteArray content = file.readAll();
    return document.load_buffer(content.constData(), static_cast<std::size_t>(content.size()),
                                pugi::parse_full & ~pugi::parse_doctype) &&
           document.child("xbel");
}

void describe(pugi::xml_node bookmark, const QString& path, const std::string& moment) {
    if (!bookmark.attribute("added")) {
        set(bookmark, "added", moment);
    }
    set(bookmark, "modified", moment);
    set(bookmark, "visited", moment);
    const pugi::xml_node info = child(bookmark, "info");
    pugi::xml_node metadata = info.find_child_by_attribute("metadata", "owner", owner);
    if (!metadata) {
        metadata = pugi::xml_node(info).append_child("metadata");
        set(metadata, "owner", owner);
    }
    const QMimeType type = QMimeDatabase().mimeTypeForFile(path, QMimeDatabase::MatchExtension);
    set(child(metadata, "mime:mime-type"), "type", type.name().toStdString());
    pugi::xml_node programs = child(metadata, "bookmark:applications");
    pugi::xml_node program = programs.find_child_by_attribute("bookmark:application", "name", program_name);
    if (!program) {
        program = programs.append_child("bookmark:application");
        set(program, "name", program_name);
    }
    set(program, "exec", program_command);
    set(program, "modified", moment);
    set(program, "count", std::to_string(std::max(0, program.attribute("count").as_int()) + 1));
}

}  // namespace

QString desktop_file_list() {
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
           QStringLiteral("/recently-used.xbel");
}

bool add_desktop_file(const QString& list, const QString& path, const QDateTime& moment) {
    QLockFile lock(list + QStringLiteral(".arenascope"));
    if (!lock.tryLock(most_lock_milliseconds)) {
        return false;
    }
    pugi::xml_document document;
    if (!read_list(document, list)) {
        return false;
    }
    pugi::xml_node root = document.child("xbel");
    const QByteArray address = QUrl::fromLocalFile(QFileInfo(path).absoluteFilePath()).toEncoded();
    pugi::xml_node bookmark = root.find_child_by_attribute("bookmark", "href", address.constData());
    if (bookmark) {
        bookmark = root.append_move(bookmark);
    } else {
        bookmark = root.append_child("bookmark");
        set(bookmark, "href", address.toStdString());
    }
    describe(bookmark, path, moment.toUTC().toString(Qt::ISODateWithMs).toStdString());
    TextOfDocument written;
    document.save(written, "  ", pugi::format_default, pugi::encoding_utf8);
    QSaveFile file(list);
    return file.open(QIODevice::WriteOnly) && file.setPermissions(QFile::ReadOwner | QFile::WriteOwner) &&
           file.write(written.text) == written.text.size() && file.commit();
}

}  // namespace arenascope
