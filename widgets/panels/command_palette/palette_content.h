#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <QString>

#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/memory/short_names.h"
#include "core/model/tiers/risk.h"

namespace arenascope {

/// A command of the menus, as the palette lists it.
struct PaletteCommand {
    std::string text;  ///< "Zoom to Selection"
    std::string path;  ///< of its menus: "View", "View › Unit"
    QString keys;      ///< empty: it has none
    bool is_enabled = true;
    bool is_checked = false;  ///< of a choice: it is the current one
    QString why_not;          ///< why it is not enabled; empty: not known
};

/// Everything that the command palette finds. It never changes, so that a search on another thread may read it.
struct PaletteContent {
    std::vector<PaletteCommand> commands;                           ///< in the order of the menus
    std::vector<std::size_t> recent_commands;                       ///< positions in `commands`, the last used first
    std::shared_ptr<const Problem> problem;                         ///< null: no plan is open
    std::shared_ptr<const Layout> layout;                           ///< null only without a plan
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks;  ///< by buffer; null or empty: no tiers
    Unit unit = Unit::bytes;
    ShortNames names = {};  ///< the rule by which views show names
};

/// The kinds of entries, in the order of equally close matches.
enum class PaletteKind : std::uint8_t { commands, buffers, operators, steps };

/// Something that the palette lists.
struct PaletteEntry {
    PaletteKind kind = PaletteKind::commands;
    std::int64_t number = 0;  ///< position of the command, buffer or operator; for a step, the step itself
    friend bool operator==(const PaletteEntry&, const PaletteEntry&) = default;
};

/// The character before the text that restricts a search to a kind, which also marks its rows: > @ # :
[[nodiscard]] char sign_of(PaletteKind kind);

/// What an entry is found by: the command with its menus before it ("View › Fit"), the buffer by its name as views show
/// it (and by its full name, see full_name_of()), name and
/// type of the operator, number and name of the step. O(1), for a step O(log n) in the named steps, or linear in the
/// operators.
[[nodiscard]] std::string title_of(const PaletteContent& content, const PaletteEntry& entry);

/// The full name of a buffer that views show with a shorter one; empty: the title has it.
[[nodiscard]] std::string full_name_of(const PaletteContent& content, const PaletteEntry& entry);

}  // namespace arenascope
