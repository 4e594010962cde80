import { gzipSync } from 'node:zlib';
import { Webhook } from 'standardwebhooks';
import {
  CERTIFICATION_CASES,
  CERTIFICATION_EXPECTATIONS,
  CERTIFICATION_REASONS,
  type CertificationCase,
  type CertificationOutcome,
} from '../generated/certification-cases.js';
import { CERTIFICATION_EXAMPLE } from '../generated/certification-example.js';
import { certify as play, type CertificationKit, type CertificationResult } from '../generated/certification.js';
import { sendCertification } from './certification-sender.js';
import { CliError, type ExitName } from './cli-error.js';
import type { CommandCall, CommandRun, GivenOptions } from './command.js';
import { receiverUrl } from './local-receiver.js';
import { nearest } from './nearest-word.js';
import type { Printer, Style } from './terminal.js';

const LABELS: Readonly<Record<CertificationOutcome, readonly [Style, string]>> = {
  Passed: ['green', 'passed'],
  Failed: ['red', 'failed'],
  NotVisible: ['yellow', 'not visible'],
};

/** Plays the cases against a receiver, one row each. */
export const certify: CommandRun = async (call): Promise<ExitName> => {
  const { args, options, terminal, printer } = call;
  const url = receiverUrl(args[0] ?? '');
  const cases = chosenCases(options);
  const kit = kitOf(call, url);
  const counts: Record<CertificationOutcome, number> = { Passed: 0, Failed: 0, NotVisible: 0 };
  printTitles(printer, cases);
  for (const each of cases) {
    const result = await play(each.name, kit);
    if (terminal.signal.aborted) return 'interrupted';
    counts[result.outcome] += 1;
    printRow(printer, cases, each, result);
    if (each === cases[0] && result.responses.every(({ status }) => status === null)) {
      printer.note('The other cases are not played: without a response, each would fail for the same reason.');
      break;
    }
    if (each.name === 'valid' && result.reason === 'NotAccepted') {
      printer.note('It rejects a valid message, so it has another secret, or does not verify the body as it arrived.');
    }
  }
  const { Passed: passed, Failed: failed, NotVisible: notVisible } = counts;
  printer.result({ passed, failed, notVisible }, `\n${passed} passed, ${failed} failed, ${notVisible} not visible`);
  if (notVisible > 0) printer.note(`Not visible: ${CERTIFICATION_REASONS.NoCount.en}`);
  return failed > 0 || (options.has('strict') && notVisible > 0) ? 'check' : 'ok';
};

/** @throws CliError for an unknown case */
function chosenCases(options: GivenOptions): readonly CertificationCase[] {
  const only = options.text('only')?.split(',');
  for (const name of only ?? []) {
    if (CERTIFICATION_CASES.some((each) => each.name === name)) continue;
    const names = CERTIFICATION_CASES.map((each) => each.name);
    const similar = nearest(name, names);
    const message = `There is no case ${name}.${similar ? ` Did you mean ${similar}?` : ''}`;
    throw new CliError('usage', message, `The cases are ${names.join(', ')}.`);
  }
  return CERTIFICATION_CASES.filter(({ name }) => only?.includes(name) ?? true);
}

