import { exampleEndpoint } from '@billhook/contract/examples/example-webhooks';
import { ApiError } from '@billhook/ui/api-fetch';
import { describe, expect, it } from '@jest/globals';
import { brokenFields, errorsOf, patchOf, valuesOf, type SettingsValues } from './settings-values.js';

const before = valuesOf(exampleEndpoint);

describe('the patch of edited settings', () => {
  it('is empty without a change', () => {
    expect(patchOf(before, before)).toEqual({});
  });

  it.each<[Partial<SettingsValues>, object]>([
    [{ url: ' https://example.com/new ' }, { url: 'https://example.com/new' }],
    [{ description: ' ' }, { description: null }],
    [{ externalId: '' }, { externalId: null }],
    [{ eventTypes: ['invoice.paid'] }, { eventTypes: ['invoice.paid'] }],
    [
      {
        filter: { ...before.filter, mode: 'conditions', rows: [{ field: 'currency', comparison: 'eq', value: 'EUR' }] },
      },
      { filter: { field: 'currency', eq: 'EUR' } },
    ],
    [
      { payload: 'Thin', ordering: 'PerRecord' },
      { payload: 'Thin', ordering: 'PerRecord' },
    ],
    [{ headers: [{ name: 'X-Tenant ', value: 'acme' }] }, { headers: { 'X-Tenant': 'acme' } }],
    [{ headers: [] }, { headers: {} }],
    [{ ownSchedule: true, schedule: '0s 5m' }, { schedule: [0, 300] }],
    [{ perSecond: '20' }, { limits: { perSecond: 20 } }],
    [{ inFlight: '3' }, { limits: { inFlight: 3 } }],
  ])('of %j is %j', (change, patch) => {
    expect(patchOf({ ...before, ...change }, before)).toEqual(patch);
  });

  it('removes a limit and a schedule', () => {
    const limited = valuesOf({ ...exampleEndpoint, schedule: [0, 60], limits: { perSecond: 5, inFlight: 10 } });
    expect(patchOf({ ...limited, ownSchedule: false, perSecond: '' }, limited)).toEqual({
      schedule: null,
      limits: { perSecond: null },
    });
  });
});

it.each<[Partial<SettingsValues>, string[]]>([
  [{}, []],
  [{ url: ' ' }, ['url']],
  [{ eventTypes: [] }, ['eventTypes']],
  [{ filter: { ...before.filter, mode: 'json', json: '{' } }, ['filter']],
  [{ ownSchedule: true, schedule: 'soon' }, ['schedule']],
  [{ ownSchedule: false, schedule: 'soon' }, []],
  [{ perSecond: 'many', inFlight: '' }, ['perSecond', 'inFlight']],
])('of %j the invalid fields are %j', (change, broken) => {
  expect(brokenFields({ ...before, ...change })).toEqual(broken);
});

it.each([
  ['/url', { url: 'is wrong' }],
  ['/limits/inFlight', { inFlight: 'is wrong' }],
  ['/schedule/3', { schedule: '3: is wrong' }],
  ['/filter/all/0/field', { filter: 'all/0/field: is wrong' }],
  ['/headers/X-Tenant', { headers: 'X-Tenant: is wrong' }],
  ['', {}],
])('an error at %s is shown as %j', (pointer, errors) => {
  expect(errorsOf(new ApiError('invalid_body', 'no', 422, [{ pointer, message: 'is wrong' }]), 'en')).toEqual(errors);
});

it.each([
  ['en', 'The address is not public.'],
  ['fr', 'L’adresse n’est pas publique.'],
])('a rejected URL is explained in the language %s', (language, url) => {
  const message = 'The address is not public.';
  const errors = [[], [{ pointer: '/url', message }]].map((known) =>
    errorsOf(new ApiError('endpoint_refused', message, 422, known), language),
  );
  expect(errors).toEqual([{ url }, { url }]);
});
