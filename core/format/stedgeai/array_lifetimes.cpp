#include "core/format/stedgeai/array_lifetimes.h"

#include <algorithm>
#include <string>

namespace arenascope {

void ArrayLifetimes::add_use(BufferIndex array, Step step) {
    uses_.resize(std::max<std::size_t>(uses_.size(), array.value() + std::size_t{1}));
    ArrayUse& use = uses_[array.value()];
    use.first = use.first.value_or(step);
    use.last = step;
}

void ArrayLifetimes::derive(PoolPlan& plan) const {
    const Step end(static_cast<std::int64_t>(std::max<std::size_t>(plan.nodes.size(), 1)));
    std::size_t unused = 0;
    for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
        Buffer& buffer = plan.buffers[i].buffer;
        const ArrayUse use = i < uses_.size() ? uses_[i] : ArrayUse{};
        buffer.lifetime = {use.first.value_or(Step(0)), use.first ? use.last + Duration(1) : end};
        unused += use.first ? 0 : 1;
        if (buffer.kind == BufferKind::input) {
            buffer.lifetime.begin = Step(0);
        }
        if (buffer.kind == BufferKind::output) {
            buffer.lifetime.end = end;
        }
    }
    plan.notes.emplace_back("the file has no lifetimes: they follow from the order of its layers");
    if (unused > 0) {
        plan.notes.push_back("alive throughout, because no layer names them: " + std::to_string(unused) +
                             (unused == 1 ? " array" : " arrays"));
    }
}

}  // namespace arenascope
