import CCurl

/// The multi handle, which owns the connections, and the share handle, which keeps TLS sessions. Lives on the engine's loop.
final class CurlHandles {
    let multi: UnsafeMutableRawPointer
    let share: UnsafeMutableRawPointer

    /// `context` is the engine, which owns the handles.
    init(_ configuration: HTTPClient.Configuration, context: UnsafeMutableRawPointer) throws(HTTPClientError) {
        if let problem = CurlLibrary.problem { throw .notSent(reason: problem) }
        guard let multi = curl_multi_init() else { throw .notSent(reason: "libcurl is out of memory") }
        guard let share = curl_share_init() else {
            curl_multi_cleanup(multi)
            throw .notSent(reason: "libcurl is out of memory")
        }
        self.multi = multi
        self.share = share
        // No locks: everything that shares runs on one thread.
        guard ccurl_share(share, CURL_LOCK_DATA_SSL_SESSION) == CURLSHE_OK,
            ccurl_multi_set_long(multi, CURLMOPT_PIPELINING, Int(CURLPIPE_NOTHING)) == CURLM_OK,
            ccurl_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maximumConnectionsPerHost) == CURLM_OK,
            ccurl_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.maximumIdleConnections) == CURLM_OK,
            ccurl_multi_on_socket(multi, onSocket, context) == CURLM_OK,
            ccurl_multi_on_timer(multi, onTimer, context) == CURLM_OK
        else { throw .notSent(reason: "libcurl refuses an option") }
    }

    /// Closes the kept connections. The engine may be going at this moment, so libcurl must not call it any more.
    deinit {
        _ = ccurl_multi_on_socket(multi, nil, nil)
        _ = ccurl_multi_on_timer(multi, nil, nil)
        curl_multi_cleanup(multi)
        curl_share_cleanup(share)
    }
}
