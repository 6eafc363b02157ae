// One libFuzzer program with a target for each reader: --reader=NAME selects one, --list lists them.
#include "tests/fuzz/target.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "core/format/registry.h"

using namespace arenascope;

namespace {

struct Reader {
    std::string name;
    std::function<void(fuzz::Input)> target;
};

/// Each format with its name, and what is no format. A new one needs small files in corpus/, whose folders give
/// CMakeLists.txt the names.
std::vector<Reader> all_readers() {
    std::vector<Reader> readers = {{"scratch_rules", fuzz::read_scratch_rules},
                                   {"feature_rules", fuzz::read_feature_rules},
                                   {"assignment", fuzz::read_assignment},
                                   {"planners", fuzz::plan_problem}};
    for (const Format& format : formats()) {
        std::string name(format.description.name);
        std::ranges::replace(name, '-', '_');
        readers.push_back({name, [id = format.description.format](fuzz::Input input) { fuzz::read_file(id, input); }});
    }
    return readers;
}

std::function<void(fuzz::Input)> chosen;

}  // namespace

extern "C" int LLVMFuzzerInitialize(const int* count, char*** arguments) {
    constexpr std::string_view option = "--reader=";
    const std::vector<Reader> readers = all_readers();
    for (int i = 1; i < *count; ++i) {
        const std::string_view argument = (*arguments)[i];
        if (argument == "--list") {
            for (const Reader& reader : readers) {
                std::cout << reader.name << "\n";
            }
            std::exit(0);
        }
        if (argument.substr(0, option.size()) == option) {
            const auto found = std::ranges::find(readers, argument.substr(option.size()), &Reader::name);
            chosen = found == readers.end() ? nullptr : found->target;
        }
    }
    if (chosen == nullptr) {
        std::cerr << "Name a reader by --reader=NAME; --list names them.\n";
        std::exit(2);
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    chosen({data, size});
    return 0;
}
