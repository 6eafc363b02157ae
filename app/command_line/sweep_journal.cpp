#include "app/command_line/sweep_journal.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

#include <sys/file.h>
#include <sys/stat.h>

#include "app/command_line/sweep_table.h"
#include "core/base/file/file_content.h"

namespace arenascope {
namespace {

Error unwritable(const std::string& path) {
    return {path, 0, std::string("cannot write it: ") + std::strerror(errno), "write the table into another folder"};
}

}  // namespace

std::string journal_path(const std::string& table) {
    return table + ".part";
}

Expected<SweepJournal> SweepJournal::open(const std::string& path, bool keeps) {
    constexpr mode_t permissions = 0666;
    Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, permissions));
    struct stat status = {};
    if (!file.is_open() || ::fstat(file.number(), &status) != 0) {
        return failure(unwritable(path));
    }
    if (!S_ISREG(status.st_mode)) {
        return failure({path, 0, "it is no regular file", "write the table into another folder"});
    }
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0) {
        return failure({path, 0, "another sweep writes this table", "wait for it, or write another table"});
    }
    SweepJournal journal(path, std::move(file));
    std::uint64_t whole = 0;
    if (keeps && status.st_size > 0) {
        const auto content = read_content(path);
        if (!content) {
            return tl::unexpected(content.error());
        }
        auto lines = sweep_lines(*content, path, true);
        if (!lines) {
            Error error = lines.error();
            error.cure = "remove it, or sweep without --resume";
            return tl::unexpected(error);
        }
        journal.lines_ = std::move(*lines);
        const std::size_t end = content->rfind('\n');
        whole = end == std::string::npos ? 0 : end + 1;
    }
    // What follows the last whole line was cut off by a kill.
    if (::ftruncate(journal.file_.number(), static_cast<off_t>(whole)) != 0 ||
        ::lseek(journal.file_.number(), 0, SEEK_END) < 0) {
        return failure(unwritable(path));
    }
    return journal;
}

Expected<void> SweepJournal::append(const SweepLine& line) {
    return write_all(file_.number(), text_of(line, true) + "\n") ? Expected<void>() : failure(unwritable(path_));
}

void SweepJournal::remove() {
    (void)::unlink(path_.c_str());
}

}  // namespace arenascope
