#include "core/base/file/file_content.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <span>
#include <unistd.h>
#include <utility>

#include <sys/stat.h>

#include "core/base/threads/ordered_parts.h"

namespace arenascope {
namespace {

/// The kind of archive that begins so; empty: none.
std::string_view archive_kind(std::string_view content) {
    return content.starts_with("PK\x03\x04") ? "ZIP" : content.starts_with("\x1F\x8B") ? "gzip" : "";
}

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

/// What tells whether a file was changed.
class FileState {
public:
    explicit FileState(std::FILE* file) {
        struct stat status = {};
        if (::fstat(::fileno(file), &status) == 0 && S_ISREG(status.st_mode)) {
            size_ = static_cast<std::uint64_t>(status.st_size);
            seconds_ = status.st_mtim.tv_sec;
            nanoseconds_ = status.st_mtim.tv_nsec;
        }
    }

    /// The size in bytes; 0 if it is unknown, as for a pipe.
    [[nodiscard]] std::uint64_t size() const { return size_; }

    /// The error if a file was changed since it had the state `before`.
    [[nodiscard]] Expected<void> check_same_as(const FileState& before, const std::string& source) const {
        if (*this == before) {
            return {};
        }
        const std::string what = size_ < before.size_   ? "it became shorter while it was read"
                                 : size_ > before.size_ ? "it grew while it was read"
                                                        : "it changed while it was read";
        return failure(Error{source, 0, what, "open it again when the program that writes it is done"});
    }

private:
    friend bool operator==(const FileState&, const FileState&) = default;

    std::uint64_t size_ = 0;
    std::int64_t seconds_ = 0;
    std::int64_t nanoseconds_ = 0;
};

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
        const auto admitted = admit_content(content, seen);
        return !admitted && limits_.refusal ? failure(*limits_.refusal) : admitted;
    }

