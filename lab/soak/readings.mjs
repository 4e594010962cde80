const EVERY_MS = 10_000;
const MB = 1024 * 1024;

/** Reads the metrics of the API and the worker at fixed times. */
export class Readings {
  all = [];
  #timer;

  /** @param ports of the metrics, by program */
  constructor(ports) {
    this.ports = ports;
  }

  start(say) {
    const start = Date.now();
    this.#timer = setInterval(() => {
      this.take().then(
        ({ api, worker }) => {
          if (this.all.length % 30 === 0)
            say(
              `${Math.round((Date.now() - start) / 60_000)} min: API ${Math.round(api.memory)} MB, worker ${Math.round(worker.memory)} MB`,
            );
        },
        (error) => say(`The metrics were not read: ${error.message}`),
      );
    }, EVERY_MS);
  }

  stop() {
    clearInterval(this.#timer);
  }

  /** @returns memory and heap in MB, and what the worker has done until now */
  async take() {
    const [api, worker] = await Promise.all([scrape(this.ports.api), scrape(this.ports.worker)]);
    const memory = (metrics) => ({
      memory: sum(metrics, 'process_resident_memory_bytes') / MB,
      heap: sum(metrics, 'nodejs_heap_size_used_bytes') / MB,
    });
    const reading = {
      at: Date.now(),
      api: memory(api),
      worker: memory(worker),
      events: sum(worker, 'billhook_events_relayed_total'),
      attempts: sum(worker, 'billhook_delivery_attempts_total'),
      succeeded: sum(worker, 'billhook_delivery_attempts_total', 'outcome="Succeeded"'),
    };
    this.all.push(reading);
    return reading;
  }
}

async function scrape(port) {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (!response.ok) throw new Error(`the metrics responded with ${response.status}`);
  return response.text();
}

/** The sum of the samples of a metric that have a label. */
function sum(metrics, name, label = '') {
  return metrics
    .split('\n')
    .filter((line) => (line.startsWith(`${name} `) || line.startsWith(`${name}{`)) && line.includes(label))
    .reduce((total, line) => total + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
