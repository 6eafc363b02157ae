#include "core/model/network/operator_features.h"

#include <algorithm>
#include <set>
#include <string>

#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

using ListedNames = std::set<std::string, std::less<>>;

ListedNames words_of(std::string_view list) {
    ListedNames names;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        if (end > 0) {
            names.emplace(list.substr(0, end));
        }
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return names;
}

/// The operators of opset1 to opset17, as the type of a layer in a file. The lists are in OpenVINO's documentation,
/// "Available Operation Sets". They write `Constant` where files have `Const`.
const ListedNames& openvino_types() {
    static const ListedNames names = words_of(
        "Abs Acos Acosh AdaptiveAvgPool AdaptiveMaxPool Add Asin Asinh Assign Atan Atanh AvgPool BatchNormInference "
        "BatchToSpace BinaryConvolution BitwiseAnd BitwiseOr BitwiseXor BitwiseLeftShift BitwiseRightShift BitwiseNot "
        "Broadcast Bucketize CTCGreedyDecoder CTCGreedyDecoderSeqLen CTCLoss Ceiling Clamp Col2Im Concat Const Convert "
        "ConvertLike ConvertPromoteTypes Convolution ConvolutionBackpropData Cos Cosh CumSum DeformableConvolution "
        "DeformablePSROIPooling DepthToSpace DetectionOutput DFT Divide Einsum Elu EmbeddingBagOffsetsSum "
        "EmbeddingBagOffsets EmbeddingBagPackedSum EmbeddingBagPacked EmbeddingSegmentsSum Equal Erf ErfInv Exp "
        "ExperimentalDetectronDetectionOutput ExperimentalDetectronGenerateProposalsSingleImage "
        "ExperimentalDetectronPriorGridGenerator ExperimentalDetectronROIFeatureExtractor "
        "ExperimentalDetectronTopKROIs ExtractImagePatches Eye FakeConvert FakeQuantize Floor FloorMod Gather "
        "GatherElements GatherND GatherTree Gelu GenerateProposals Greater GreaterEqual GridSample GRN "
        "GroupConvolution GroupConvolutionBackpropData GroupNormalization GRUCell GRUSequence HardSigmoid HSigmoid "
        "HSwish IDFT Identity I420toBGR I420toRGB If Interpolate Inverse IRDFT ISTFT IsFinite IsInf IsNaN Less "
        "LessEqual Log LogicalAnd LogicalNot LogicalOr LogicalXor LogSoftmax Loop LRN LSTMCell LSTMSequence MatMul "
        "MatrixNms MaxPool Maximum Minimum Mish Mod MVN MulticlassNms Multinomial Multiply Negative NMSRotated "
        "NonMaxSuppression NonZero NormalizeL2 NotEqual NV12toBGR NV12toRGB OneHot Pad Parameter Power PReLU "
        "PriorBoxClustered PriorBox Proposal PSROIPooling RandomUniform Range RDFT ReLU ReadValue ReduceL1 ReduceL2 "
        "ReduceLogicalAnd ReduceLogicalOr ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum RegionYolo ReorgYolo "
        "Reshape Result Reverse ReverseSequence RNNCell RNNSequence ROIAlign ROIAlignRotated ROIPooling Roll Round "
        "ScaledDotProductAttention ScatterElementsUpdate ScatterNDUpdate ScatterUpdate SearchSorted SegmentMax Select "
        "Selu ShapeOf ShuffleChannels Sigmoid Sign Sin Sinh Slice SliceScatter SoftMax SoftPlus SoftSign SpaceToBatch "
        "SpaceToDepth SparseFillEmptyRows Split Sqrt SquaredDifference Squeeze STFT StridedSlice StringTensorPack "
        "StringTensorUnpack Subtract Swish Tan Tanh TensorIterator Tile TopK Transpose Unique Unsqueeze "
        "VariadicSplit");
    return names;
}

/// The layers of ncnn, by the name that a .param file has.
const ListedNames& ncnn_types() {
    static const ListedNames names = words_of(
        "AbsVal ArgMax BatchNorm Bias BinaryOp BNLL Cast CELU Clip Concat Convolution Convolution1D Convolution3D "
        "ConvolutionDepthWise ConvolutionDepthWise1D ConvolutionDepthWise3D CopyTo Crop CumulativeSum Deconvolution "
        "Deconvolution1D Deconvolution3D DeconvolutionDepthWise DeconvolutionDepthWise1D DeconvolutionDepthWise3D "
        "DeepCopy DeformableConv2D Dequantize DetectionOutput Diag Dropout Einsum Eltwise ELU Embed Erf Exp ExpandDims "
        "Flatten Fold GELU Gemm GLU GridSample GroupNorm GRU HardSigmoid HardSwish InnerProduct Input InstanceNorm "
        "Interp LayerNorm Log LRN LSTM MatMul MemoryData Mish MultiHeadAttention MVN Noop Normalize Packing Padding "
        "Permute PixelShuffle Pooling Pooling1D Pooling3D Power PReLU PriorBox Proposal PSROIPooling Quantize "
        "Reduction "
        "ReLU Reorg Requantize Reshape RMSNorm RNN ROIAlign ROIPooling Scale SELU ShuffleChannel Shrink Sigmoid Slice "
        "Softmax Softplus Split SPP Squeeze StatisticsPooling Swish TanH Threshold Tile UnaryOp Unfold "
        "Yolov3DetectionOutput YoloDetectionOutput");
    return names;
}

std::string unknown_types(std::span<const FeatureRow> rows, const ListedNames& names) {
    std::string list;
    for (const FeatureRow& row : rows) {
        for (const std::string_view type : row.types) {
            list += names.contains(type) ? "" : std::string(type) + " ";
        }
    }
    return list;
}

bool are_unique(std::span<const FeatureRow> rows) {
    std::set<std::string_view> types;
    return std::ranges::all_of(rows, [&types](const FeatureRow& row) {
        return std::ranges::all_of(row.types, [&types](std::string_view type) { return types.insert(type).second; });
    });
}

}  // namespace

/// A misspelt row never applies, and nothing else says so. The names of ONNX and TFLite are tested where their lists
/// are: onnx_operator_names, tflite_model.
class OperatorFeaturesTest : public QObject {
    Q_OBJECT

private slots:
    void every_row_of_openvino_is_the_type_of_an_operator() {
        QCOMPARE(unknown_types(features_of(ModelKind::openvino), openvino_types()), std::string());
    }

    void every_row_of_ncnn_is_the_type_of_a_layer() {
        QCOMPARE(unknown_types(features_of(ModelKind::ncnn), ncnn_types()), std::string());
    }

    void no_type_stands_in_a_table_twice() {
        QVERIFY(are_unique(features_of(ModelKind::onnx)));
        QVERIFY(are_unique(features_of(ModelKind::tflite)));
        QVERIFY(are_unique(features_of(ModelKind::openvino)));
        QVERIFY(are_unique(features_of(ModelKind::ncnn)));
    }
};

ARENASCOPE_TEST(OperatorFeaturesTest)

}  // namespace arenascope

#include "operator_features_test.moc"
