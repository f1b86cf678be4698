"""Models: embedders and rerankers in ONNX, providers over HTTP, and threads that run models in the background."""
