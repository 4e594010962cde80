import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { send, senderOf } from './test-sender.js';

/*
 * Sends 200 messages, ten at a time, and prints how far the process grew after the first rounds, which compile and cache.
 * Collects garbage first, because V8 leaves tens of MiB of it on a busy processor.
 */

const ATTEMPTS = 200;
const AT_A_TIME = 10;
const WARM_UP = 70;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const urls = process.argv.slice(2);
const sender = senderOf({}, { timeoutMs: 150 });

async function attempts(count: number): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) await send(sender, `${urls[next++ % urls.length]}/`);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, work));
}

const sizeMb = () => process.memoryUsage().rss / 1024 / 1024;

/** Objects and buffers that a collection has left. */
const keptMb = () => {
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1024 / 1024;
};

await attempts(WARM_UP);
collectGarbage();
process.stdout.write('"ready"\n');
const kept = keptMb();
const before = sizeMb();
let most = before;
const watch = setInterval(() => (most = Math.max(most, sizeMb())), 5);
await attempts(ATTEMPTS);
clearInterval(watch);
collectGarbage();
const measured = { attempts: ATTEMPTS, grownMb: Math.round(keptMb() - kept), mostMb: Math.round(most - before) };
process.stdout.write(`${JSON.stringify(measured)}\n`);
await sender.close();
