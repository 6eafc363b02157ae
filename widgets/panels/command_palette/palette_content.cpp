#include "widgets/panels/command_palette/palette_content.h"

#include "core/picture/plan/step_names.h"

namespace arenascope {

char sign_of(PaletteKind kind) {
    switch (kind) {
        case PaletteKind::commands:
            return '>';
        case PaletteKind::buffers:
            return '@';
        case PaletteKind::operators:
            return '#';
        case PaletteKind::steps:
            return ':';
    }
    return '>';
}

std::string title_of(const PaletteContent& content, const PaletteEntry& entry) {
    const auto position = static_cast<std::size_t>(entry.number);
    switch (entry.kind) {
        case PaletteKind::commands: {
            const PaletteCommand& command = content.commands[position];
            return command.path.empty() ? command.text : command.path + " › " + command.text;
        }
        case PaletteKind::buffers:
            return std::string(content.names(content.problem->buffers[position].name));
        case PaletteKind::operators: {
            const Operator& one = content.problem->graph->operators[position];
            return one.type.empty() ? one.name : one.name + " (" + one.type + ")";
        }
        case PaletteKind::steps: {
            const std::string title = title_of_step(*content.problem, Step(entry.number));
            const std::string number = std::to_string(entry.number);
            return title.empty() ? number : number + " · " + title;
        }
    }
    return {};
}

std::string full_name_of(const PaletteContent& content, const PaletteEntry& entry) {
    if (entry.kind != PaletteKind::buffers) {
        return {};
    }
    const std::string& full = content.problem->buffers[BufferIndex(static_cast<std::size_t>(entry.number))].name;
    return content.names(full) == full ? std::string() : full;
}

}  // namespace arenascope
