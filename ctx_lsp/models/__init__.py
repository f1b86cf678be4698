"""Models: embedders and rerankers in ONNX, providers behind HTTP, and threads that run them in the background."""
