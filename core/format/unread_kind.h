#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/file_format.h"

namespace arenascope {

/// A kind of file that people try to open and that holds no plan, or none that is read.
struct UnreadKind {
    std::string_view name;  ///< "a GraphDef of TensorFlow"
    /// Whether a file is of this kind. Its first chunk suffices.
    bool (*matches)(std::string_view content) = nullptr;
    std::string_view lack;  ///< completes "it is …, ": why it does not open
    std::string_view cure;  ///< the shortest way from it to a file that opens
    bool is_sure = true;    ///< false: other files may look the same, and the sentence says "looks like"
    /// The format that has the same signs, if there is one. Its reader is asked first.
    std::optional<FileFormat> taken_for = {};
};

/// All kinds, the more special ones first: a checkpoint of PyTorch before any ZIP file.
[[nodiscard]] std::span<const UnreadKind> unread_kinds();

/// The kind of a file that does not open; null: an unknown one. `taken_for` is the format whose reader has refused it;
/// empty: it has the signs of no format. Linear in the first 256 KiB.
[[nodiscard]] const UnreadKind* unread_kind(std::string_view content, std::optional<FileFormat> taken_for = {});

/// The error for a file of a kind: what it is, that it holds no plan, and the way to one that opens.
[[nodiscard]] Error unread_kind_error(const UnreadKind& kind, const std::string& source);

}  // namespace arenascope
