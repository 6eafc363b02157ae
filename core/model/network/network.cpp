#include "core/model/network/network.h"

#include "core/base/error/quotation.h"

namespace arenascope {

Expected<std::optional<Bytes>> size_of(const Tensor& tensor) {
    if (!tensor.shape || tensor.element_bits == 0) {
        return std::optional<Bytes>();
    }
    std::int64_t elements = 1;
    bool known = true;
    bool fits = true;
    bool empty = false;
    for (const std::int64_t extent : *tensor.shape) {
        known &= extent >= 0;
        empty |= extent == 0;
        const auto product = checked_multiply(elements, extent);
        fits &= product.has_value();
        elements = product.value_or(1);
    }
    if (!known) {
        return std::optional<Bytes>();
    }
    if (empty) {
        return Bytes(0);
    }
    const auto bits = checked_multiply(elements, tensor.element_bits);
    const auto rounded = bits ? checked_add(*bits, 7) : std::nullopt;
    if (!fits || !rounded) {
        return failure("tensor " + in_quotes(tensor.name) + " is so large that its size does not fit in 64 bits",
                       "give smaller dimensions");
    }
    return Bytes(*rounded / 8);
}

bool same_shape(const Tensor& a, const Tensor& b) {
    const auto known = [](const Tensor& tensor) {
        bool all = tensor.shape.has_value();
        for (std::size_t i = 0; all && i < tensor.shape->size(); ++i) {
            all = (*tensor.shape)[i] >= 0;
        }
        return all;
    };
    return known(a) && known(b) && a.shape == b.shape && a.type == b.type;
}

}  // namespace arenascope
