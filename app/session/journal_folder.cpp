#include "app/session/journal_folder.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <random>
#include <system_error>

#include "core/base/file/record_log.h"

namespace arenascope {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view journal_suffix = ".journal";
constexpr std::string_view part_suffix = ".journal.part";

}  // namespace

Expected<void> make_journal_folder(const std::string& folder) {
    std::error_code error;
    fs::create_directories(fs::path(folder).parent_path(), error);
    if (fs::create_directory(folder, error)) {
        fs::permissions(folder, fs::perms::owner_all, error);
    }
    if (error) {
        return failure(Error{folder, 0, "cannot create it: " + error.message(), "allow writing to its directory"});
    }
    return {};
}

std::string new_journal_path(const std::string& folder) {
    std::random_device random;
    std::array<char, 24> name{};
    std::snprintf(name.data(), name.size(), "%08x%08x", random(), random());
    return (fs::path(folder) / (std::string(name.data()) + std::string(journal_suffix))).string();
}

std::vector<std::string> left_journals(const std::string& folder) {
    std::vector<std::string> journals;
    std::error_code error;
    for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
        const std::string path = at->path().string();
        if (path.ends_with(part_suffix)) {
            if (RecordLog::is_left(path)) {
                std::error_code ignored;
                fs::remove(path, ignored);
            }
        } else if (path.ends_with(journal_suffix) && RecordLog::is_left(path)) {
            journals.push_back(path);
        }
    }
    std::sort(journals.begin(), journals.end());
    return journals;
}

}  // namespace arenascope
