#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "core/format/flatbuffers/schema/tflite_generated.h"

namespace arenascope {

/// Builds a TFLite model. Buffer 0 is empty, as the format requires.
class TfliteMaker {
public:
    TfliteMaker() { buffer({}); }

    std::uint32_t buffer(const std::vector<std::uint8_t>& data, std::uint64_t offset = 0, std::uint64_t size = 0) {
        buffers_.push_back(tflite::CreateBufferDirect(to_, data.empty() ? nullptr : &data, offset, size));
        return static_cast<std::uint32_t>(buffers_.size() - 1);
    }

    std::uint32_t numbers(const std::vector<std::int32_t>& values) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(values.data());
        return buffer({bytes, bytes + values.size() * sizeof(std::int32_t)});
    }

    struct TensorFacts {
        std::int8_t type = 0;  ///< float32
        std::uint32_t buffer = 0;
        std::vector<std::int32_t> signature = {};
        std::vector<float> scales = {};
        bool is_variable = false;
        bool has_rank = false;
    };

    std::int32_t tensor(const char* name, const std::vector<std::int32_t>& shape, const TensorFacts& facts) {
        const std::vector<std::int64_t> zero_points(facts.scales.size(), 3);
        const auto quantization =
            facts.scales.empty() ? 0
                                 : tflite::CreateQuantizationDirect(to_, nullptr, nullptr, &facts.scales, &zero_points);
        tensors_.push_back(
            tflite::CreateTensorDirect(to_, &shape, facts.type, facts.buffer, name, quantization, facts.is_variable, 0,
                                       facts.signature.empty() ? nullptr : &facts.signature, facts.has_rank));
        return static_cast<std::int32_t>(tensors_.size() - 1);
    }
    std::int32_t tensor(const char* name, const std::vector<std::int32_t>& shape) { return tensor(name, shape, {}); }

    template <class Options = tflite::Opaque>
    void node(std::int32_t code, const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs,
              std::uint8_t options_type = 0, flatbuffers::Offset<Options> options = {}) {
        // Codes from 127 on do not fit into the old field.
        const auto old_code = static_cast<std::int8_t>(std::min(code, 127));
        add_node(tflite::CreateOperatorCode(to_, old_code, 0, 1, code), inputs, outputs, options_type, options.o);
    }

    void custom(const char* name, const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs) {
        add_node(tflite::CreateOperatorCodeDirect(to_, 32, name, 1, 32), inputs, outputs, 0, 0);
    }

    flatbuffers::FlatBufferBuilder& builder() { return to_; }

    void metadata(const char* name, std::uint32_t buffer) {
        metadata_.push_back(tflite::CreateMetadataDirect(to_, name, buffer));
    }

    /// Ends the subgraph. Later additions belong to the next one.
    void graph(const char* name, const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs) {
        graphs_.push_back(tflite::CreateSubGraphDirect(to_, &tensors_, &inputs, &outputs, &nodes_, name));
        tensors_.clear();
        nodes_.clear();
    }

    std::string bytes() {
        tflite::FinishModelBuffer(
            to_, tflite::CreateModelDirect(to_, 3, &codes_, &graphs_, "test", &buffers_, nullptr, &metadata_));
        return {reinterpret_cast<const char*>(to_.GetBufferPointer()), to_.GetSize()};
    }

private:
    void add_node(flatbuffers::Offset<tflite::OperatorCode> code, const std::vector<std::int32_t>& inputs,
                  const std::vector<std::int32_t>& outputs, std::uint8_t options_type, flatbuffers::uoffset_t options) {
        codes_.push_back(code);
        nodes_.push_back(tflite::CreateOperatorDirect(to_, static_cast<std::uint32_t>(codes_.size() - 1), &inputs,
                                                      &outputs, options_type,
                                                      flatbuffers::Offset<tflite::Opaque>(options)));
    }

    flatbuffers::FlatBufferBuilder to_;
    std::vector<flatbuffers::Offset<tflite::Buffer>> buffers_;
    std::vector<flatbuffers::Offset<tflite::Tensor>> tensors_;
    std::vector<flatbuffers::Offset<tflite::OperatorCode>> codes_;
    std::vector<flatbuffers::Offset<tflite::Operator>> nodes_;
    std::vector<flatbuffers::Offset<tflite::SubGraph>> graphs_;
    std::vector<flatbuffers::Offset<tflite::Metadata>> metadata_;
};

}  // namespace arenascope
