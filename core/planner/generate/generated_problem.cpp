#include "core/planner/generate/generated_problem.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/base/containers/named_value.h"

namespace arenascope {
namespace {

constexpr std::array<std::string_view, generated_kinds.size()> generated_kind_names{"sparse", "dense", "model",
                                                                                    "perfect"};

/// A number of steps near the square root: the power of two whose square is not below the count.
std::size_t steps_for(std::size_t count) {
    constexpr std::size_t fewest = 16;
    constexpr std::size_t most = 1024;
    std::size_t steps = fewest;
    while (steps < most && steps * steps < count) {
        steps *= 2;
    }
    return steps;
}

/// Appends operators and their tensors until there are enough. Every step is one operator.
class ModelChain {
public:
    ModelChain(std::size_t count, std::uint64_t seed) : random_(seed), count_(count) {
        problem_.buffers.reserve(count);
    }

    [[nodiscard]] Problem build() {
        last_ = add_tensor("input", 1);
        problem_.buffers[last_].kind = BufferKind::input;
        while (!is_full()) {
            switch (random_.below(8)) {
                case 0:
                case 1:
                case 2:
                    add_residual();
                    break;
                case 3:
                    add_branches();
                    break;
                default:
                    last_ = add_operator("conv", last_, drawn_channels());
            }
        }
        finish();
        return std::move(problem_);
    }

private:
    static constexpr std::size_t usual_channels = 16;
    static constexpr std::size_t one_in_skips = 50;
    static constexpr std::size_t longest_skip = 2000;
    static constexpr std::size_t global_skips = 8;
    static constexpr std::size_t one_in_scratch = 8;

    [[nodiscard]] bool is_full() const { return problem_.buffers.size() >= count_; }

    /// Channels relative to those that are usual in the stage, in sixteenths: from a few to twice as many, and narrow
    /// ones more often, as bottlenecks are.
    std::size_t drawn_channels() {
        const std::size_t widest = 4 + random_.below(29);
        return 1 + random_.below(widest);
    }

    /// The bytes of a tensor of the present stage, by its channels in sixteenths.
    [[nodiscard]] Bytes tensor_size(std::size_t sixteenths) const {
        constexpr std::size_t stages = 8;
        constexpr std::size_t side_of_first = 256;
        constexpr std::size_t sixteenth_of_channels = 4;
        const std::size_t stage = std::min(stages - 1, problem_.buffers.size() * stages / count_);
        const std::size_t side = side_of_first >> stage;
        return Bytes(static_cast<std::int64_t>(side * side * (sixteenth_of_channels << stage) * sixteenths));
    }

    /// A tensor that the operator of the present step makes. It lives until the next step at least.
    BufferIndex add_tensor(std::string_view made_by, std::size_t quarters) {
        const BufferIndex index(problem_.buffers.size());
        Buffer& buffer = problem_.buffers.emplace_back();
        buffer.name = std::string(made_by) + std::to_string(step_);
        buffer.lifetime = {Step(step_), Step(step_ + 2)};
        buffer.size = tensor_size(quarters);
        if (random_.below(one_in_skips) == 0) {
            read_at(index, step_ + 1 + static_cast<std::int64_t>(random_.below(longest_skip)));
        }
        return index;
    }

    void read_at(BufferIndex tensor, std::int64_t step) {
        Step& end = problem_.buffers[tensor].lifetime.end;
        end = std::max(end, Step(step + 1));
    }

    /// An operator that reads one tensor and makes another; the operand itself if there are enough buffers.
    BufferIndex add_operator(std::string_view type, BufferIndex operand, std::size_t quarters) {
        if (is_full()) {
            return operand;
        }
        ++step_;
        read_at(operand, step_);
        const BufferIndex made = add_tensor(type, quarters);
        if (random_.below(one_in_scratch) == 0 && !is_full()) {
            const BufferIndex scratch = add_tensor("scratch", 1);
            problem_.buffers[scratch].kind = BufferKind::scratch;
            problem_.buffers[scratch].lifetime.end = Step(step_ + 1);
        }
        return made;
    }

