#pragma once

#include <cstdint>
#include <fstream>
#include <optional>
#include <string>

namespace arenascope::openvino_file {

/// The `.bin` file beside a model, which holds its constants. It is opened on first use, and only what is asked for is
/// read, because such files have gigabytes.
class WeightsFile {
public:
    /// `model_path`: of the `.xml` file; empty: the model does not come from a file, and has none beside it.
    explicit WeightsFile(const std::string& model_path);

    /// A range of bytes. Empty: there is no such file, or it is shorter.
    [[nodiscard]] std::optional<std::string> bytes(std::int64_t offset, std::int64_t size);

    /// The path of the file; empty: the model does not come from a file.
    [[nodiscard]] const std::string& path() const { return path_; }
    /// Whether bytes were asked for that it could not give.
    [[nodiscard]] bool lacks_bytes() const { return lacks_bytes_; }

private:
    std::string path_;
    std::ifstream file_;
    bool lacks_bytes_ = false;
};

}  // namespace arenascope::openvino_file
