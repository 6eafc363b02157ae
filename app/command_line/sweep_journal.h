#pragma once

#include <string>
#include <vector>

#include "app/command_line/sweep_line.h"
#include "core/base/error/error.h"
#include "core/base/file/descriptor.h"

namespace arenascope {

/// The finished lines of a sweep that is under way, in a file beside its table: one JSON text a line, in the order in
/// which they were finished. One sweep at a time owns it (flock). A kill at any moment leaves every finished line, and
/// perhaps a torn one, which is cut off when the file is opened again.
class SweepJournal {
public:
    /// Opens or makes the file. `keeps`: with the lines that it has; else it begins empty. Errors: it cannot be
    /// written, another sweep owns it, or it holds something else.
    [[nodiscard]] static Expected<SweepJournal> open(const std::string& path, bool keeps);

    /// The lines that it had.
    [[nodiscard]] const std::vector<SweepLine>& lines() const { return lines_; }
    /// Appends a line. Error: the disk is full, or the like.
    [[nodiscard]] Expected<void> append(const SweepLine& line);
    /// Removes the file; the table has its lines.
    void remove();

private:
    SweepJournal(std::string path, Descriptor file) : path_(std::move(path)), file_(std::move(file)) {}

    std::string path_;
    Descriptor file_;
    std::vector<SweepLine> lines_;
};

/// The file for a table: "zoo.csv.part".
[[nodiscard]] std::string journal_path(const std::string& table);

}  // namespace arenascope
