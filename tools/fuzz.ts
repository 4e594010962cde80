import { load } from './lib/load.ts';
import { checkNode, ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { runLoudly } from './lib/run.mjs';
import { fail, Fault, styled } from './lib/say.mjs';

/*
 * `npm run fuzz`: requests generated from the OpenAPI document to a separate application and database, with a check of each response.
 * `--requests 20000`, `--seed 42`: the same seed sends the same requests. `--round 17` repeats one round.
 * `--serve` sends nothing: it runs the company of the document's examples for other tools, until Ctrl-C.
 */

const SOURCES = new URL('./lib/register-sources.mjs', import.meta.url).href;

let isInterrupted = false;

/** What is stopped at the end. */
interface Stoppable {
  stop(): Promise<unknown>;
}

/** `round` repeats one round. */
interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  readonly round: number | undefined;
}

interface Tally {
  readonly requests: number;
  readonly faultCount: number;
}

function option(name: string): number | undefined;
function option(name: string, fallback: number): number;
function option(name: string, fallback?: number): number | undefined {
  const at = process.argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  if (at < 0) return fallback;
  const value = Number(process.argv[at]?.split('=')[1] ?? process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 0) throw new Fault(`--${name} must be a whole number.`);
  return value;
}

async function main(): Promise<void> {
  const requests = option('requests', 20_000);
  const seed = option('seed', Math.floor(Math.random() * 1e9));
  const round = option('round');
  const serves = process.argv.includes('--serve');
  checkNode();
  await ensureInstalled();
  // From the sources, like the specs, because a build would slow it down. Threads inherit the start options of a process, and no later
  // settings.
  if (!process.execArgv.includes(SOURCES)) {
    process.exitCode = await runLoudly(process.execPath, ['--import', SOURCES, ...process.argv.slice(1)]);
    return;
  }
  const { startTestServer } = await load<{
    startTestServer: (options: object) => Promise<Stoppable & { url: string; template: string }>;
  }>('libs/testing/src/test-server.ts');
  const server = await startTestServer({ root, serverUrl: process.env.TEST_DATABASE_URL });
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_TEMPLATE = server.template;
  const open: Stoppable[] = [server];
  const close = async () => {
    for (const each of open.splice(0).reverse()) await each.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      // Aborted requests are expected.
      isInterrupted = true;
      void close().finally(() => process.exit(130));
    });
  }
  try {
    if (serves) await serve(open);
    else process.exitCode = (await run({ requests, seed, round }, open)) ? 0 : 1;
  } finally {
    await close();
  }
}

/**
 * Runs the company of the document's examples: every id of an example names a record.
 * @param open collects what to stop at the end
 */
async function serve(open: Stoppable[]): Promise<void> {
  type World = Stoppable & { api: { url: string }; key: { secret: string } };
  const { ExampleWorld } = await load<{ ExampleWorld: { start(): Promise<World> } }>(
    'apps/api/test/support/example-world.ts',
  );
  const world = await ExampleWorld.start();
  open.push(world);
  process.stdout.write(`document   ${world.api.url}/v1/openapi.json\nkey        ${world.key.secret}\n`);
  await new Promise(() => setInterval(() => undefined, 60_000));
}

interface FuzzFindings {
  readonly faults: readonly unknown[];
}

/** The exports of the harness files. */
interface Harness {
  readonly TestApi: { start(settings: object): Promise<Stoppable> };
  readonly FUZZ_SETTINGS: object;
  readonly fuzz: (
    api: Stoppable,
    options: FuzzOptions & { onProgress: (tally: Tally) => void },
  ) => Promise<FuzzFindings>;
  readonly measureErrorCosts: (api: Stoppable) => Promise<FuzzFindings>;
  readonly renderCosts: (costs: FuzzFindings) => string;
  readonly render: (report: FuzzFindings) => string;
}

/** @param open collects what to stop at the end */
async function run({ requests, seed, round }: FuzzOptions, open: Stoppable[]): Promise<boolean> {
  const { TestApi } = await load<Harness>('apps/api/test/support/api.ts');
  const { fuzz, FUZZ_SETTINGS } = await load<Harness>('apps/api/test/support/fuzz-run.ts');
  const { measureErrorCosts, renderCosts } = await load<Harness>('apps/api/test/support/fuzz-cost.ts');
  const { render } = await load<Harness>('apps/api/test/support/fuzz-report.ts');
  process.stdout.write(`${round === undefined ? `${requests} requests` : `Round ${round}`}, seed ${seed}\n`);
  const api = await TestApi.start(FUZZ_SETTINGS);
  open.push(api);
  const report = await fuzz(api, { requests, seed, round, onProgress: progress(requests) });
  process.stdout.write(`\n${render(report)}\n`);
  const costs = round === undefined ? await measureErrorCosts(api) : { faults: [] };
  if (round === undefined) process.stdout.write(`${renderCosts(costs)}\n`);
  const length = report.faults.length + costs.faults.length;
  const verdict = length === 0 ? 'No faults.' : length === 1 ? 'One fault.' : `${length} faults.`;
  process.stdout.write(`${styled(length === 0 ? 'green' : 'red', verdict)}\n`);
  return length === 0;
}

/** An overwritten line on a terminal, otherwise one per thousand requests. */
function progress(requests: number): (tally: Tally) => void {
  const start = Date.now();
  let last = 0;
  return (tally) => {
    const done = tally.requests;
    if (!process.stdout.isTTY && done - last < 1_000) return;
    last = done;
    const faults = tally.faultCount === 0 ? '' : `, ${tally.faultCount} faults`;
    const line = `${done} of ${requests} requests, ${((Date.now() - start) / 1_000).toFixed(0)} s${faults}`;
    process.stdout.write(process.stdout.isTTY ? `\r\u001b[K${line}` : `${line}\n`);
  };
}

main().catch((error) => {
  if (!isInterrupted) fail(error);
});
