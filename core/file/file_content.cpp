#include "core/file/file_content.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <sys/stat.h>

namespace arenascope {
namespace {

/// The kind of archive that begins so; empty: none.
std::string_view archive_kind(std::string_view content) {
    return content.starts_with("PK\x03\x04") ? "ZIP" : content.starts_with("\x1F\x8B") ? "gzip" : "";
}

constexpr std::size_t chunk_size = std::size_t{1} << 18U;
/// A larger file grows chunk by chunk, because it may turn out to be none that can be opened.
constexpr std::size_t most_reserved_bytes = std::size_t{1} << 28U;

struct CloseFile {
    void operator()(std::FILE* file) const {
        if (file != stdin) {
            std::fclose(file);
        }
    }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

tl::unexpected<Error> cannot_read(const std::string& source, int error) {
    switch (error) {
        case ENOENT:
        case ENOTDIR:
            return failure(Error{source, 0, "there is no such file", "check the path"});
        case EACCES:
        case EPERM:
            return failure(Error{source, 0, "no permission to read it", "make it readable for you (chmod u+r)"});
        case EISDIR:
            return failure(Error{source, 0, "it is a directory", "name a file in it"});
        default:
            return failure(Error{source, 0, std::string("cannot read it: ") + std::strerror(error), {}});
    }
}

Expected<File> open_file(const std::string& path, const std::string& source) {
    if (path == "-") {
        return File(stdin);
    }
    File file(std::fopen(path.c_str(), "rbe"));
    if (!file) {
        return cannot_read(source, errno);
    }
    struct stat status = {};
    if (::fstat(::fileno(file.get()), &status) == 0 && S_ISDIR(status.st_mode)) {
        return cannot_read(source, EISDIR);
    }
    return file;
}

/// The size in bytes; 0 if it is unknown, as for a pipe.
std::uint64_t size_of(std::FILE* file) {
    struct stat status = {};
    const bool known = ::fstat(::fileno(file), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    return known ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::int64_t line_at(std::string_view content, std::size_t position) {
    return 1 + std::count(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(position), '\n');
}

/// Checks each chunk as it arrives, so that a file that cannot be opened is not read further than necessary.
class Gate {
public:
    Gate(const std::string& source, const LimitsOf& limits_of) : source_(source), limits_of_(limits_of) {}

    /// `content` has grown by the bytes after position `seen`.
    [[nodiscard]] Expected<void> admit(std::string_view content, std::size_t seen) {
        if (seen == 0) {
            limits_ = limits_of_(content.substr(0, chunk_size));
        }
        if (!limits_.line) {
            return admit_size(content);
        }
        if (seen == 0 && (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF"))) {
            return failure(Error{source_, 1, "it is UTF-16 text", "save it as UTF-8"});
        }
        if (const std::size_t nul = content.find('\0', seen); nul != std::string_view::npos) {
            if (const auto archive = archive_kind(content); !archive.empty()) {
                return failure(Error{source_, 0, "it is a compressed " + std::string(archive) + " file",
                                     "unpack it, and open what it holds; checkpoints hold no plan"});
            }
            return failure(Error{source_, line_at(content, nul), "it is a binary file (there is a zero byte)",
                                 "open a CSV or JSON file, or a model"});
        }
        // From the last line end that a line of the greatest length may have, so that most are never looked at.
        while (content.size() - line_begin_ > *limits_.line) {
            const std::size_t end = content.substr(line_begin_, *limits_.line + 1).rfind('\n');
            if (end == std::string_view::npos) {
                return failure(Error{source_, line_at(content, line_begin_),
                                     "the line is longer than " + std::to_string(*limits_.line) + " bytes",
                                     std::string(limits_.shorter_lines)});
            }
            line_begin_ += end + 1;
        }
        return admit_size(content);
    }

private:
    [[nodiscard]] Expected<void> admit_size(std::string_view content) const {
        if (content.size() > limits_.file) {
            return failure(Error{source_, 0, "it is larger than " + std::to_string(limits_.file) + " bytes",
                                 "split it; a file of this size cannot be shown"});
        }
        return {};
    }

    const std::string& source_;
    const LimitsOf& limits_of_;
    ContentLimits limits_;
    std::size_t line_begin_ = 0;
};

}  // namespace

std::string source_name(const std::string& path) {
    return path == "-" ? "standard input" : path;
}

Expected<std::string> read_content_or_nothing(const std::string& path, const LimitsOf& limits_of,
                                              const ReadProgress& progress) {
    if (path.empty()) {
        return failure("the name of the file is empty", "name a file, or - for standard input");
    }
    const std::string source = source_name(path);
    auto file = open_file(path, source);
    if (!file) {
        return failure(std::move(file.error()));
    }
    const std::uint64_t total = size_of(file->get());
    std::string content;
    content.reserve(std::min<std::uint64_t>(total, most_reserved_bytes) + chunk_size);
    Gate gate(source, limits_of);
    while (true) {
        const std::size_t seen = content.size();
        content.resize(seen + chunk_size);
        errno = 0;
        const std::size_t count = std::fread(content.data() + seen, 1, chunk_size, file->get());
        const int error = errno;
        content.resize(seen + count);
        if (auto admitted = gate.admit(content, seen); !admitted) {
            return failure(std::move(admitted.error()));
        }
        if (progress && total > 0) {
            progress(std::min<std::uint64_t>(content.size(), total), total);
        }
        if (count < chunk_size) {
            if (std::ferror(file->get()) != 0) {
                return cannot_read(source, error);
            }
            break;
        }
    }
    return content;
}

Expected<void> check_content(std::string_view content, const std::string& source, const LimitsOf& limits_of) {
    return Gate(source, limits_of).admit(content, 0);
}

Expected<std::string> read_content(const std::string& path, const LimitsOf& limits_of, const ReadProgress& progress) {
    auto content = read_content_or_nothing(path, limits_of, progress);
    if (content && content->find_first_not_of(" \t\r\n") == std::string::npos) {
        return failure(Error{source_name(path), 0, "it is empty", "open a file that lists buffers (CSV or JSON)"});
    }
    return content;
}

}  // namespace arenascope
