import { readFile } from 'node:fs/promises';
import { exampleMessage } from '@billhook/contract/examples/example-events';
import { DELIVERY_STATUSES } from '@billhook/contract/webhooks/delivery';
import { EVENTS_A_PAGE } from '@billhook/contract/webhooks/event';
import { EventFilterBody } from '@billhook/contract/webhooks/event-filter';
import { MESSAGES_KEPT_DAYS } from '@billhook/domain/shared/event-types';
import { MAX_CUSTOM_HEADERS } from '@billhook/domain/webhooks/custom-headers';
import { ENDPOINT_LIMITS } from '@billhook/domain/webhooks/endpoint';
import { HEALTH_RULES } from '@billhook/domain/webhooks/endpoint-health';
import { FILTER_LIMITS, matchesFilter } from '@billhook/domain/webhooks/event-filter';
import { describe, expect, it } from '@jest/globals';
import { fill } from './pages/directives.js';

const guide = async (name: string) =>
  fill(await readFile(new URL(`../guides/${name}.md`, import.meta.url), 'utf8'), 'markdown', {
    document: { openapi: '3.1.0', paths: {} },
    operations: [],
    archives: [],
  });

const setting = async (name: string) =>
  new RegExp(`^# ${name}=(.*)$`, 'm').exec(
    await readFile(new URL('../../../.env.example', import.meta.url), 'utf8'),
  )?.[1] ?? '';

const UNITS = [
  ['hours', 3_600],
  ['minutes', 60],
  ['seconds', 1],
] as const;

function inWords(seconds: number): string {
  const [unit, size] = UNITS.find(([, length]) => seconds >= length && seconds % length === 0) ?? ['seconds', 1];
  return seconds === 0 ? 'none' : `${seconds / size} ${unit}`;
}

describe('the guides of the clients', () => {
  const source = (path: string) => readFile(new URL(`../../../libs/${path}`, import.meta.url), 'utf8');

  it.each([
    ['typescript', 'sdk/src/webhooks/verify.ts', /WebhookFailure =([^;]*);/],
    ['python', 'sdk-python/src/billhook/webhooks.py', /WebhookFailure = Literal\[([^\]]*)\]/],
  ])('%s lists the codes of rejected messages', async (name, path, declared) => {
    const [, codes = ''] = declared.exec(await source(path)) ?? [];
    const [, table = ''] = (await guide(name)).split('| Code | Meaning |\n| --- | --- |\n');
    const rows = (table.split('\n\n')[0] ?? '').split('\n').map((row) => /^\| `(\w+)` \|/.exec(row)?.[1]);
    expect(rows).toEqual(codes.match(/\w+/g));
  });
});

describe('the guide on retries', () => {
  it('has the schedule and the deadline of a new installation', async () => {
    const schedule = (await setting('WEBHOOK_RETRY_SCHEDULE')).split(',').map(Number);
    const text = await guide('webhook-retries');
    const [, table = ''] = text.split('| Attempt | Wait before the attempt |\n| --- | --- |\n');
    const rows = schedule.map((seconds, n) => `| ${n + 1} | ${inWords(seconds)} |`);
    expect((table.split('\n\n')[0] ?? '').split('\n')).toEqual(rows);
    const days = schedule.reduce((sum, seconds) => sum + seconds, 0) / 86_400;
    expect([schedule.length, Math.round(days)]).toEqual([10, 3]);
    expect(text).toContain('up to ten attempts for each delivery, over about three days');
    expect(text).toContain(`within ${Number(await setting('WEBHOOK_TIMEOUT_MS')) / 1000} seconds`);
  });

  it('names every step of the ladder with its number', async () => {
    const text = await guide('webhook-retries');
    const { degradedAfter, pausedAfterMessages, probeFirstMs, probeLongestMs } = HEALTH_RULES;
    expect(text).toContain(`| ${degradedAfter} failures in a row | \`Degraded\``);
    expect(text).toContain(`| ${pausedAfterMessages} messages failed, and none was delivered in between | \`Paused\``);
    expect(text).toMatch(
      /\| 6 hours without a success \| an email \|\n\| 48 hours before .*\n\| 24 hours before .*\n\| 5 days/,
    );
    expect(text).toContain(`The first probe comes after ${probeFirstMs / 1000} seconds`);
    expect(text).toContain(`The wait doubles after each probe, up to ${probeLongestMs / 60_000} minutes`);
    expect(text).toContain('"step": "Probe"');
  });

  it('explains each status of a delivery, and how long data is kept', async () => {
    const text = await guide('webhook-retries');
    for (const status of DELIVERY_STATUSES) expect(text).toContain(`\n| \`${status}\` | `);
    const [kept, forgotten] = [await setting('WEBHOOK_RETENTION_DAYS'), await setting('WEBHOOK_METADATA_DAYS')];
    expect(Number(kept)).toBe(MESSAGES_KEPT_DAYS);
    expect(text).toContain(`Attempts are kept for ${kept} days, deliveries and statistics for ${forgotten}`);
  });
});

describe('the guide on choosing', () => {
  const ofInvoice = exampleMessage('invoice.paid').data;

  it('shows valid filters that match what the text says', async () => {
    const blocks = [...(await guide('webhook-choices')).matchAll(/```json\n([\s\S]*?)```/g)];
    const [amount, client, order] = blocks.map(([, block]) => EventFilterBody.parse(JSON.parse(block ?? '')));
    if (!amount || !client || !order) throw new Error('the guide shows three filters');
    const passes = (filter: typeof amount, record: object) => matchesFilter(filter, { ...ofInvoice, ...record });
    expect(passes(amount, {})).toBe(true);
    expect(passes(amount, { currency: 'USD' })).toBe(false);
    expect(passes(amount, { totals: { gross: '999.99' } })).toBe(false);
    expect(passes(client, { clientId: 3, externalId: 'import-7' })).toBe(false);
    expect(passes(client, { clientId: 17, externalId: 'import-7' })).toBe(true);
    expect(passes(client, { clientId: 3, externalId: null })).toBe(true);
    expect([passes(order, {}), passes(order, { purchaseOrder: 'PO-1' })]).toEqual([false, true]);
  });

  it('names the limits', async () => {
    const text = await guide('webhook-choices');
    expect(text).toContain(`up to ${FILTER_LIMITS.depth} deep, with ${FILTER_LIMITS.conditions} conditions in all`);
    expect(text).toContain(`up to ${MAX_CUSTOM_HEADERS} of them`);
    expect(text).toContain(`| concurrent requests, 1 to 100 | ${ENDPOINT_LIMITS.inFlight} |`);
  });
});

describe('the guide on catching up', () => {
  it('names the limits', async () => {
    const text = await guide('catching-up');
    expect(text).toContain(`up to ${EVENTS_A_PAGE} per request`);
    expect(text).toContain(`\`since\` may be at most ${MESSAGES_KEPT_DAYS} days ago`);
    expect(text).toContain(`the messages are older than ${MESSAGES_KEPT_DAYS} days`);
  });
});
