#include "app/session/run_mark.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/session/journal_folder.h"
#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"

namespace arenascope {
namespace {

namespace fs = std::filesystem;

std::string folder_of_marks(const std::string& journals) {
    return (fs::path(journals) / "runs").string();
}

std::string record_of(const MarkedRun& run) {
    std::string record;
    MemberWriter members(record);
    members.text("planner", run.planner);
    members.text("path", run.path.toStdString());
    members.number("at", run.at);
    members.close();
    return record;
}

std::optional<MarkedRun> run_in(const std::string& record) {
    const auto tree = parse_json(record, {});
    if (!tree) {
        return std::nullopt;
    }
    JsonReading reading;
    const JsonField root(*tree, reading);
    MarkedRun run{root.text("planner"), QString::fromStdString(root.text("path")), root.integer("at")};
    return reading.failed() ? std::nullopt : std::optional(std::move(run));
}

}  // namespace

RunMark::RunMark(const std::string& journals, const MarkedRun& run) {
    const std::string folder = folder_of_marks(journals);
    if (make_journal_folder(journals) && make_journal_folder(folder)) {
        // A crash of the program loses nothing that was written, so nothing waits for the disk.
        if (auto log = RecordLog::create(new_journal_path(folder), record_of(run), RecordLog::Flush::never)) {
            log_ = std::move(*log);
        }
    }
}

RunMark::~RunMark() {
    if (log_) {
        static_cast<void>(log_->remove());
    }
}

std::vector<MarkedRun> left_runs(const std::string& journals) {
    std::vector<MarkedRun> runs;
    for (const std::string& path : left_journals(folder_of_marks(journals))) {
        auto log = RecordLog::take_over(path);
        const auto reading = log ? log->read() : failure(log.error());
        if (!reading) {
            continue;  // another window was faster
        }
        auto run = reading->records.empty() ? std::nullopt : run_in(reading->records.front());
        if (run) {
            runs.push_back(std::move(*run));
        }
        static_cast<void>(log->remove());
    }
    std::ranges::stable_sort(runs, std::ranges::greater(), &MarkedRun::at);
    return runs;
}

}  // namespace arenascope
