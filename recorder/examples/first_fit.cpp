// A planner of 40 lines: first fit, the largest buffer first. It reads id,lower,upper,size[,alignment] from standard
// input, writes the layout to standard output, and records what it does:  first_fit run.rec < buffers.csv
// A second argument makes it slow enough to watch: so many seconds for each step.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <thread>
#include <vector>

#include <arenascope/recorder.h>

struct Buffer {
    std::string name;
    long begin, end, size, alignment, offset = -1;
    int number;
};

int main(int argc, char** argv) {
    arenascope::Recorder run(argc > 1 ? argv[1] : "run.rec");
    std::vector<Buffer> buffers;
    std::string line;
    std::getline(std::cin, line);  // the header
    const bool has_alignment = line.find(",size,alignment") != std::string::npos;
    for (Buffer b; std::getline(std::cin, line); buffers.push_back(b)) {
        char comma;
        std::getline(std::istringstream(line), b.name, ',');
        std::istringstream fields(line.substr(b.name.size() + 1));
        fields >> b.begin >> comma >> b.end >> comma >> b.size >> comma >> b.alignment;
        b.alignment = has_alignment ? b.alignment : 1;
        b.number = run.buffer(b.name, b.begin, b.end, b.size, b.alignment);
    }
    std::stable_sort(buffers.begin(), buffers.end(), [](const Buffer& a, const Buffer& b) { return a.size > b.size; });
    for (auto b = buffers.begin(); b != buffers.end(); ++b) {
        run.enter("placement", b->name);
        std::vector<std::int64_t> candidates = {0};  // offset 0, and the top of each neighbour placed before
        std::for_each(buffers.begin(), b, [&](const Buffer& o) {
            candidates.push_back((o.offset + o.size + b->alignment - 1) / b->alignment * b->alignment);
        });
        std::sort(candidates.begin(), candidates.end());
        b->offset = *std::find_if(candidates.begin(), candidates.end(), [&](long at) {
            return std::none_of(buffers.begin(), b, [&](const Buffer& o) {
                return o.begin < b->end && b->begin < o.end && o.offset < at + b->size && at < o.offset + o.size;
            });
        });
        run.candidates(b->number, candidates);
        run.place(b->number, b->offset);
        run.leave();
        std::this_thread::sleep_for(std::chrono::duration<double>(argc > 2 ? std::atof(argv[2]) : 0));
    }
    run.result();
    std::puts("id,offset");
    for (const Buffer& b : buffers)
        std::printf("%s,%ld\n", b.name.c_str(), b.offset);
}
