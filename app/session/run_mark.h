#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "core/base/file/record_log.h"

namespace arenascope {

/// A planner at work.
struct MarkedRun {
    std::string planner;
    QString path;         ///< of the plan
    std::int64_t at = 0;  ///< when it began, in milliseconds since 1970
};

/// A small file that is there while a planner runs, so that the next start can say which planner ran when the program
/// ended:
///
///   RunMark ─▶ the planner runs ─▶ ~RunMark removes the file
///                    │ a crash
///                    ▼
///                 left_runs() of the next start
///
/// It lies in a folder of its own within the folder of journals. A mark that cannot be written is left out.
class RunMark {
public:
    RunMark(const std::string& journals, const MarkedRun& run);
    ~RunMark();
    RunMark(const RunMark&) = delete;
    RunMark& operator=(const RunMark&) = delete;

private:
    std::optional<RecordLog> log_;
};

/// The planners that ran when their programs ended, the latest first. Removes their marks, so that each is told once.
[[nodiscard]] std::vector<MarkedRun> left_runs(const std::string& journals);

/// What makes a crash of a planner lose nothing. Called before a run, on the thread of the window; an empty path: the
/// open plan. What it returns is called on the thread of the run before the planner begins. What that returns is freed
/// when the planner has ended.
using RunGuard =
    std::function<std::function<std::shared_ptr<const void>()>(const std::string& planner, const QString& path)>;

}  // namespace arenascope
