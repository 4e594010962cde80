import { fail, Fault, step } from '../tools/lib/say.mjs';
import { waitForQuiet, watchOthers } from './bench/base/quiet.mjs';
import { Stack } from './bench/base/stack.mjs';
import { Receivers } from './bench/delivery/receivers.mjs';
import { prepareLab } from './lib/prepare.mjs';

/*
 * `npm run lab -- cells`: what cells cost. Fills 32 of them with 10,000 companies and a million events, and compares one cell on one server
 * with two cells on two servers, and moves a cell. Writes blocks of docs/beyond-one-machine.md. `--quick` is short and writes nothing;
 * `--cells 32`, `--companies 10000` and `--events 1000000` change the numbers, and write nothing either. `--only operations` and `--only moves`
 * measure and write one part, and `--only idle` measures one. `--wait 600` waits up to 600 s for a quiet machine.
 */

const USUAL = {
  ...{ cells: 32, companies: 10_000, events: 1_000_000, idleMs: 60_000 },
  ...{ rounds: 10, ms: 1_500, sends: 300, manyRounds: 5, moves: 5, invoices: 10_000 },
};
const QUICK = {
  ...{ cells: 4, companies: 200, events: 20_000, idleMs: 5_000 },
  ...{ rounds: 2, ms: 500, sends: 100, manyRounds: 1, moves: 2, invoices: 500 },
};
const WAIT_S = 180;

function parse(args) {
  const number = (name) => {
    const at = args.indexOf(`--${name}`);
    if (at < 0) return undefined;
    const value = Number(args[at + 1]);
    if (!Number.isInteger(value) || value < 2) throw new Fault(`--${name} must be a whole number of at least 2.`);
    return value;
  };
  const quick = args.includes('--quick');
  const usual = quick ? QUICK : USUAL;
  const asked = Object.fromEntries(['cells', 'companies', 'events'].map((name) => [name, number(name) ?? usual[name]]));
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1] : undefined;
  if (only !== undefined && !['idle', 'operations', 'moves'].includes(only))
    throw new Fault('Write idle, operations or moves after --only.');
  const isUsual = !quick && Object.entries(asked).every(([name, value]) => value === USUAL[name]);
  return { ...usual, ...asked, only, isUsual, waitMs: quick ? 0 : (number('wait') ?? WAIT_S) * 1000 };
}

async function main() {
  const options = parse(process.argv.slice(2));
  await prepareLab();
  const { record } = await import('./cells/document.mjs');
  const start = performance.now();
  const one = await Stack.start();
  try {
    const { intro, blocks } = await measure(one, options);
    const minutes = `It took ${((performance.now() - start) / 60_000).toFixed(1)} minutes.`;
    for (const [command, texts] of Object.entries(blocks)) {
      const text = [intro, ...texts, minutes].join('\n\n');
      process.stdout.write(`\n${text}\n`);
      if (options.isUsual && (command !== 'cells' || options.only === undefined)) record(command, text);
    }
  } finally {
    await one.stop();
  }
}

async function measure(one, options) {
  const { growCells } = await import('./cells/grow.mjs');
  const { idle } = await import('./cells/idle.mjs');
  const report = await import('./cells/report.mjs');
  const quiet = await waitForQuiet(options.waitMs, [one.postgresPid]);
  const pids = [one.postgresPid];
  const others = watchOthers(() => pids);
  const readings = [];
  /** Measures the idle programs of the first stack. */
  const rest = async (cells, what) => {
    const found = await step('Measuring idle programs', `Measured ${cells} idle cells, ${what}`, () =>
      idle(one, options.idleMs),
    );
    readings.push({ cells, what, ...found });
  };
  const { only } = options;
  const has = (part) => only === undefined || only === part;
  if (has('idle')) await rest(1, 'empty');
  const operations = has('operations') ? await compare(one, options, pids) : undefined;
  const grown = has('idle') ? await growCells(one, options, rest) : undefined;
  const many = grown && operations ? await operationsOfMany(operations, options) : undefined;
  const moves = has('moves') ? await movesOf(options, pids) : undefined;
  const blocks = {};
  if (grown)
    blocks.cells = [report.renderCreation(grown.created), report.renderIdle(readings), report.renderSizes(grown)];
  if (many) {
    const { found } = operations.measured;
    const extrapolation = report.renderExtrapolation(
      { ...grown, companies: options.companies },
      found[LIVE].cpu('one'),
    );
    blocks.cells.push(report.renderMany(many, found, options.cells), extrapolation);
  }
  if (operations)
    blocks['cells --only operations'] = [
      report.renderOperations(operations.measured, ['one', 'two']),
      report.renderBusy(operations.busy),
    ];
  if (moves) blocks['cells --only moves'] = [report.renderMoves(moves)];
  const asked = `${options.cells} cells, ${options.companies.toLocaleString('en')} companies, ${options.events.toLocaleString('en')} events`;
  const command = only === undefined ? `cells\` (${asked})` : `cells --only ${only}\``;
  const intro = `\`npm run lab -- ${command} on ${one.machine}. The machine was ${quiet}; during the measurement, ${others()}.`;
  return { intro, blocks };
}

async function movesOf(options, pids) {
  const { measureMoves } = await import('./cells/moves.mjs');
  return measureMoves(options, pids);
}

const LIVE = 'POST /v1/clients, delivered live';

/** The same operations after the server of the first stack got many cells with rows. */
async function operationsOfMany({ one, receiver }, options) {
  const { measureOperations } = await import('./cells/operations.mjs');
  return step('Measuring operations', `Measured operations with ${options.cells} cells`, () =>
    measureOperations({ many: one }, receiver, { ...options, rounds: options.manyRounds }),
  );
}

/** The operations, on a stack with one cell and on one with two servers. @param pids gets those of the servers */
async function compare(one, options, pids) {
  const { companyIn } = await import('./cells/company.mjs');
  const { connections } = await import('./cells/idle.mjs');
  const { measureOperations } = await import('./cells/operations.mjs');
  const { SecondServer } = await import('./cells/servers.mjs');
  const two = await Stack.start();
  const second = await SecondServer.start();
  pids.push(two.postgresPid, second.pid);
  try {
    const other = await second.addCell(two);
    await two.restart();
    const receivers = await Receivers.start(one, 1);
    await receivers.behave();
    const [first, last] = [
      { databases: one.databases, schema: 'cell_1' },
      { databases: two.databases, schema: 'cell_1' },
    ];
    const sides = {
      one: {
        stack: one,
        companies: await companiesOf(companyIn, one, [1, 1]),
        pids: () => one.pids,
        places: [first],
      },
      two: {
        stack: two,
        companies: await companiesOf(companyIn, two, [1, other]),
        pids: () => ({ ...two.pids, second: second.pid }),
        places: [last, { databases: second.databases, schema: `cell_${other}` }],
      },
    };
    const measured = await step('Comparing operations', 'Compared operations', () =>
      measureOperations(sides, receivers.urls[0], options),
    );
    const busy = [];
    for (const [server, databases] of Object.entries({
      'one server': one.databases,
      first: two.databases,
      second: second.databases,
    }))
      busy.push({ server, connections: await connections(databases) });
    return { measured, busy, one: sides.one, receiver: receivers.urls[0] };
  } finally {
    await two.stop();
    await second.stop();
  }
}

async function companiesOf(companyIn, stack, cells) {
  const companies = [];
  for (const [n, cell] of cells.entries()) companies.push({ caller: await companyIn(stack, cell, n) });
  return companies;
}

main().catch(fail);