function kitOf({ options, terminal }: CommandCall, url: string): CertificationKit {
  const secrets = secretsOf(options, terminal.env);
  const other = new Webhook(Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64'));
  const at = (timestamp: number) => new Date(timestamp * 1000);
  return {
    example: CERTIFICATION_EXAMPLE,
    newId: () => `msg_certify${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`,
    sign: (id, timestamp, body) => secrets.map((each) => each.sign(id, at(timestamp), body)).join(' '),
    signOther: (id, timestamp, body) => other.sign(id, at(timestamp), body),
    gzip: (text) => gzipSync(text),
    send: (request) => sendCertification(url, request, terminal.signal, options.has('insecure')),
  };
}

/** @throws CliError without a secret that signs */
function secretsOf(options: GivenOptions, env: CommandCall['terminal']['env']): Webhook[] {
  const given = options.all('secret');
  const texts = given.length > 0 ? given : [env['BILLHOOK_WEBHOOK_SECRET'] ?? ''].filter(Boolean);
  const advice = 'Give the signing secret of the receiver with --secret, or in BILLHOOK_WEBHOOK_SECRET.';
  if (texts.length === 0) throw new CliError('usage', 'The signing secret is missing.', advice);
  return texts.map((text) => {
    if (/^wh[ps]k_/.test(text)) {
      const message = 'The command line signs with whsec_ secrets only.';
      throw new CliError('usage', message, 'Certify an endpoint with a public key on its page in the portal.');
    }
    const key = Buffer.from(text.replace(/^whsec_/, ''), 'base64');
    if (!/^whsec_[0-9A-Za-z+/]+=*$/.test(text) || key.length < 24) {
      throw new CliError('usage', 'The signing secret is malformed: it begins with whsec_.', advice);
    }
    return new Webhook(text);
  });
}

const TITLES = ['result', 'case', 'sent', 'a correct receiver', 'proof', 'observed'] as const;

const cellsOf = ({ name, sends, expects }: CertificationCase): readonly string[] => {
  const { receiver, proof } = CERTIFICATION_EXPECTATIONS[expects];
  return [name, sends.en, receiver.en, proof.en];
};

/** The widths of the columns are known before the first result, because rows are printed as they arrive. */
function inColumns(cases: readonly CertificationCase[], cells: readonly string[]): string {
  const rows = cases.map((each) => ['not visible', ...cellsOf(each)]);
  const widths = TITLES.map((title, n) => Math.max(title.length, ...rows.map((row) => row[n]?.length ?? 0)));
  return cells
    .map((cell, n) => cell.padEnd(n === TITLES.length - 1 ? 0 : (widths[n] ?? 0)))
    .join('  ')
    .trimEnd();
}

/** Whether the terminal has no room for the columns: each case takes several lines then. A file always has room. */
const isNarrow = ({ terminal: { stdout } }: Printer, cases: readonly CertificationCase[]): boolean =>
  stdout.columns !== undefined && stdout.columns < inColumns(cases, TITLES).length + 10;

function printTitles(printer: Printer, cases: readonly CertificationCase[]): void {
  if (printer.isJson || isNarrow(printer, cases)) return;
  printer.line(printer.style('dim', inColumns(cases, TITLES)));
}

function printRow(
  printer: Printer,
  cases: readonly CertificationCase[],
  each: CertificationCase,
  { outcome, reason, responses }: CertificationResult,
): void {
  const [name, sent, receiver, proof] = cellsOf(each);
  const message = reason && CERTIFICATION_REASONS[reason].en;
  if (printer.isJson) {
    return printer.line(JSON.stringify({ case: name, outcome, reason, message, sent, receiver, proof, responses }));
  }
  const [style, label] = LABELS[outcome];
  const observed = observedOf(responses);
  const narrow = isNarrow(printer, cases);
  const text = narrow
    ? `${label.padEnd(13)}${each.name}  ${observed}`
    : inColumns(cases, [label, ...cellsOf(each), observed]);
  printer.line(printer.style(style, text.slice(0, label.length)) + text.slice(label.length));
  if (narrow) {
    const facts = TITLES.slice(2, 5).map(
      (title, n) => `${' '.repeat(13)}${title}: ${[sent, receiver, proof][n] ?? ''}`,
    );
    printer.line(printer.style('dim', facts.join('\n')));
  }
  if (outcome === 'Failed') printer.line(printer.style(style, `${' '.repeat(13)}${message}`));
}

/** `204, 204 (handled 1, 1), 12 ms`, or why there was no response. */
function observedOf(responses: CertificationResult['responses']): string {
  const statuses = responses.map(({ status, error }) => status ?? error ?? 'no response');
  const handled = responses.map((each) => each.handled);
  const counts = handled.every((count) => count === null)
    ? ''
    : ` (handled ${handled.map((n) => n ?? '–').join(', ')})`;
  const slowest = Math.max(...responses.map(({ durationMs }) => durationMs));
  return `${[...(new Set(statuses).size === 1 ? statuses.slice(0, 1) : statuses)].join(', ')}${counts}, ${slowest} ms`;
}
