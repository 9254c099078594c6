import HTTPServer
import JSON
import Payments

/// What the sandbox received and sent, newest first, `?limit=` 1–100 (default 50) and `?cursor=`; other values are HTTP 400, `01`.
struct ListRoutes: Sendable {
    let memory: SandboxMemory

    func add(to router: inout Router) {
        router.add(.get, "/sandbox/requests") { request, _ in
            list("requests", request.head.query, memory.requests) { $1.write($0.entry, number: $0.number) }
        }
        router.add(.get, "/sandbox/callbacks") { request, _ in
            list("callbacks", request.head.query, memory.callbacks) { $1.write($0.entry, number: $0.number) }
        }
    }

    private func list<Entry>(
        _ name: String, _ query: QueryItems, _ page: (_ before: Int?, _ limit: Int) -> ListPage<Entry>,
        write: (ListPage<Entry>.Item, inout JSONObjectWriter) -> Void
    ) -> Response {
        let limit = query["limit"].map { Int($0) } ?? PageLimit.standard
        let cursor = query["cursor"].map { Int($0) }
        guard let limit, PageLimit.range.contains(limit) else {
            return Response(.invalid(["limit must be \(PageLimit.range.lowerBound) to \(PageLimit.range.upperBound)"]))
        }
        if let cursor, cursor == nil { return Response(.invalid(["cursor must be a nextCursor"])) }
        let page = page(cursor ?? nil, limit)
        return Response(
            json: JSONWriter.object { body in
                body.array(name) { entries in
                    for item in page.items { entries.object { write(item, &$0) } }
                }
                body.member("nextCursor", page.nextCursor.map(String.init))
            })
    }
}

extension JSONObjectWriter {
    fileprivate mutating func write(_ request: ReceivedRequest, number: Int) {
        member("number", number)
        member("at", request.at.rfc3339)
        member("path", request.path)
        member("responseType", request.responseType)
        switch request.reply {
        case .answered(let status, let responseCode, let error):
            member("reply", "ANSWERED")
            member("httpStatus", status)
            member("responseCode", responseCode)
            member("error", error)
        case .cut: member("reply", "CUT")
        case .none: member("reply", "NONE")
        }
        guard let charge = request.submission else { return member("charge", String?.none) }
        object("charge") { $0.write(charge) }
    }

    private mutating func write(_ charge: ChargeSubmission) {
        member("externalId", charge.externalID)
        member("orderId", charge.orderID)
        member("amount", charge.amount)
        member("currency", charge.currency)
        member("paymentChannel", charge.channel)
        member("paymentMode", charge.mode)
        member("tenor", charge.tenor)
        member("transactionDescription", charge.description)
        member("card", charge.card.description)
        member("callbackUrl", charge.callbackURL)
        member("returnUrl", charge.returnURL)
        member("storeToken", charge.storesToken)
    }

    fileprivate mutating func write(_ callback: SentCallback, number: Int) {
        member("number", number)
        member("transactionId", callback.transactionID)
        member("externalId", callback.externalID)
        member("event", callback.kind.rawValue)
        member("signature", callback.signature.rawValue)
        member("url", callback.url)
        member("status", callback.progress.rawValue)
        member("nextAttemptAt", callback.nextAttemptAt?.rfc3339)
        array("attempts") { attempts in
            for attempt in callback.attempts {
                attempts.object {
                    $0.member("at", attempt.at.rfc3339)
                    $0.member("httpStatus", attempt.httpStatus)
                    $0.member("durationMs", attempt.durationMilliseconds)
                    $0.member("error", attempt.error)
                }
            }
        }
    }
}
