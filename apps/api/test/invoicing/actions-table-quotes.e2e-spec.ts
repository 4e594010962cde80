import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { ProblemView } from '@billhook/contract/shared/problem';
import {
  ALL_QUOTE_ACTIONS,
  QUOTE_ACTIONS,
  QUOTE_STATUSES,
  quoteAllows,
  quoteStatusesAfter,
  type QuoteAction,
  type QuoteStatus,
} from '@billhook/domain/invoicing/quote';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { changesOf, expectOneStory } from '../support/changes.js';
import { letExpire, quoteIn } from '../support/document-states.js';
import { startWithKey } from '../support/start.js';

const { api, key, records } = await startWithKey();

type Call = (quote: Pick<QuoteView, 'id'>) => Promise<Answer<ProblemView>>;

const post =
  (action: string, body?: object): Call =>
  ({ id }) =>
    key.call('POST', `/v1/quotes/${id}/${action}`, { body });

/**
 * The request for each action. A revision supersedes when it is sent (see below) and unrevises when it is deleted. A change of an invoice
 * reckons (`quotes-amounts`). The client's view is on the public page.
 */
const CALLS: Readonly<Record<Exclude<QuoteAction, 'supersede' | 'unrevise' | 'reckon' | 'view'>, Call>> = {
  update: ({ id }) => key.call('PATCH', `/v1/quotes/${id}`, { body: { title: 'Spring' } }),
  annotate: ({ id }) => key.call('PATCH', `/v1/quotes/${id}`, { body: { privateNotes: 'Called back.' } }),
  delete: ({ id }) => key.call('DELETE', `/v1/quotes/${id}`),
  send: post('send'),
  resend: post('public-link'),
  accept: post('accept', { by: 'Jeanne Lumen' }),
  acceptExpired: post('accept', { by: 'Jeanne Lumen', allowExpired: true }),
  decline: post('decline', { code: 'Changes' }),
  revise: post('revise'),
  convert: post('convert', { mode: 'Percent', percent: '10' }),
};
const ASKED = ALL_QUOTE_ACTIONS.filter((action) => action in CALLS) as (keyof typeof CALLS)[];

/** The variant that accepts an expired quote accepts a current one as well. */
const isAllowed = (action: QuoteAction, status: QuoteStatus): boolean =>
  quoteAllows(action, status) || (action === 'acceptExpired' && quoteAllows('accept', status));

const CASES = QUOTE_STATUSES.flatMap((status) => ASKED.map((action) => [action, status] as const));
/** Its name in the timeline. */
const NOTED: Partial<Record<QuoteAction, string>> = { resend: 'openLink', acceptExpired: 'accept' };

describe('the actions of a quote: rejected if the table has no entry', () => {
  it.each(QUOTE_STATUSES)('%s', async (status) => {
    const quote = await quoteIn(status, { api, records });
    expect(quote.status).toBe(status);
    for (const { action, allowed, reason } of quote.availableActions) {
      expect([action, allowed]).toEqual([action, isAllowed(action, status)]);
      expect(reason === null).toBe(allowed);
    }
    const before = await key.call('GET', `/v1/quotes/${quote.id}`);
    for (const action of ASKED.filter((asked) => !isAllowed(asked, status))) {
      const { result, events, lines } = await changesOf(api, () => CALLS[action](quote));
      expect([action, result.status, result.body['currentStatus']]).toEqual([action, 409, status]);
      const stated = quote.availableActions.find((available) => available.action === action);
      if (stated) expect(result.body.detail).toBe(stated.reason);
      expect([events, lines]).toEqual([[], []]);
    }
    expect((await key.call('GET', `/v1/quotes/${quote.id}`)).text).toBe(before.text);
  });

  it.each<[QuoteStatus, (id: number) => Promise<unknown>]>([
    ['Accepted', (id) => records.act(`/v1/quotes/${id}/accept`, { by: 'Jeanne Lumen' })],
    [
      'Invoiced',
      async (id) => {
        await records.act(`/v1/quotes/${id}/accept`, { by: 'Jeanne Lumen' });
        await records.convert({ id }, { mode: 'Whole' });
      },
    ],
  ])('the send of a revision, if its original is %s', async (status, bring) => {
    const quote = await quoteIn('Sent', { api, records });
    const revision = await records.act<QuoteView>(`/v1/quotes/${quote.id}/revise`);
    await bring(quote.id);
    const { result, events, lines } = await changesOf(api, () => CALLS.send(revision));
    expect(result.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: status });
    expect([events, lines]).toEqual([[], []]);
    expect(await records.get(`/v1/quotes/${revision.id}`)).toEqual(revision);
  });
});

describe('the actions of a quote: carried out if the table has an entry, with one event', () => {
  it.each(CASES.filter(([action, status]) => isAllowed(action, status)))(
    '%s of one that is %s',
    async (action, status) => {
      const quote = await quoteIn(status, { api, records });
      const changes = await changesOf(api, () => CALLS[action](quote));
      expect([200, 201, 204]).toContain(changes.result.status);
      await expectOneStory(changes, key, key.secret.slice(0, 12));

      const record = `quote/${quote.id}`;
      const types = changes.events.filter((event) => event.record === record).map(({ type }) => type);
      const lines = changes.lines.filter((entry) => entry.record === record);
      expect(types).toEqual([QUOTE_ACTIONS[action].event].filter((event) => event !== null));
      const others = changes.events.filter((event) => event.record !== record).map(({ type }) => type);
      expect(others).toEqual({ revise: ['quote.created'], convert: ['invoice.created'] }[String(action)] ?? []);
      const after = action === 'delete' ? undefined : await records.get<QuoteView>(`/v1/quotes/${quote.id}`);
      if (after) expect(quoteStatusesAfter(action, status)).toContain(after.status);
      else expect(quoteStatusesAfter(action, status)).toEqual([]);
      expect(lines.map((entry) => entry.action)).toEqual([NOTED[action] ?? action]);
      expect(after?.version).toBe(after && quote.version + 1);
      if (after) expect(lines[0]?.status).toBe(after.status);
    },
  );

  it.each<QuoteStatus>(['Sent', 'Declined', 'Expired'])('supersede of one that is %s', async (status) => {
    expect(quoteAllows('supersede', status)).toBe(true);
    const quote = await quoteIn('Sent', { api, records });
    const revision = await records.act<QuoteView>(`/v1/quotes/${quote.id}/revise`);
    if (status === 'Declined') await records.act(`/v1/quotes/${quote.id}/decline`, { code: 'Other' });
    if (status === 'Expired') await letExpire(api, quote.id);
    const changes = await changesOf(api, () => CALLS.send(revision));
    expect(changes.result.status).toBe(200);
    await expectOneStory(changes, key, key.secret.slice(0, 12));
    expect(changes.events.map(({ type, record }) => [type, record])).toEqual([
      ['quote.updated', `quote/${quote.id}`],
      ['quote.updated', `quote/${revision.id}`],
    ]);
    expect(changes.lines.map(({ action, record, status: then }) => [action, record, then])).toEqual([
      ['supersede', `quote/${quote.id}`, 'Superseded'],
      ['send', `quote/${revision.id}`, 'Sent'],
    ]);
  });
});
