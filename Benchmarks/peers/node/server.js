// The gateway's two measured answers, as one writes them with Node's http: a cluster of two, one worker a core.
// Usage: HASH_KEY=... node server.js PORT
'use strict';
const cluster = require('node:cluster');
const crypto = require('node:crypto');
const http = require('node:http');

const maximumBody = 1 << 20;
const key = process.env.HASH_KEY;

function answer(response, status, body) {
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

// JSON.parse keeps no source text: data is written anew, which gives the signed bytes back when they were compact.
function verifies(message) {
  if (message.data === undefined || typeof message.signature !== 'string') return false;
  const expected = crypto.createHmac('sha256', key).update(JSON.stringify(message.data)).digest();
  const signature = Buffer.from(message.signature, 'hex');
  return signature.length === expected.length && crypto.timingSafeEqual(signature, expected);
}

function callback(request, response) {
  const chunks = [];
  let size = 0;
  request.on('data', (chunk) => {
    size += chunk.length;
    if (size <= maximumBody) chunks.push(chunk);
  });
  request.on('end', () => {
    if (size > maximumBody) return answer(response, 413, '{"message":"the body is too large"}');
    let message;
    try {
      message = JSON.parse(Buffer.concat(chunks).toString());
    } catch {
      message = null;
    }
    if (message === null || typeof message !== 'object') return answer(response, 400, '{"message":"not a JSON object"}');
    if (!verifies(message)) return answer(response, 403, '{"message":"invalid signature"}');
    answer(response, 200, '{"message":"SUCCESS"}');
  });
}

function serve(request, response) {
  if (request.url === '/healthz' && request.method === 'GET') return answer(response, 200, '{"status":"ok"}');
  if (request.url === '/callback' && request.method === 'POST') return callback(request, response);
  answer(response, 404, '{"message":"not found"}');
}

if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  process.on('SIGTERM', () => {
    for (const worker of workers) worker.process.kill();
    process.exit();
  });
} else {
  http.createServer(serve).listen(Number(process.argv[2]), '127.0.0.1', 4096);
}
