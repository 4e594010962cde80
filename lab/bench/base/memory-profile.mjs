import { freePort } from './stack.mjs';

const EVERY_MS = 200;

/**
 * Where the memory of a program is at its largest, read from the metrics that it exposes.
 * @param run starts a program with the settings that it gets, and ends it after its work
 * @returns the shares of its resident memory: `[name, share]`
 */
export async function memoryShares(run) {
  const port = await freePort();
  let largest;
  const read = async () => {
    const found = await figures(port).catch(() => undefined);
    if (found && found.resident > (largest?.resident ?? 0)) largest = found;
  };
  const timer = setInterval(read, EVERY_MS);
  try {
    await run({ METRICS_PORT: String(port) });
  } finally {
    clearInterval(timer);
  }
  const { resident, heap, used, external } = largest;
  return [
    ['objects in use or not yet collected', used / resident],
    ['heap without objects', (heap - used) / resident],
    ['buffers', external / resident],
    ['code of Node, other threads and freed memory', (resident - heap - external) / resident],
  ];
}

async function figures(port) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await response.text();
  const value = (name) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1]);
  return {
    resident: value('process_resident_memory_bytes'),
    heap: value('nodejs_heap_size_total_bytes'),
    used: value('nodejs_heap_size_used_bytes'),
    external: value('nodejs_external_memory_bytes'),
  };
}
