// An example of a merchant's backend for payment-gateway: takes forwarded callbacks, keeps the orders in a file, and shows them.
//
// What every such backend must do is here, and nothing else: check the signature (Standard Webhooks) over the bytes as they came, in constant time;
// refuse what is too old, which may be a replay; treat a webhook-id that it has seen as done; answer 200 only when the order is on disk.
//
//   MERCHANT_STORE_SECRET_FILE   file with whsec_… as the gateway has it in GATEWAY_MERCHANT_STORE_SECRET
//   MERCHANT_ORDERS              the file of orders, default orders.json
//   MERCHANT_PORT                default 9000
import { createHmac, timingSafeEqual } from "node:crypto";
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname } from "node:path";

const ordersFile = process.env.MERCHANT_ORDERS ?? "orders.json";
const port = Number(process.env.MERCHANT_PORT ?? 9000);
const key = webhookKey(readFileSync(process.env.MERCHANT_STORE_SECRET_FILE, "utf8").trim());
const toleranceSeconds = 300;
const largestBody = 1024 * 1024;
/** The gateway repeats a callback within minutes; ids older than this many others need not be known any more. */
const keptIds = 10_000;

/** Orders by their id, and the webhook-ids seen, the oldest first. */
const { orders, seen } = load();

function webhookKey(secret) {
  if (!secret.startsWith("whsec_")) throw new Error("the secret must begin with whsec_");
  return Buffer.from(secret.slice("whsec_".length), "base64");
}

function load() {
  try {
    const stored = JSON.parse(readFileSync(ordersFile, "utf8"));
    return { orders: new Map(Object.entries(stored.orders)), seen: new Set(stored.seen) };
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
    return { orders: new Map(), seen: new Set() };
  }
}

/** On disk before anybody hears of it: a crash leaves the old file or the new one, never half of it. */
function save() {
  const draft = `${ordersFile}.new`;
  const file = openSync(draft, "w", 0o600);
  writeFileSync(file, JSON.stringify({ orders: Object.fromEntries(orders), seen: [...seen] }));
  fsyncSync(file);
  closeSync(file);
  renameSync(draft, ordersFile);
  const folder = openSync(dirname(ordersFile), "r");
  fsyncSync(folder);
  closeSync(folder);
}

function isSigned(headers, body) {
  const id = headers["webhook-id"];
  const timestamp = headers["webhook-timestamp"];
  if (!id || !/^\d+$/.test(timestamp ?? "") || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds) return false;
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  // More than one while a secret is being rotated.
  return (headers["webhook-signature"] ?? "").split(" ").some((signature) => {
    const [version, code] = signature.split(",");
    const given = Buffer.from(code ?? "", "base64");
    return version === "v1" && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

function accept(id, event) {
  if (seen.has(id)) return "seen before";
  const { orderId, amount, paymentStatus, transactionId } = event.data ?? {};
  // A callback may be about something that is no order of ours: it is accepted all the same, or it would come again for ever. And it may have been
  // overtaken by a later one: an order that was paid does not become a failed one.
  const isLate = orders.get(orderId)?.status === "SUCCESS" && ["PENDING", "FAILED", "EXPIRED"].includes(paymentStatus);
  if (typeof orderId === "string" && !isLate) orders.set(orderId, { status: paymentStatus, amount, transactionId, webhook: id });
  seen.add(id);
  if (seen.size > keptIds) seen.delete(seen.values().next().value);
  save();
  return "kept";
}

function answer(response, status, value) {
  response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value) + "\n");
}

async function read(request) {
  const parts = [];
  let length = 0;
  for await (const part of request) {
    length += part.length;
    if (length > largestBody) throw new Error("too large");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const server = createServer(async (request, response) => {
  try {
    if (request.method === "GET" && request.url === "/orders") return answer(response, 200, Object.fromEntries(orders));
    if (request.method === "GET" && request.url === "/healthz") return answer(response, 200, { message: "ok" });
    if (request.method !== "POST" || request.url !== "/webhooks") return answer(response, 404, { message: "not found" });
    const body = await read(request);
    if (!isSigned(request.headers, body)) return answer(response, 401, { message: "wrong signature" });
    return answer(response, 200, { message: accept(request.headers["webhook-id"], JSON.parse(body)) });
  } catch (error) {
    return answer(response, 500, { message: String(error.message) });
  }
});
server.requestTimeout = 10_000;
server.listen(port, () => console.log(`the example merchant listens at port ${port}`));
for (const signal of ["SIGTERM", "SIGINT"]) {
  process.on(signal, () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  });
}
