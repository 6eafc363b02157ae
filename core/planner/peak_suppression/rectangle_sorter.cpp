#include "core/planner/peak_suppression/rectangle_sorter.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <optional>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

constexpr Int128 widest = static_cast<Int128>((~static_cast<Uint128>(0)) >> 1U);

Int128 saturated_sum(Int128 a, Int128 b) {
    Int128 sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? widest : sum;
}

Int128 saturated_product(Int128 a, Int128 b) {
    Int128 product = 0;
    return __builtin_mul_overflow(a, b, &product) ? widest : product;
}

/// numerator / denominator, both ≥ 0; the denominator of a sum or a product is 1.
struct Rank {
    Int128 numerator = 0;
    Int128 denominator = 1;
};

/// Compares two fractions exactly by their continued fractions; no product can overflow.
std::strong_ordering rank_order(Rank a, Rank b) {
    if (a.denominator == 0 || b.denominator == 0) {
        return (a.denominator == 0) <=> (b.denominator == 0);
    }
    constexpr Int128 half = std::numeric_limits<std::int64_t>::max();
    if (a.numerator <= half && b.numerator <= half && a.denominator <= half && b.denominator <= half) {
        return a.numerator * b.denominator <=> b.numerator * a.denominator;
    }
    while (true) {
        const Int128 whole_a = a.numerator / a.denominator;
        const Int128 whole_b = b.numerator / b.denominator;
        const Int128 rest_a = a.numerator % a.denominator;
        const Int128 rest_b = b.numerator % b.denominator;
        if (whole_a != whole_b) {
            return whole_a <=> whole_b;
        }
        if (rest_a == 0 || rest_b == 0) {
            return rest_a <=> rest_b;
        }
        // rest_a / den_a < rest_b / den_b if and only if the reciprocals compare the other way round.
        const Rank reciprocal_a{b.denominator, rest_b};
        const Rank reciprocal_b{a.denominator, rest_a};
        a = reciprocal_a;
        b = reciprocal_b;
    }
}

struct MetricName {
    Metric metric;
    std::string_view name;
};

constexpr std::array<MetricName, 3> metric_names{{
    {Metric::width, "width"},
    {Metric::length, "length"},
    {Metric::overlap, "overlap"},
}};

Expected<Metric> metric_named(std::string_view name) {
    for (const MetricName& candidate : metric_names) {
        if (candidate.name == name) {
            return candidate.metric;
        }
    }
    return failure(in_quotes(name) + " is not a metric",
                   "use width, length or overlap, joined by > (priority), +, * or /");
}

/// Splits at every `separator`. Empty parts are kept and lead to an error later.
std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t to = std::min(text.find(separator, from), text.size());
        parts.push_back(text.substr(from, to - from));
        from = to + 1;
    }
    return parts;
}

Expected<MetricTerm> parse_term(std::string_view text) {
    MetricTerm term;
    const std::size_t at = text.find_first_of("+*/");
    const char separator = at == std::string_view::npos ? '+' : text[at];
    term.operation = separator == '*'   ? MetricTerm::Operation::product
                     : separator == '/' ? MetricTerm::Operation::ratio
                                        : MetricTerm::Operation::sum;
    for (const std::string_view name : split(text, separator)) {
        const auto metric = metric_named(name);
        if (!metric) {
            return tl::unexpected(metric.error());
        }
        term.metrics.push_back(*metric);
    }
    if (term.operation == MetricTerm::Operation::ratio && term.metrics.size() != 2) {
        return failure(in_quotes(text) + " is a ratio of " + std::to_string(term.metrics.size()) + " metrics",
                       "give exactly two");
    }
    return term;
}

class Ranking {
public:
    explicit Ranking(const Problem& problem, bool needs_overlap) : problem_(&problem) {
        if (needs_overlap) {
            overlaps_ = overlap_sums(problem);
        }
    }

    [[nodiscard]] Rank rank(BufferIndex buffer, const MetricTerm& term) const {
        Rank rank{value(buffer, term.metrics.front()), 1};
        for (std::size_t i = 1; i < term.metrics.size(); ++i) {
            const Int128 next = value(buffer, term.metrics[i]);
            switch (term.operation) {
                case MetricTerm::Operation::sum:
                    rank.numerator = saturated_sum(rank.numerator, next);
                    break;
                case MetricTerm::Operation::product:
                    rank.numerator = saturated_product(rank.numerator, next);
                    break;
                case MetricTerm::Operation::ratio:
                    rank.denominator = next;
                    break;
            }
        }
        return rank;
    }

private:
    [[nodiscard]] Int128 value(BufferIndex index, Metric metric) const {
        const Buffer& buffer = problem_->buffers[index];
        switch (metric) {
            case Metric::length:
                return length(buffer.lifetime).value();
            case Metric::width:
                return buffer.size.value();
            case Metric::overlap:
                break;
        }
        return overlaps_[index];
    }

