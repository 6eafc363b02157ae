#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace arenascope::test {

/// Builds memory snapshots as JSON, record by record.
class MadeSnapshot {
public:
    using Json = nlohmann::ordered_json;

    /// A stack of one Python line below the runtime's own code.
    static Json stack(const std::string& file, std::int64_t line, const std::string& function) {
        return Json::array({Json{{"name", "malloc"}, {"filename", "CUDACachingAllocator.cpp"}, {"line", 0}},
                            Json{{"name", function}, {"filename", file}, {"line", line}}});
    }

    MadeSnapshot& event(const std::string& action, std::int64_t address, std::int64_t size,
                        const Json& frames = Json::array()) {
        trace_.push_back({{"action", action},
                          {"addr", address},
                          {"size", size},
                          {"stream", 0},
                          {"time_us", 1'000'000 + 250'000 * static_cast<std::int64_t>(trace_.size())},
                          {"frames", frames}});
        return *this;
    }
    MadeSnapshot& out_of_memory(std::int64_t size, std::int64_t device_free) {
        trace_.push_back({{"action", "oom"},
                          {"size", size},
                          {"stream", 0},
                          {"device_free", device_free},
                          {"time_us", 1'000'000 + 250'000 * static_cast<std::int64_t>(trace_.size())},
                          {"frames", stack("/u/eval.py", 9, "run")}});
        return *this;
    }
    MadeSnapshot& segment(std::int64_t address, std::int64_t size, bool is_expandable = false) {
        segments_.push_back({{"device", 0},
                             {"address", address},
                             {"total_size", size},
                             {"stream", 0},
                             {"segment_type", "large"},
                             {"segment_pool_id", Json::array({0, 0})},
                             {"is_expandable", is_expandable},
                             {"blocks", Json::array()}});
        return *this;
    }
    /// A live block in the segment that was added last.
    MadeSnapshot& block(std::int64_t address, std::int64_t size, const Json& frames = Json::array()) {
        segments_.back()["blocks"].push_back({{"address", address},
                                              {"size", (size + 511) / 512 * 512},
                                              {"requested_size", size},
                                              {"state", "active_allocated"},
                                              {"frames", frames}});
        return *this;
    }
    [[nodiscard]] Json json() const { return {{"segments", segments_}, {"device_traces", Json::array({trace_})}}; }
    [[nodiscard]] std::string text() const { return json().dump(1); }

private:
    Json segments_ = Json::array();
    Json trace_ = Json::array();
};

}  // namespace arenascope::test
