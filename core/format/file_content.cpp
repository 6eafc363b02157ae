#include "core/format/file_content.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include <sys/stat.h>

#include "core/format/model_content.h"

namespace arenascope {
namespace {

constexpr std::size_t chunk_size = std::size_t{1} << 18U;

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

/// 0 where it is not known: a pipe.
std::uint64_t size_of(std::FILE* file) {
    struct stat status = {};
    const bool known = ::fstat(::fileno(file), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0;
    return known ? static_cast<std::uint64_t>(status.st_size) : 0;
}

std::int64_t line_at(std::string_view content, std::size_t position) {
    return 1 + std::count(content.begin(), content.begin() + static_cast<std::ptrdiff_t>(position), '\n');
}

/// Looks at each chunk as it comes, so that nothing more is read than it takes to refuse a file.
class Gate {
public:
    explicit Gate(const std::string& source) : source_(source) {}

    /// `content` has grown by the bytes from `seen` on.
    [[nodiscard]] Expected<void> admit(const std::string& content, std::size_t seen) {
        if (seen == 0) {
            is_json_ = looks_like_json(content);
            is_model_ = binary_model_format(content).has_value();
        }
        if (is_model_) {
            return admit_size(content, model_size_limit);
        }
        if (seen == 0 && (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF"))) {
            return failure(Error{source_, 1, "it is UTF-16 text", "save it as UTF-8"});
        }
        if (const std::size_t nul = content.find('\0', seen); nul != std::string::npos) {
            return failure(Error{source_, line_at(content, nul), "it is a binary file (there is a zero byte)",
                                 "open a CSV or JSON file, or a model"});
        }
        const std::size_t line_limit = is_json_ ? json_line_limit : csv_line_limit;
        while (true) {
            const std::size_t end = content.find('\n', std::max(seen, line_begin_));
            if (std::min(end, content.size()) - line_begin_ > line_limit) {
                return failure(
                    Error{source_, line_at(content, line_begin_),
                          "the line is longer than " + std::to_string(line_limit) + " bytes",
                          is_json_ ? "break the JSON into lines" : "open a CSV file with one buffer a line"});
            }
            if (end == std::string::npos) {
                break;
            }
            line_begin_ = end + 1;
        }
        return admit_size(content, is_json_ ? json_size_limit : csv_size_limit);
    }

private:
    [[nodiscard]] Expected<void> admit_size(const std::string& content, std::size_t limit) const {
        if (content.size() > limit) {
            return failure(Error{source_, 0, "it is larger than " + std::to_string(limit) + " bytes",
                                 "split it; a file of this size cannot be shown"});
        }
        return {};
    }

    const std::string& source_;
    bool is_json_ = false;
    bool is_model_ = false;
    std::size_t line_begin_ = 0;
};

}  // namespace

std::string_view without_byte_order_mark(std::string_view content) {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    if (content.substr(0, mark.size()) == mark) {
        content.remove_prefix(mark.size());
    }
    return content;
}

bool looks_like_json(std::string_view content) {
    content = without_byte_order_mark(content);
    const std::size_t first = content.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && (content[first] == '{' || content[first] == '[');
}

std::string source_name(const std::string& path) {
    return path == "-" ? "standard input" : path;
}

Expected<std::string> read_content_or_nothing(const std::string& path, const ReadProgress& progress) {
    if (path.empty()) {
        return failure("the name of the file is empty", "name a file, or - for standard input");
    }
    const std::string source = source_name(path);
    auto file = open_file(path, source);
    if (!file) {
        return failure(std::move(file.error()));
    }
    const std::uint64_t total = progress ? size_of(file->get()) : 0;
    std::string content;
    Gate gate(source);
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
        if (total > 0) {
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

Expected<std::string> read_content(const std::string& path, const ReadProgress& progress) {
    auto content = read_content_or_nothing(path, progress);
    if (content && content->find_first_not_of(" \t\r\n") == std::string::npos) {
        return failure(Error{source_name(path), 0, "it is empty", "open a file that lists buffers (CSV or JSON)"});
    }
    return content;
}

}  // namespace arenascope
