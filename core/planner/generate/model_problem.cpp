#include "core/planner/generate/model_problem.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "core/planner/random.h"

namespace arenascope {
namespace {

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

}  // namespace

Problem model_problem(std::size_t count, std::uint64_t seed) {
    return ModelChain(count, seed).build();
}

}  // namespace arenascope
