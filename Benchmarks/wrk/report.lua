-- What a run of wrk comes to, in one line that a program reads: moments in microseconds.
function done(summary, latency, _)
    local errors = summary.errors
    print(string.format(
        "RESULT requests=%d duration=%d p50=%d p99=%d refused=%d failures=%d timeouts=%d",
        summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
        errors.status, errors.connect + errors.read + errors.write, errors.timeout))
end
