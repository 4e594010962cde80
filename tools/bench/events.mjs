import { createServer } from 'node:http';

/*
 * Makes events at a steady rate and receives them: node events.mjs PORT PATH RATE SECONDS KEY [subscribe]. Prints the latencies in ms,
 * from sending the request to the first byte at the receiver, both on one clock. The first two seconds warm up and do not count.
 */
const [port, path, rate, seconds, key, subscribe] = process.argv.slice(2);
const WARM_UP_S = 2;
const sentAt = new Map();
const latencies = [];

const receiver = createServer((request, response) => {
  const at = performance.now();
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const name = /"name":"(bench-[^"]+)"/.exec(Buffer.concat(chunks).toString())?.[1];
    const sent = sentAt.get(name);
    if (sent?.counts) latencies.push(at - sent.at);
    sentAt.delete(name);
    response.end();
  });
});
await new Promise((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${receiver.address().port}/`;
const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
const post = (target, body) => fetch(target, { method: 'POST', headers, body: JSON.stringify(body) });

const base = `http://127.0.0.1:${port}`;
let endpoint;
if (subscribe)
  endpoint = await (await post(`${base}/v1/webhook-endpoints`, { url, eventTypes: ['client.created'] })).json();

const total = (WARM_UP_S + Number(seconds)) * Number(rate);
const start = performance.now();
const answers = [];
for (let n = 0; n < total; n++) {
  const due = start + (n * 1000) / Number(rate);
  const wait = due - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  const name = `bench-${process.pid}-${n}`;
  sentAt.set(name, { at: performance.now(), counts: n >= WARM_UP_S * Number(rate) });
  const body = { kind: 'Business', name, billingAddress: { country: 'FR' } };
  answers.push(post(base + path, subscribe ? body : { ...body, url }).then((answer) => answer.arrayBuffer()));
}
await Promise.all(answers);
const end = Date.now() + 20_000;
while (sentAt.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
if (sentAt.size > 0) throw new Error(`${sentAt.size} events did not arrive`);
if (endpoint)
  await fetch(`${base}/v1/webhook-endpoints/${endpoint.id}`, {
    method: 'DELETE',
    headers: { authorization: headers.authorization },
  });
process.stdout.write(JSON.stringify(latencies));
process.exit(0);
