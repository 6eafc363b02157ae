#pragma once

#include <cstdint>

namespace arenascope {

/// The format of a model, where formats differ in meaning.
enum class ModelKind : std::uint8_t { onnx, tflite, ncnn, openvino };

}  // namespace arenascope
