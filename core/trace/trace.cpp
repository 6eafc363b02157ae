#include "core/trace/trace.h"

namespace arenascope {
namespace {

/// FNV-1a with 64 bits: simple, stable, and good enough to distinguish problems. It does not protect against forged
/// ones.
class Hash {
public:
    void add(std::string_view bytes) {
        for (const char byte : bytes) {
            value_ = (value_ ^ static_cast<unsigned char>(byte)) * prime;
        }
        add(static_cast<std::int64_t>(bytes.size()));
    }

    void add(std::int64_t number) {
        auto bits = static_cast<std::uint64_t>(number);
        for (int i = 0; i < 8; ++i) {
            value_ = (value_ ^ (bits & 0xFFU)) * prime;
            bits >>= 8U;
        }
    }

    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    static constexpr std::uint64_t prime = 1099511628211ULL;
    std::uint64_t value_ = 14695981039346656037ULL;
};

}  // namespace

std::uint64_t fingerprint(const Problem& problem) {
    Hash hash;
    for (const Buffer& buffer : problem.buffers) {
        hash.add(buffer.name);
        for (const std::int64_t number :
             {buffer.size.value(), buffer.lifetime.begin.value(), buffer.lifetime.end.value(), buffer.alignment.value(),
              static_cast<std::int64_t>(buffer.region.value())}) {
            hash.add(number);
        }
        for (const Gap& gap : buffer.gaps) {
            hash.add(gap.steps.begin.value());
            hash.add(gap.steps.end.value());
            hash.add(gap.window ? gap.window->from.value() : -1);
            hash.add(gap.window ? gap.window->to.value() : -1);
        }
    }
    return hash.value();
}

}  // namespace arenascope
