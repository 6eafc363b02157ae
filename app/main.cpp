#include <cstdio>

#include "app/command_line/command_line.h"

int main(int argc, char** argv) {
    return arenascope::run_command_line(argc, argv, [](int&, char**, const std::vector<std::string>&) {
        std::fputs("no window in this build; see arenascope --help\n", stderr);
        return 2;
    });
}