    BufferIndex add_chain(BufferIndex operand, std::size_t operators) {
        for (std::size_t i = 0; i < operators; ++i) {
            operand = add_operator("conv", operand, drawn_channels());
        }
        return operand;
    }

    void add_residual() {
        const BufferIndex start = last_;
        const BufferIndex end = add_chain(start, 2 + random_.below(3));
        last_ = add_operator("add", end, usual_channels);
        read_at(start, step_);
    }

    void add_branches() {
        const BufferIndex start = last_;
        std::array<BufferIndex, 4> ends{};
        const std::size_t branches = 2 + random_.below(ends.size() - 1);
        for (std::size_t i = 0; i < branches; ++i) {
            ends[i] = add_chain(start, 1 + random_.below(3));
        }
        last_ = add_operator("concat", ends[0], usual_channels);
        for (std::size_t i = 1; i < branches; ++i) {
            read_at(ends[i], step_);
        }
    }

    /// The last operator reads some tensors of the whole network; nothing lives longer than the output.
    void finish() {
        const std::int64_t last_step = step_;
        for (std::size_t i = 0; i < global_skips; ++i) {
            Buffer& buffer = problem_.buffers[random_.below(problem_.buffers.size())];
            if (buffer.kind == BufferKind::activation) {
                buffer.lifetime.end = Step(last_step + 1);
            }
        }
        for (Buffer& buffer : problem_.buffers) {
            buffer.lifetime.end = std::min(buffer.lifetime.end, Step(last_step + 1));
        }
        Buffer& output = problem_.buffers[last_];
        output.kind = output.kind == BufferKind::input ? output.kind : BufferKind::output;
    }

    Random random_;
    std::size_t count_;
    Problem problem_;
    std::int64_t step_ = 0;
    BufferIndex last_ = BufferIndex::none();  ///< the tensor that the next block reads
};

/// A rectangle of steps and units of bytes that becomes so many pieces. It is at least as high as that.
struct Cut {
    std::size_t begin;
    std::size_t end;
    std::size_t bottom;
    std::size_t top;
    std::size_t pieces;

