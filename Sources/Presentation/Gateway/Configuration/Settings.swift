import Payments
import Reactor
import Secrets

/// Every setting of the gateway, once: what reads the configuration, checks names, prints it or documents it goes by this table.
enum Settings {
    static let config = Setting("GATEWAY_CONFIG", "the JSON configuration file, as `--config`", .path)
    static let url = Setting("GATEWAY_URL", "the running gateway, for the client commands", .baseURL)
    static let listen = Setting(
        "GATEWAY_LISTEN", default: .text("127.0.0.1:8080"), "where to listen; `[::]:8443` is all addresses, port 0 picks one", .address)
    static let adminListen = Setting.unbuilt(
        "GATEWAY_ADMIN_LISTEN", only: "off", feature: "the admin listener", "where the metrics are served")
    static let tlsCertificate = Setting(
        "GATEWAY_TLS_CERTIFICATE", "PEM file of the certificate and its chain; re-read on SIGHUP; without it plain HTTP", .path)
    static let tlsKey = Setting("GATEWAY_TLS_KEY", "PEM file of the certificate's key; re-read on SIGHUP", .path)
    static let tlsClientCA = Setting(
        "GATEWAY_TLS_CLIENT_CA", "PEM file: clients are asked for a certificate, and `/v1` without a verified one is 403", .path)
    static let publicURL = Setting(
        "GATEWAY_PUBLIC_URL", default: .derived("scheme and bound address"), "prefix of the callback URL given to iFortePay", .baseURL)
    static let database = Setting("GATEWAY_DATABASE", default: .text("sqlite:payment-gateway.db"), "the ledger", .database)
    static let upstreamURL = Setting(
        "GATEWAY_UPSTREAM_URL", default: .text("https://api-stage.ifortepay.id"), "iFortePay, or the sandbox", .baseURL)
    static let upstreamPlain = Setting(
        "GATEWAY_UPSTREAM_PLAIN", default: .text("off"), "`on` allows plain HTTP to an upstream that is not on this machine", .onOff)
    static let upstreamCA = Setting(
        "GATEWAY_UPSTREAM_CA", default: .derived("system"), "PEM bundle that the upstream's certificate is verified with", .path)

    static let merchantID = Setting("GATEWAY_MERCHANT_ID", merchantKey: "merchantId", "the one merchant, as iFortePay names it", .merchantID)
    static let secretUnbound = Setting(
        "GATEWAY_SECRET_UNBOUND", merchantKey: "secretUnbound", secret: true, "its secret", .secretUnbound)
    static let hashKey = Setting("GATEWAY_HASH_KEY", merchantKey: "hashKey", secret: true, "its hash key", .key)
    static let callbackKeys = Setting(
        "GATEWAY_CALLBACK_KEYS", merchantKey: "callbackKeys", secret: true, "further keys that verify callbacks, comma separated", .keys)
    static let callbackSchemes = Setting(
        "GATEWAY_CALLBACK_SCHEMES", default: .text("payload-hmac"), merchantKey: "callbackSchemes", "how callbacks may be signed", .callbackSchemes)
    static let merchantStoreURL = Setting(
        "GATEWAY_MERCHANT_STORE_URL", merchantKey: "storeUrl", "where callbacks go; without it the ledger is the merchant store", .url)
    static let merchantStoreSecret = Setting(
        "GATEWAY_MERCHANT_STORE_SECRET", merchantKey: "storeSecret", secret: true, "signs what goes there: `whsec_` and base64", .webhookSecret)
    static let acknowledge = Setting(
        "GATEWAY_ACKNOWLEDGE", default: .text("merchant"), merchantKey: "acknowledge",
        "when a callback is answered 200: `merchant`, once the merchant store took it; `stored`, once it is committed",
        SettingParser<AcknowledgeMode>.word)

    static let callbackConfirm = Setting.unbuilt(
        "GATEWAY_CALLBACK_CONFIRM", only: "match", feature: "another rule than match", "what a callback needs to move a payment")
    static let retrySchedule = Setting(
        "GATEWAY_RETRY_SCHEDULE", default: .text("5s,30s,5m"), "waits between the attempts to deliver a callback", .retrySchedule)
    static let loops = Setting("GATEWAY_LOOPS", default: .derived("number of cores"), "event loops", .number(1...256))
    static let rateLimitAddress = Setting(
        "GATEWAY_RATE_LIMIT_ADDRESS", default: .text("off"), "how many requests one client address may send, for instance `100/s`; more are 429",
        .rateLimit)
    static let rateLimitMerchant = Setting(
        "GATEWAY_RATE_LIMIT_MERCHANT", default: .text("off"), "how many requests one merchant may send to `/v1`; more are 429", .rateLimit)
    static let console = Setting.unbuilt("GATEWAY_CONSOLE", only: "off", feature: "the console page", "the console page")
    static let logLevel = Setting(
        "GATEWAY_LOG_LEVEL", default: .text("info"), "the least serious events that are logged: `debug` `info` `warning` `error`",
        SettingParser<LogLevel>.word)
    static let luhn = Setting(
        "GATEWAY_LUHN", default: .text("on"), "`off` skips the check digit of card numbers, for iFortePay's staging cards", .onOff)
    static let readTTL = Setting(
        "GATEWAY_READ_TTL", default: .text("5m"), "how long a card read at a terminal can be charged", .duration(.seconds(1) ... .seconds(3600)))
    static let requestDeadline = Setting(
        "GATEWAY_REQUEST_DEADLINE", default: .text("30s"), "when all attempts of a charge have ended", .duration(.seconds(1) ... .seconds(300)))
    static let shutdownDeadline = Setting(
        "GATEWAY_SHUTDOWN_DEADLINE", default: .text("20s"), "how long a shutdown waits for what is running", .duration(.zero ... .seconds(300)))

    /// Which terminals are one merchant's of several. No variable says it: who has but one merchant need not say it.
    static let terminals = Setting(
        ConfigurationFile.merchantsKey + "[].terminals", default: .derived("all for an only merchant, else none"), merchantKey: "terminals",
        "beginnings of the ids of the terminals that are the merchant's", .terminalPrefixes)

    /// All that have a variable, in the order in which a person wants to read them.
    static let all: [SettingDescription] = [
        config.about, url.about, listen.about, adminListen.about, tlsCertificate.about, tlsKey.about, tlsClientCA.about, publicURL.about,
        database.about, upstreamURL.about, upstreamPlain.about, upstreamCA.about, merchantID.about, secretUnbound.about, hashKey.about,
        callbackKeys.about, callbackSchemes.about, merchantStoreURL.about, merchantStoreSecret.about, acknowledge.about, callbackConfirm.about,
        retrySchedule.about, loops.about, rateLimitAddress.about, rateLimitMerchant.about, console.about, logLevel.about, luhn.about, readTTL.about,
        requestDeadline.about, shutdownDeadline.about,
    ]

    /// The names that an element of `merchants` may have in the configuration file.
    static let merchantKeys = (all + [terminals.about]).compactMap(\.merchantKey)
}

extension Setting where Value == Void {
    /// A setting of something that does not exist yet: it may say what holds anyway, and nothing else.
    static func unbuilt(_ name: String, only word: String, feature: String, _ summary: String) -> Setting {
        Setting(
            name, default: .text(word), summary,
            .text("\(feature) is not built yet; only \(word) can be set") { $0 == word ? () : nil })
    }
}
