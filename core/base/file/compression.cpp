#include "core/base/file/compression.h"

#include <memory>
#include <new>
#include <zstd.h>

namespace arenascope {

std::string compressed(std::string_view content, Compression compression) {
    constexpr int fast_level = 1;
    constexpr int usual_level = 3;
    const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(), &ZSTD_freeCCtx);
    if (!context) {
        throw std::bad_alloc();
    }
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel,
                           compression == Compression::fast ? fast_level : usual_level);
    ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
    std::string bytes(ZSTD_compressBound(content.size()), '\0');
    const std::size_t size = ZSTD_compress2(context.get(), bytes.data(), bytes.size(), content.data(), content.size());
    if (ZSTD_isError(size) != 0) {
        throw std::bad_alloc();  // the only reason: there is room for any result
    }
    bytes.resize(size);
    bytes.shrink_to_fit();
    return bytes;
}

std::optional<std::size_t> decompressed_size(std::string_view bytes) {
    const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
    // A block of the format has at most 128 KiB of content and at least four bytes, so a larger size is a lie.
    constexpr unsigned long long most_ratio = 32'768;
    const bool is_known =
        size != ZSTD_CONTENTSIZE_ERROR && size != ZSTD_CONTENTSIZE_UNKNOWN && size / most_ratio <= bytes.size();
    if (!is_known || ZSTD_findFrameCompressedSize(bytes.data(), bytes.size()) != bytes.size()) {
        return std::nullopt;
    }
    return static_cast<std::size_t>(size);
}

std::optional<std::string> decompressed(std::string_view bytes, std::size_t most) {
    const auto size = decompressed_size(bytes);
    if (!size || *size > most) {
        return std::nullopt;
    }
    std::string content(*size, '\0');
    const std::size_t read = ZSTD_decompress(content.data(), content.size(), bytes.data(), bytes.size());
    return read == content.size() ? std::optional(std::move(content)) : std::nullopt;
}

}  // namespace arenascope
