import CCurl

/// libcurl itself: started once for the process, with an allocator that overwrites what it frees.
enum CurlLibrary {
    /// Why no request can be sent with the libcurl that was found; nil when it is as needed.
    static let problem: String? = {
        guard ccurl_global_init_wiping() == CURLE_OK else { return "libcurl could not be started" }
        guard let features = curl_version_info(CURLVERSION_FIRST)?.pointee.features else { return "libcurl does not tell its version" }
        guard features & CURL_VERSION_SSL != 0 else { return "libcurl was built without TLS" }
        // Without it a slow name server would stop the whole event loop.
        guard features & CURL_VERSION_ASYNCHDNS != 0 else { return "libcurl was built without an asynchronous resolver" }
        return nil
    }()
}