    /// The same for the first chunk of a file of a known size.
    [[nodiscard]] Expected<void> admit_first(std::string_view content, std::size_t size) {
        return admit(content, 0).and_then([&] {
            const auto admitted = admit_size(size);
            return !admitted && limits_.refusal ? failure(*limits_.refusal) : admitted;
        });
    }

private:
    [[nodiscard]] Expected<void> admit_content(std::string_view content, std::size_t seen) {
        if (!limits_.line) {
            return admit_size(content.size());
        }
        if (seen == 0 && (content.starts_with("\xFF\xFE") || content.starts_with("\xFE\xFF"))) {
            return failure(Error{source_, 1, "it is UTF-16 text", "save it as UTF-8"});
        }
        if (const std::size_t nul = content.find('\0', seen);
            nul != std::string_view::npos && !limits_.may_hold_zeros) {
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
        return admit_size(content.size());
    }

    [[nodiscard]] Expected<void> admit_size(std::size_t size) const {
        if (size > limits_.file) {
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

/// What came of reading a part of a file.
struct ReadPart {
    int error = 0;        ///< the errno; 0: none
    bool is_cut = false;  ///< the file ends before
};

/// Fills a part of the memory of a file, with zero bytes from the end of the file on.
ReadPart read_part(int descriptor, std::span<char> part, std::uint64_t from) {
    while (!part.empty()) {
        const ssize_t got = ::pread(descriptor, part.data(), part.size(), static_cast<off_t>(from));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            const int error = got < 0 ? errno : 0;
            std::ranges::fill(part, '\0');
            return {error, error == 0};
        }
        part = part.subspan(static_cast<std::size_t>(got));
        from += static_cast<std::uint64_t>(got);
    }
    return {};
}

/// Reads files whose size is not known, and standard input.
Expected<SharedBytes> read_stream(std::FILE* file, const std::string& source, Gate& gate,
                                  const ReadProgress& progress) {
    const FileState before(file);
    std::string content;
    while (true) {
        const std::size_t seen = content.size();
        content.resize(seen + chunk_size);
        errno = 0;
        const std::size_t count = std::fread(content.data() + seen, 1, chunk_size, file);
        const int error = errno;
        content.resize(seen + count);
        if (auto admitted = gate.admit(content, seen); !admitted) {
            return failure(std::move(admitted.error()));
        }
        if (progress && before.size() > 0) {
            progress(std::min<std::uint64_t>(content.size(), before.size()), before.size());
        }
        if (count < chunk_size) {
            if (std::ferror(file) != 0) {
                return cannot_read(source, error);
            }
            break;
        }
    }
    return FileState(file).check_same_as(before, source).map([&] { return shared_bytes(std::move(content)); });
}

/// Reads a file of a known size chunk by chunk, into memory that is not written before. The files of some systems, such
/// as /sys, state a size of a page and hold less. They are read as streams.
Expected<SharedBytes> read_sized(std::FILE* file, const std::string& source, Gate& gate, const ReadProgress& progress) {
    const FileState before(file);
    const int descriptor = ::fileno(file);
    const auto size = static_cast<std::size_t>(before.size());
    const auto length_of = [size](std::size_t chunk) { return std::min(chunk_size, size - chunk * chunk_size); };
    // The first chunk may show that the file cannot be opened, however large it is.
    std::string first(length_of(0), '\0');
    const ReadPart begin = read_part(descriptor, first, 0);
    if (begin.error != 0) {
        return cannot_read(source, begin.error);
    }
    if (begin.is_cut && FileState(file).check_same_as(before, source)) {
        return read_stream(file, source, gate, progress);
    }
    Expected<void> state = gate.admit_first(first, size);
    if (!state) {
        const auto same = FileState(file).check_same_as(before, source);
        return failure(std::move(same ? state.error() : same.error()));
    }
    const std::shared_ptr<char[]> memory(new char[size]);
    std::ranges::copy(first, memory.get());
    const std::span<char> content(memory.get(), size);
    std::size_t seen = first.size();
    const std::size_t chunks = (size + chunk_size - 1) / chunk_size;
    in_ordered_parts<ReadPart>(
        chunks,
        [&](std::size_t chunk, ReadPart& read) {
            const std::span<char> part = content.subspan(chunk * chunk_size, length_of(chunk));
            read = chunk == 0 ? ReadPart{} : read_part(descriptor, part, chunk * chunk_size);
        },
        [&](std::size_t chunk, ReadPart& read) {
            if (read.error != 0) {
                state = cannot_read(source, read.error);
            } else if (read.is_cut) {
                state = failure(Error{source, 0, "it ends before its size of " + std::to_string(size) + " bytes",
                                      "copy it, and open the copy"});
            } else if (chunk > 0) {
                const std::size_t end = seen + length_of(chunk);
                state = gate.admit({memory.get(), end}, std::exchange(seen, end));
            }
            if (state && progress) {
                progress(seen, size);
            }
            return state.has_value();
        });
    // A file that was cut meanwhile ends before its size, too. That it changed says more.
    if (auto same = FileState(file).check_same_as(before, source); !same || !state) {
        return failure(std::move(same ? state.error() : same.error()));
    }
    return SharedBytes{{memory.get(), size}, memory};
}

Expected<SharedBytes> read_any(const std::string& path, const LimitsOf& limits_of, const ReadProgress& progress) {
    if (path.empty()) {
        return failure("the name of the file is empty", "name a file, or - for standard input");
    }
    const std::string source = source_name(path);
    auto file = open_file(path, source);
    if (!file) {
        return failure(std::move(file.error()));
    }
    Gate gate(source, limits_of);
    const bool is_sized = path != "-" && FileState(file->get()).size() > 0;
    return is_sized ? read_sized(file->get(), source, gate, progress)
                    : read_stream(file->get(), source, gate, progress);
}

}  // namespace

std::string source_name(const std::string& path) {
    return path == "-" ? "standard input" : path;
}

Expected<SharedBytes> read_file(const std::string& path, const LimitsOf& limits_of, const ReadProgress& progress) {
    auto content = read_any(path, limits_of, progress);
    if (content && content->bytes.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return failure(Error{source_name(path), 0, "it is empty", "open a file that lists buffers (CSV or JSON)"});
    }
    return content;
}

Expected<std::string> read_content(const std::string& path, const LimitsOf& limits_of, const ReadProgress& progress) {
    return read_file(path, limits_of, progress).map([](const SharedBytes& content) {
        return std::string(content.bytes);
    });
}

Expected<std::string> read_content_or_nothing(const std::string& path, const LimitsOf& limits_of,
                                              const ReadProgress& progress) {
    return read_any(path, limits_of, progress).map([](const SharedBytes& content) {
        return std::string(content.bytes);
    });
}

}  // namespace arenascope
