import { send, senderOf } from './sending.js';

/*
 * Sends 200 messages, ten at a time, and says how far the process grew beyond where it stood after the first rounds: what is compiled and
 * cached once is no leak.
 */

const ATTEMPTS = 200;
const AT_A_TIME = 10;
const WARM_UP = 100;

const urls = (process.env['URLS'] ?? '').split(' ');
const sender = senderOf({}, { timeoutMs: 300 });

async function attempts(count: number): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await send(sender, `${urls[next++ % urls.length]}/`);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

const sizeMb = () => process.memoryUsage().rss / 1024 / 1024;

await attempts(WARM_UP);
process.stdout.write('"ready"\n');
const before = sizeMb();
let most = before;
const watch = setInterval(() => (most = Math.max(most, sizeMb())), 5);
await attempts(ATTEMPTS);
clearInterval(watch);
await sender.close();
process.stdout.write(`${JSON.stringify({ attempts: ATTEMPTS, grownMb: Math.round((most - before) * 10) / 10 })}\n`);
