#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/format/file_format.h"

namespace arenascope {

/// A file that can be opened.
struct FoundFile {
    std::string path;
    std::string name;  ///< from the folder on: "logs/vela.txt"
    FileFormat format = FileFormat::plan_json;
    std::uint64_t size = 0;  ///< bytes
};

/// Looks for files that can be opened, in a folder and those below it. Formats are told by content. It reads the
/// beginning of a file, and all of a text whose beginning does not tell. Hidden files and links to folders are left
/// out. Bounded work per call, so that a large folder can be given up between calls.
///
///   next()   list the files            ──▶  {}
///   next()   look into the first few   ──▶  {plan.json, net.onnx}
///   next()   … the next few            ──▶  {}                       until is_done()
class FolderSearch {
public:
    explicit FolderSearch(std::string folder) : folder_(std::move(folder)) {}

    /// The files that the next part of the work has found, by name. Throws std::bad_alloc only.
    [[nodiscard]] std::vector<FoundFile> next();
    [[nodiscard]] bool is_done() const { return is_listed_ && looked_ == names_.size(); }
    [[nodiscard]] std::size_t looked() const { return looked_; }
    /// Files in the folder; 0 before they are listed.
    [[nodiscard]] std::size_t files() const { return names_.size(); }
    /// The folder has more files than are looked into.
    [[nodiscard]] bool is_cut() const { return is_cut_; }

private:
    void list();

    std::string folder_;
    std::vector<std::string> names_;
    std::size_t looked_ = 0;
    bool is_listed_ = false;
    bool is_cut_ = false;
};

}  // namespace arenascope