    const Problem* problem_;
    IndexedVector<BufferIndex, Int128> overlaps_;
};

/// The number of living rectangles of one region, summed over all steps before a given step.
class AliveIntegral {
public:
    AliveIntegral(const Problem& problem, RegionIndex region) {
        std::vector<std::int64_t> begins;
        std::vector<std::int64_t> ends;
        for (const Buffer& buffer : problem.buffers) {
            if (buffer.region == region) {
                begins.push_back(buffer.lifetime.begin.value());
                ends.push_back(buffer.lifetime.end.value());
            }
        }
        std::sort(begins.begin(), begins.end());
        std::sort(ends.begin(), ends.end());
        Int128 total = 0;
        std::size_t begun = 0;
        for (std::size_t ended = 0; ended < ends.size();) {
            const std::int64_t step = begun < begins.size() ? std::min(begins[begun], ends[ended]) : ends[ended];
            if (!steps_.empty()) {
                total += alive_.back() * (static_cast<Int128>(step) - steps_.back());
            }
            while (begun < begins.size() && begins[begun] == step) {
                ++begun;
            }
            while (ended < ends.size() && ends[ended] == step) {
                ++ended;
            }
            steps_.push_back(step);
            totals_.push_back(total);
            alive_.push_back(static_cast<Int128>(begun - ended));
        }
    }

    [[nodiscard]] Int128 before(std::int64_t step) const {
        const auto at = static_cast<std::size_t>(std::upper_bound(steps_.begin(), steps_.end(), step) - steps_.begin());
        return at == 0 ? 0 : totals_[at - 1] + alive_[at - 1] * (static_cast<Int128>(step) - steps_[at - 1]);
    }

private:
    std::vector<std::int64_t> steps_;
    std::vector<Int128> totals_;
    std::vector<Int128> alive_;
};

}  // namespace

Expected<SortKey> parse_sort_key(std::string_view metrics, std::string_view order) {
    SortKey key;
    if (order != "desc" && order != "asc") {
        return failure("order is " + in_quotes(order), "give desc or asc");
    }
    key.descending = order == "desc";
    for (const std::string_view part : split(metrics, '>')) {
        auto term = parse_term(part);
        if (!term) {
            return tl::unexpected(term.error());
        }
        key.terms.push_back(std::move(*term));
    }
    return key;
}

std::vector<Int128> overlap_sums(const Problem& problem) {
    std::vector<Int128> sums(problem.buffers.size());
    for (std::size_t region = 0; region < problem.regions.size(); ++region) {
        const AliveIntegral alive(problem, RegionIndex(region));
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            const Buffer& buffer = problem.buffers[i];
            if (buffer.region == RegionIndex(region)) {
                sums[i] = alive.before(buffer.lifetime.end.value()) - alive.before(buffer.lifetime.begin.value()) -
                          length(buffer.lifetime).value();
            }
        }
    }
    return sums;
}

std::vector<BufferIndex> sorted(const Problem& problem, const std::vector<BufferIndex>& buffers, const SortKey& key) {
    const bool needs_overlap = std::any_of(key.terms.begin(), key.terms.end(), [](const MetricTerm& term) {
        return std::find(term.metrics.begin(), term.metrics.end(), Metric::overlap) != term.metrics.end();
    });
    const Ranking ranking(problem, needs_overlap);
    const std::size_t terms = key.terms.size();
    std::vector<Rank> ranks(buffers.size() * terms);
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        for (std::size_t term = 0; term < terms; ++term) {
            ranks[i * terms + term] = ranking.rank(buffers[i], key.terms[term]);
        }
    }
    std::vector<std::size_t> positions(buffers.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    std::stable_sort(positions.begin(), positions.end(), [&](std::size_t a, std::size_t b) {
        for (std::size_t term = 0; term < terms; ++term) {
            const auto order = rank_order(ranks[a * terms + term], ranks[b * terms + term]);
            if (order != 0) {
                return key.descending ? order > 0 : order < 0;
            }
        }
        return false;
    });
    std::vector<BufferIndex> order;
    order.reserve(buffers.size());
    for (const std::size_t position : positions) {
        order.push_back(buffers[position]);
    }
    return order;
}

std::vector<BufferIndex> merge(std::vector<BufferIndex> tuned, std::span<const BufferIndex> previous,
                               IndexedSpan<BufferIndex, const Risk> risks) {
    tuned.reserve(previous.size());
    for (const Tier tier : {Tier::low, Tier::none}) {
        for (const BufferIndex buffer : previous) {
            if (risks[buffer].tier == tier) {
                tuned.push_back(buffer);
            }
        }
    }
    return tuned;
}

}  // namespace arenascope
