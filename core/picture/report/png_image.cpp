#include "core/picture/report/png_image.h"

#include <map>
#include <png.h>

namespace arenascope {
namespace {

/// Pixels as positions in a table of few colours, which takes far less room than the colours themselves.
struct Indexed {
    std::vector<std::uint8_t> pixels;
    std::vector<std::uint8_t> table;  ///< red, green, blue, alpha of each colour
};

/// Empty if there are more colours than a table holds.
Indexed indexed(const std::vector<std::uint32_t>& colors) {
    constexpr std::size_t most_colors = 256;
    Indexed result;
    std::map<std::uint32_t, std::uint8_t> positions;
    result.pixels.reserve(colors.size());
    for (const std::uint32_t color : colors) {
        const auto [found, is_new] = positions.try_emplace(color, static_cast<std::uint8_t>(positions.size()));
        if (is_new && positions.size() > most_colors) {
            return {};
        }
        if (is_new) {
            for (const unsigned shift : {16U, 8U, 0U, 24U}) {
                result.table.push_back(static_cast<std::uint8_t>(color >> shift));
            }
        }
        result.pixels.push_back(found->second);
    }
    return result;
}

}  // namespace

Expected<std::string> encoded_png(std::int32_t columns, std::int32_t rows, const std::vector<std::uint32_t>& colors) {
    const Indexed shown = indexed(colors);
    ::png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(columns);
    image.height = static_cast<png_uint_32>(rows);
    image.format = PNG_FORMAT_RGBA_COLORMAP;
    image.colormap_entries = static_cast<png_uint_32>(shown.table.size() / 4);
    png_alloc_size_t size = 0;
    std::string bytes;
    const auto write = [&](void* memory) {
        return png_image_write_to_memory(&image, memory, &size, 0, shown.pixels.data(), columns, shown.table.data());
    };
    if (write(nullptr) != 0) {
        bytes.resize(size);
        if (write(bytes.data()) != 0) {
            bytes.resize(size);
            return bytes;
        }
    }
    return failure("the picture of small buffers cannot be encoded: " + std::string(image.message),
                   "close other programs, and try again");
}

}  // namespace arenascope
