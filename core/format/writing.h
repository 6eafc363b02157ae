#pragma once

#include <optional>
#include <string>

#include "core/base/error/error.h"
#include "core/base/file/atomic_file.h"
#include "core/format/format.h"

namespace arenascope {

/// The suffixes of the formats that plans are written in: ".csv or .json".
[[nodiscard]] std::string plan_suffixes();

/// The format of a plan written to `path`: by suffix; MiniMalloc CSV for "-", standard output. Any other suffix is an
/// error.
[[nodiscard]] Expected<FileFormat> plan_format_of(const std::string& path);

/// The form of a trace written to `path`: the binary one for the suffix `.arenatrace`, else JSON.
[[nodiscard]] FileFormat trace_format_of(const std::string& path);

/// Writes a layout in the format that plan_format_of() gives. `addresses`: of CSV, which has no bases. Atomic: if it
/// fails, the old file is unchanged.
[[nodiscard]] Expected<void> write_document(const std::string& path, const Problem& problem, const Layout& layout,
                                            const std::optional<Provenance>& provenance,
                                            AddressColumn addresses = AddressColumn::left_out,
                                            const Annotations& annotations = {},
                                            ReadOnlyFile read_only = ReadOnlyFile::refused);

/// Writes the deployment of a network in a layout, without removed operators. Atomic.
[[nodiscard]] Expected<void> write_deployment(const std::string& path, const Problem& problem, const Layout& layout,
                                              ReadOnlyFile read_only = ReadOnlyFile::refused);

/// Lists, for people, the content of a plan that `write_document` with these arguments does not store. Empty: all is
/// stored. Written addresses tell the base of every region with a placed buffer.
[[nodiscard]] std::string lost_in(const std::string& path, const Problem& problem, const Layout& layout,
                                  bool has_provenance, AddressColumn addresses = AddressColumn::left_out,
                                  const Annotations& annotations = {});
/// The same for a document.
[[nodiscard]] std::string lost_in(const std::string& path, const Document& document,
                                  AddressColumn addresses = AddressColumn::left_out);

/// Writes a trace together with its problem, so that the file can be opened alone; see trace_format_of(). Only the
/// sharing of `layout` is written, because the trace gives the offsets. Atomic.
[[nodiscard]] Expected<void> write_trace(const std::string& path, const Problem& problem, const Layout& layout,
                                         const Trace& trace, const Annotations& annotations = {},
                                         ReadOnlyFile read_only = ReadOnlyFile::refused);

}  // namespace arenascope
