#include "core/format/openvino/weights_file.h"

#include <filesystem>

namespace arenascope::openvino_file {

WeightsFile::WeightsFile(const std::string& model_path) {
    if (!model_path.empty()) {
        path_ = std::filesystem::path(model_path).replace_extension(".bin").string();
    }
}

std::optional<std::string> WeightsFile::bytes(std::int64_t offset, std::int64_t size) {
    constexpr std::int64_t most = std::int64_t{1} << 16;
    if (offset < 0 || size < 0 || size > most) {
        return std::nullopt;
    }
    std::error_code no_file;
    // A pipe or a device would block.
    if (!file_.is_open() && !path_.empty() && std::filesystem::is_regular_file(path_, no_file)) {
        file_.open(path_, std::ios::binary);
    }
    std::string content(static_cast<std::size_t>(size), '\0');
    file_.clear();
    if (file_.is_open() && file_.seekg(offset) && file_.read(content.data(), size)) {
        return content;
    }
    lacks_bytes_ = true;
    return std::nullopt;
}

}  // namespace arenascope::openvino_file
