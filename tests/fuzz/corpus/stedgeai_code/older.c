/* network.c */
AI_STATIC ai_array x_output_array;   /* Array #0 */
AI_ARRAY_OBJ_DECLARE(x_output_array, AI_ARRAY_FORMAT_S8|AI_FMT_FLAG_IS_IO, NULL, NULL, 64, AI_STATIC)
AI_ARRAY_OBJ_DECLARE(y_output_array, AI_ARRAY_FORMAT_S8, NULL, NULL, 64, AI_STATIC)
AI_TENSOR_OBJ_DECLARE(x_output, AI_SHAPE_INIT(4, 4, 4, 1), AI_STRIDE_INIT(16, 4, 1, 1), &x_output_array, AI_STATIC)
AI_TENSOR_OBJ_DECLARE(y_output, AI_SHAPE_INIT(4, 4, 4, 1), AI_STRIDE_INIT(16, 4, 1, 1), &y_output_array, AI_STATIC)
AI_TENSOR_CHAIN_OBJ_DECLARE(y_chain, AI_STATIC_CONST, AI_TENSOR_LIST_ENTRY(&x_output), AI_TENSOR_LIST_ENTRY(&y_output),
  AI_TENSOR_LIST_EMPTY, AI_TENSOR_LIST_EMPTY)
AI_LAYER_OBJ_DECLARE(y_layer, 0, NL_TYPE, nl, forward_relu, &AI_NET_OBJ_INSTANCE, &y_layer, AI_STATIC,
  .tensors = &y_chain, )
AI_NETWORK_OBJ_DECLARE(AI_NET_OBJ_INSTANCE, AI_BUFFER_OBJ_INIT(AI_BUFFER_FORMAT_U8, 1, 1, 0, 1, NULL),
  AI_BUFFER_OBJ_INIT(AI_BUFFER_FORMAT_U8, 1, 1, 64, 1, NULL), AI_TENSOR_LIST_IO_ENTRY(AI_FLAG_NONE, 1, &x_output),
  AI_TENSOR_LIST_IO_ENTRY(AI_FLAG_NONE, 1, &y_output), &y_layer, 0)
  x_output_array.data = AI_PTR(activations + 0);
  x_output_array.data_start = AI_PTR(activations + 0);
  y_output_array.data = AI_PTR(activations + 0);
  y_output_array.data_start = AI_PTR(activations + 0);
