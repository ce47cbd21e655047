"""The only door to models: text encoders, language models, graph neural networks."""
