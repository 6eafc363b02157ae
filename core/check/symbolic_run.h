#pragma once

#include <vector>

#include "core/check/dataflow_finding.h"
#include "core/model/memory/deployment.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Runs a deployment symbolically over its addresses: every operator reads and writes the bytes that the list gives it,
/// and each read must find the value that the model's network wrote (NetworkValues).
///
///   model        conv0 ─▶ c0 ─▶ concat ─▶ relu         deployment   relu reads 60 bytes at 0
///                conv1 ─▶ c1 ─┘                        memory       0 │ c0 │ c1 │ 60       as concat(c0, c1): right
///
/// - Operators are found in the model by the buffers that they write, else by their names. Views and merges may be
/// missing, because their readers are checked.
/// - An operand must stay intact until the operator has written its last byte. Only operands that the model allows to
/// be overwritten in place are exempt, from their first byte on.
/// - An operator may use its scratch before it has read its operands, until it has written its last byte (ScratchUse).
/// - Scratch that is an operand belongs to its first operator, and so does anything else that nobody writes and that
/// lives only later. What lies in the arena of an accelerator's operator is its own affair.
/// - An operand that lies intact elsewhere in the region is read at a shifted address (shifted_read()).
/// - At the end the caller must find the outputs and the variables.
/// After a finding the run goes on as if the operator had read the right value, so that each fault is found once.
/// If at most a tenth of the operators is in the model, the first finding says so, and a few operators follow.
/// O(n log n) for n operands and the values that they are made of.
///
/// Source: 001_e2575c4dd07d4c13, deployment; docs/method.md, "Operator sharing", step 5.
[[nodiscard]] std::vector<DataflowFinding> dataflow_findings(const Deployment& deployment, const Problem& model);

}  // namespace arenascope