    [[nodiscard]] std::size_t length() const { return end - begin; }
    [[nodiscard]] std::size_t height() const { return top - bottom; }
};

constexpr std::size_t bytes_of_unit = 64;

/// The whole rectangle. Steps and height grow with the square root of the pieces; the height has room for all of them.
Cut whole_rectangle(std::size_t pieces) {
    constexpr std::size_t fewest_steps = 16;
    constexpr std::size_t units_for_each = 16;
    std::size_t steps = fewest_steps;
    while (steps * steps < pieces) {
        steps *= 2;
    }
    return {0, steps, 0, std::max<std::size_t>(steps, pieces) * units_for_each, pieces};
}

/// Cuts a part of at least two pieces in two. Each side gets between a quarter and three quarters of the pieces, and a
/// share of the length or the height that is about the same.
std::pair<Cut, Cut> cut(const Cut& part, Random& random) {
    Cut first = part;
    Cut second = part;
    const std::size_t quarter = part.pieces / 4;
    first.pieces = std::max<std::size_t>(1, quarter + random.below(part.pieces - 2 * quarter));
    second.pieces = part.pieces - first.pieces;
    const bool in_time = part.length() > 1 && random.below(2) == 0;
    if (in_time) {
        const std::size_t place = part.length() * first.pieces / part.pieces + random.below(2);
        first.end = part.begin + std::clamp<std::size_t>(place, 1, part.length() - 1);
        second.begin = first.end;
    } else {
        // Each side keeps a unit for each of its pieces; the rest is divided at random.
        const std::size_t rest = part.height() - part.pieces;
        const std::size_t share = rest / 2 + random.below(rest / 2 + 1);
        first.top = part.bottom + first.pieces + share * first.pieces / part.pieces;
        second.bottom = first.top;
    }
    return {first, second};
}

std::vector<Cut> pieces_of(const Cut& whole, Random& random) {
    std::vector<Cut> pieces;
    pieces.reserve(whole.pieces);
    std::vector<Cut> open = {whole};
    while (!open.empty()) {
        const Cut part = open.back();
        open.pop_back();
        if (part.pieces == 1) {
            pieces.push_back(part);
            continue;
        }
        const auto [first, second] = cut(part, random);
        open.push_back(second);
        open.push_back(first);
    }
    return pieces;
}

template <class T>
void shuffle_pieces(std::vector<T>& list, Random& random) {
    for (std::size_t i = list.size(); i > 1; --i) {
        std::swap(list[i - 1], list[random.below(i)]);
    }
}

}  // namespace

std::string_view name_of(GeneratedKind kind) {
    return generated_kind_names[static_cast<std::size_t>(kind)];
}

std::optional<GeneratedKind> generated_kind_named(std::string_view name) {
    return value_named<GeneratedKind>(generated_kind_names, name);
}

Problem dense_problem(std::size_t count, std::uint64_t seed) {
    constexpr std::size_t size_powers = 12;
    Random random(seed);
    Problem problem;
    problem.buffers.resize(count);
    const std::size_t steps = steps_for(count);
    for (std::size_t i = 0; i < count; ++i) {
        Buffer& buffer = problem.buffers[i];
        buffer.name = "b" + std::to_string(i);
        const std::size_t length = 1 + random.below(steps / 2);
        const std::size_t begin = random.below(steps - length + 1);
        buffer.lifetime = {Step(static_cast<std::int64_t>(begin)), Step(static_cast<std::int64_t>(begin + length))};
        buffer.size = drawn_size(random, size_powers);
    }
    return problem;
}

Problem sparse_problem(std::size_t count, std::uint64_t seed) {
    constexpr std::size_t one_in_long = 32;
    constexpr std::size_t short_steps = 64;
    constexpr std::size_t long_steps = 4096;
    constexpr std::size_t size_powers = 14;
    Random random(seed);
    Problem problem;
    problem.buffers.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        Buffer& buffer = problem.buffers[i];
        buffer.name = "b" + std::to_string(i);
        const std::size_t longest = random.below(one_in_long) == 0 ? long_steps : short_steps;
        const std::size_t end = i + 1 + random.below(longest);
        buffer.lifetime = {Step(static_cast<std::int64_t>(i)), Step(static_cast<std::int64_t>(std::min(end, count)))};
        buffer.size = drawn_size(random, size_powers);
    }
    return problem;
}

Problem model_problem(std::size_t count, std::uint64_t seed) {
    return ModelChain(count, seed).build();
}

PerfectPacking perfect_packing(std::size_t count, std::uint64_t seed) {
    Random random(seed);
    const Cut whole = whole_rectangle(count);
    std::vector<Cut> pieces = pieces_of(whole, random);
    shuffle_pieces(pieces, random);
    PerfectPacking packing;
    packing.height = Offset(static_cast<std::int64_t>(whole.top * bytes_of_unit));
    packing.problem.buffers.resize(count);
    packing.layout.placements.resize(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Cut& piece = pieces[i];
        Buffer& buffer = packing.problem.buffers[i];
        buffer.name = "b" + std::to_string(i);
        buffer.lifetime = {Step(static_cast<std::int64_t>(piece.begin)), Step(static_cast<std::int64_t>(piece.end))};
        buffer.size = Bytes(static_cast<std::int64_t>(piece.height() * bytes_of_unit));
        packing.layout.placements[i] =
            Placement{Offset(static_cast<std::int64_t>(piece.bottom * bytes_of_unit)), RegionIndex(0)};
    }
    return packing;
}

Expected<Problem> generated_problem(GeneratedKind kind, std::size_t count, std::uint64_t seed) {
    if (count == 0 || count > most_generated_buffers) {
        return failure("a problem of " + std::to_string(count) + " buffers cannot be generated",
                       "give a number from 1 to " + std::to_string(most_generated_buffers));
    }
    switch (kind) {
        case GeneratedKind::sparse:
            return sparse_problem(count, seed);
        case GeneratedKind::dense:
            return dense_problem(count, seed);
        case GeneratedKind::model:
            return model_problem(count, seed);
        case GeneratedKind::perfect:
            break;
    }
    return perfect_packing(count, seed).problem;
}

}  // namespace arenascope
