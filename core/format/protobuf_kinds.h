#pragma once

#include <string_view>

namespace arenascope {

// Protobuf has no magic number. Each of these tests walks the first fields of a message, and asks for what no other
// message has there. The first chunk of a file suffices.

/// TensorFlow's GraphDef: its first field is a node (1 name, 2 op, 3 inputs, 4 device, 5 attributes).
///
///   0A 15 │ 0A 01 "x" │ 12 0B "Placeholder" │ 2A … │ 0A …      where a module of XLA has a number as field 5
[[nodiscard]] bool is_graph_def(std::string_view content);

/// TensorFlow's SavedModel: the schema's version 1, then a graph that begins with its description and its nodes.
[[nodiscard]] bool is_saved_model(std::string_view content);

/// A model of Core ML: version, description, then a model as a field from 200 on.
[[nodiscard]] bool is_core_ml(std::string_view content);

/// A network of Caffe: its name, then layers as field 100, or as field 2 with name and type.
[[nodiscard]] bool is_caffe_model(std::string_view content);

}  // namespace arenascope
