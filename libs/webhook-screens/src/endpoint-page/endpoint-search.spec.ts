import { expect, it } from '@jest/globals';
import { endpointSearch } from './endpoint-search.js';

it.each([
  [{}, {}],
  [{ tab: 'overview', range: 'day' }, {}],
  [{ tab: 'settings' }, { tab: 'settings' }],
  [{ tab: 'nothing', range: 'toString' }, {}],
  [{ range: 'month' }, { range: 'month' }],
  [{ delivery: '7' }, { tab: 'deliveries', delivery: 7 }],
  [
    { tab: 'deliveries', status: 'Failed', delivery: 0 },
    { tab: 'deliveries', status: 'Failed' },
  ],
])('of %j remains %j', (search, shown) => {
  expect(endpointSearch(search)).toEqual(shown);
});
