#pragma once

#include "core/format/format.h"

namespace arenascope {

/// An OpenVINO model (IR version 10 or 11), the `.xml` file. Weights lie in a `.bin` file beside
/// it. Small constants are read from it if the model leaves extents open.
///
///   <net name="…" version="11">
///     <layers>
///       <layer id="0" name="in" type="Parameter"> <output> <port id="0" precision="FP32"> <dim>1</dim> … </output>
///       <layer id="2" name="relu" type="ReLU">    <input> <port id="0"/> </input> <output> <port id="1" …> … </output>
///     </layers>
///     <edges> <edge from-layer="0" from-port="0" to-layer="2" to-port="0"/> … </edges>
///   </net>
///
/// Each output port is a tensor, named after its layer; of several ports, with the position: `split.1`. Constants,
/// parameters and results are no operators. The bodies of If, Loop and TensorIterator are graphs of their own. Open
/// extents: see `close_extents`. O(n log n) in the file. Errors name the line: another version, another kind of XML,
/// a layer or port that does not exist or has no edge.
/// Source: docs/formats.md, section "OpenVINO".
[[nodiscard]] Format openvino_format();

}  // namespace arenascope
