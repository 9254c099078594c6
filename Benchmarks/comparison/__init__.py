"""The gateway beside its peers: one module an idea, put together by Benchmarks/run."""
