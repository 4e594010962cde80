import { Agent, request } from 'undici';

/*
 * Creates events at a steady rate in a separate process: node producer.mjs URL RATE SECONDS KEY PREFIX. Each creates a client with a unique
 * name, PREFIX and a number. Prints the request times as JSON, in ms since 1970.
 */
const [url, rate, seconds, key, prefix] = process.argv.slice(2);
const dispatcher = new Agent({ connections: 32 });
const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };

const asked = {};
const total = Math.round(Number(rate) * Number(seconds));
const start = performance.now();
const answers = [];
for (let n = 0; n < total; n++) {
  const wait = start + (n * 1000) / Number(rate) - performance.now();
  if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
  const name = `${prefix}${String(n).padStart(6, '0')}`;
  const body = JSON.stringify({ kind: 'Business', name, billingAddress: { country: 'FR' } });
  asked[name] = performance.timeOrigin + performance.now();
  answers.push(post(body));
}
await Promise.all(answers);
process.stdout.write(JSON.stringify(asked));
process.exit(0);

async function post(body) {
  const { statusCode, body: answer } = await request(url, { method: 'POST', dispatcher, headers, body });
  await answer.dump();
  if (statusCode >= 300) throw new Error(`${url} responded with ${statusCode}`);
}
