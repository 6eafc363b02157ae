#include "core/format/folder_search.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

#include "core/base/file/file_content.h"
#include "core/format/detection.h"

namespace arenascope {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files = 100'000;
constexpr std::size_t beginning = std::size_t{1} << 16U;         ///< bytes of a file that are read first
constexpr std::size_t files_a_turn = 64;                         ///< for one call of next()
constexpr std::uint64_t bytes_a_turn = std::uint64_t{1} << 24U;  ///< likewise
constexpr int deepest_folder = 8;

bool is_hidden(const fs::path& path) {
    return path.filename().string().starts_with('.');
}

std::string beginning_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::string content(beginning, '\0');
    file.read(content.data(), static_cast<std::streamsize>(content.size()));
    content.resize(static_cast<std::size_t>(file.gcount()));
    return content;
}

/// A log whose lines begin with a bracket, as in `[100%]`, is taken for a broken list, whose error is about JSON.
bool is_log_in_brackets(FileFormat format, std::string_view content) {
    return format == FileFormat::sequence_json && !is_list_of_objects(content);
}

/// The format of a file; empty: it cannot be opened. `read` counts the bytes that were read.
std::optional<FileFormat> format_of(const std::string& path, std::uint64_t size, std::uint64_t& read) {
    const std::string first = beginning_of(path);
    read += first.size();
    if (first.empty()) {
        return std::nullopt;
    }
    if (const auto format = detect_format(first, path); format && !is_log_in_brackets(*format, first)) {
        return *format;
    }
    // A log or JSON may tell its format further down.
    if (size <= first.size() || first.find('\0') != std::string::npos) {
        return std::nullopt;
    }
    const auto all = read_file(path, document_limits);
    read += all ? all->bytes.size() : 0;
    if (!all) {
        return std::nullopt;
    }
    const auto format = detect_format(all->bytes, path);
    return format && !is_log_in_brackets(*format, all->bytes) ? std::optional(*format) : std::nullopt;
}

}  // namespace

void FolderSearch::list() {
    std::error_code trouble;
    const fs::path folder(folder_);
    fs::recursive_directory_iterator at(folder, fs::directory_options::skip_permission_denied, trouble);
    for (; !trouble && at != fs::recursive_directory_iterator(); at.increment(trouble)) {
        std::error_code unknown;
        const bool is_folder = at->is_directory(unknown);
        if (is_folder && (is_hidden(at->path()) || at.depth() >= deepest_folder)) {
            at.disable_recursion_pending();
        }
        if (is_folder || is_hidden(at->path()) || !at->is_regular_file(unknown)) {
            continue;
        }
        if (names_.size() == most_files) {
            is_cut_ = true;
            break;
        }
        names_.push_back(at->path().lexically_relative(folder).string());
    }
    std::ranges::sort(names_);
    is_listed_ = true;
}

std::vector<FoundFile> FolderSearch::next() {
    std::vector<FoundFile> found;
    if (!is_listed_) {
        list();
        return found;
    }
    std::uint64_t read = 0;
    for (std::size_t i = 0; i < files_a_turn && read < bytes_a_turn && !is_done(); ++i) {
        const std::string& name = names_[looked_++];
        const std::string path = (fs::path(folder_) / name).string();
        std::error_code unknown;
        const std::uint64_t size = fs::file_size(path, unknown);
        const auto format = unknown ? std::nullopt : format_of(path, size, read);
        if (format) {
            found.push_back({path, name, *format, size});
        }
    }
    return found;
}

}  // namespace arenascope
