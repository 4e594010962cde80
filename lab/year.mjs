import { fail, Fault, step, styled } from '../tools/lib/say.mjs';
import { json, Stack } from './bench/base/stack.mjs';
import { prepareLab } from './lib/prepare.mjs';
import { checkBooks } from './year/books.mjs';
import { client } from './year/client.mjs';
import { playYear } from './year/play.mjs';
import { renderBooks } from './year/report.mjs';

/*
 * `npm run year`: plays a year of a small company through the public API and checks its books: invoiced amounts equal paid, credited and
 * outstanding ones, by company, client and currency. Starts a new installation; `--url` uses another one, with the BILLHOOK_API_KEY of a
 * company that has issued nothing in the last year. `--invoices=500`, `--seed=1`: the same seed plays the same year.
 */

const option = (name, fallback) =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback;

async function main() {
  const url = option('url');
  const invoices = Number(option('invoices', '500'));
  const seed = Number(option('seed', '1'));
  if (!Number.isInteger(invoices) || invoices < 1) throw new Fault('--invoices must be a positive whole number.');
  if (url) return play(client(url, process.env.BILLHOOK_API_KEY), invoices, seed);
  await prepareLab();
  const stack = await Stack.start();
  try {
    // The demo company has already issued documents, and dates of a series must not decrease.
    for (const [kind, start] of Object.entries(SERIES)) await openSeries(stack, kind, start);
    await play(client(stack.baseUrl, stack.key), invoices, seed, 'year');
  } finally {
    await stack.stop();
  }
}

const SERIES = { Invoice: 'YI', Quote: 'YQ' };

async function openSeries({ baseUrl, cookie }, kind, start) {
  const body = { kind, code: 'year', pattern: `${start}-{YYYY}-{####}` };
  const answer = await fetch(`${baseUrl}/app/series`, json(body, { cookie }));
  if (!answer.ok) throw new Fault(`Could not create the series: ${await answer.text()}`);
}

async function play(api, invoices, seed, series) {
  const year = await step(`Simulating a year of ${invoices} invoices`, `Simulated a year of ${invoices} invoices`, () =>
    playYear(api, { invoices, seed, series }),
  );
  const { books, faults, checks } = await step('Checking the books', 'The books are checked', () =>
    checkBooks(api, year),
  );
  process.stdout.write(`\n${renderBooks(books)}\n`);
  if (faults.length > 0) throw new Fault(`The books do not balance (seed ${seed}):\n${faults.slice(0, 20).join('\n')}`);
  process.stdout.write(
    styled('green', `\nThe books balance: ${checks} sums agree. ${api.calls} calls, seed ${seed}.\n`),
  );
}

main().catch(fail);
