#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/base/text/read_progress.h"
#include "core/base/text/text_source.h"
#include "core/format/document.h"
#include "core/model/network/import_options.h"
#include "core/model/network/network.h"
#include "core/model/settings/option.h"

namespace arenascope {

/// What tells the files of a format from all others, see detect_format(). A format has the signs that it needs.
struct FormatSigns {
    /// Bytes at a fixed place of a binary file; empty: none.
    std::string_view mark = {};
    std::size_t mark_position = 0;
    /// Whether binary content begins as a file of this format. The first chunk of a file suffices.
    bool (*is_binary)(std::string_view content) = nullptr;
    std::string_view json_name = {};  ///< JSON of this program: the text under the key "format"
    /// Other JSON: the outermost object has all keys of one of these lists.
    std::vector<std::vector<std::string_view>> json_keys = {};
    std::string_view xml_root = {};                       ///< the outermost element
    bool (*is_text)(std::string_view content) = nullptr;  ///< whether text begins as a file of this format
    bool (*is_header)(std::string_view line) = nullptr;   ///< whether a table with this first line has this format
    bool (*is_line)(std::string_view line) = nullptr;     ///< whether a line of a log belongs to such a plan
};

/// A file to read.
struct FormatInput {
    std::string_view content;
    const std::string& source;  ///< names it in errors
    const ImportOptions& options;
    const ReadProgress& progress;
    bool is_file = false;  ///< `source` is its path, and the reader may read files beside it
};

/// Whether addresses are written beside the offsets.
enum class AddressColumn : std::uint8_t { left_out, written };

/// What a plan is written from.
struct PlanContent {
    const Problem& problem;
    const Layout& layout;
    AddressColumn addresses = AddressColumn::left_out;
    const Annotations& annotations;
};

/// How plans are written in a format.
struct PlanWriting {
    std::string_view suffix = {};     ///< ".csv"
    std::string_view words = {};      ///< "MiniMalloc CSV", in an error that lists the formats
    std::string_view file_type = {};  ///< "MiniMalloc CSV (*.csv)", in a dialog
    /// Null: no plan is written in this format.
    void (*write)(const TextSink& sink, const PlanContent& content,
                  const std::optional<Provenance>& provenance) = nullptr;
    /// What a written plan does not store, for people. Null: it stores all that a plan can.
    std::vector<std::string_view> (*lost)(const PlanContent& content, bool has_provenance) = nullptr;
};

/// How the file of a model is written again with something changed. All else in it stays. Null: it is not written.
struct ModelWriting {
    /// With another order: by place, the position of an operator in Network::nodes.
    Expected<std::string> (*in_order)(const FormatInput& input, std::span<const std::size_t> order) = nullptr;
    /// With a plan inside: by tensor of the network; empty: left to the runtime.
    Expected<std::string> (*with_plan)(const FormatInput& input,
                                       const std::vector<std::optional<Offset>>& offsets) = nullptr;
};

/// A format of files: all that the program knows of it. Its folder has a function that gives this value, and
/// core/format/registry.cpp lists it.
struct Format {
    FormatDescription description = {};
    FormatSigns signs = {};
    /// The reader: one of the two. Neither: this build lacks a library that the format needs.
    Expected<Document> (*read)(const FormatInput& input) = nullptr;
    Expected<Network> (*read_model)(const FormatInput& input) = nullptr;
    std::string_view needs = {};            ///< Debian packages that a build needs to read it; empty: none
    std::string_view cure_for_shapes = {};  ///< of a model: how a file gets the shapes that it lacks

    /// Import switches (import_option_specs()) that only a few formats have; "shape" stands for those of inputs.
    std::vector<std::string_view> switches = {};
    /// Further ones, which take other values for this format.
    std::vector<OptionSpec> restated_switches = {};
    bool has_common_switches = true;  ///< whether it has those of any file, besides `capacity`

    PlanWriting plan = {};
    ModelWriting model_writing = {};
    std::string_view trace_suffix = {};  ///< ".arenatrace"
    /// Writes a trace with its problem. Null: no trace is written in this format.
    std::string (*trace_bytes)(const Problem& problem, const Layout& layout, const Trace& trace,
                               const Annotations& annotations) = nullptr;
};

}  // namespace arenascope
