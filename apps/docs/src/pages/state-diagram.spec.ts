import { DELIVERY_STATUSES } from '@billhook/contract/webhooks/delivery';
import { KEY_STATUSES } from '@billhook/domain/identity/key-status';
import { INVOICE_STATUSES } from '@billhook/domain/invoicing/invoice';
import { QUOTE_STATUSES } from '@billhook/domain/invoicing/quote';
import { ENDPOINT_HEALTHS } from '@billhook/domain/webhooks/endpoint-health';
import { RUN_STATUSES } from '@billhook/domain/webhooks/run';
import { describe, expect, it } from '@jest/globals';
import { drawStates, type StateDiagram } from './state-diagram.js';
import {
  invoiceDiagram,
  keyDiagram,
  quoteDiagram,
  deliveryDiagram,
  healthDiagram,
  runDiagram,
} from './state-diagrams.js';

const diagram: StateDiagram<'Draft' | 'Sent', 'send' | 'view'> = {
  of: 'a letter',
  states: ['Draft', 'Sent'],
  first: 'Draft',
  edges: [{ from: 'Draft', to: 'Sent', actions: ['send'], label: 'send' }],
  actions: ['send', 'view'],
  notDrawn: ['view'],
  allows: (action, status) => action === 'view' || status === 'Draft',
};

describe('a diagram of states', () => {
  it('has a table with the same transitions', () => {
    expect(drawStates(diagram)).toContain('| Draft | Sent | send |');
  });

  it.each([
    ['an invoice', invoiceDiagram, INVOICE_STATUSES],
    ['a quote', quoteDiagram, QUOTE_STATUSES],
    ['a key', keyDiagram, KEY_STATUSES],
    ['a delivery', deliveryDiagram, DELIVERY_STATUSES],
    ['an endpoint', healthDiagram, [...ENDPOINT_HEALTHS, 'Disabled']],
    ['a run', runDiagram, RUN_STATUSES],
  ])('draws every status of %s, without boxes that overlap, narrow enough for a phone', (_, draw, statuses) => {
    const html = draw();
    const drawn = [...html.matchAll(/<text class="state"[^>]*>(\w+)<\/text>/g)].map(([, name]) => name);
    expect(drawn.toSorted()).toEqual([...statuses].toSorted());
    const boxes = [...html.matchAll(/<rect x="(-?\d+)" y="(-?\d+)" width="(\d+)" height="(\d+)"/g)].map(
      ([, ...numbers]) => numbers.map(Number) as [number, number, number, number],
    );
    const overlapping = boxes.flatMap(([x, y, width, height], index) =>
      boxes
        .slice(index + 1)
        .filter(([a, b, wide, high]) => x < a + wide && a < x + width && y < b + high && b < y + height),
    );
    expect(overlapping).toEqual([]);
    expect(Number(/viewBox="0 0 (\d+)/.exec(html)?.[1])).toBeLessThan(700);
  });

  it.each<[string, Partial<typeof diagram>, string]>([
    ['a new action', { notDrawn: [] }, 'must either draw view or list it in notDrawn'],
    ['an action in both places', { notDrawn: ['view', 'send'] }, 'must either draw send or list it in notDrawn'],
    ['a status without an arrow', { edges: [], notDrawn: ['send', 'view'] }, 'draws no arrow to Sent'],
    [
      'an arrow to another status than the action leads to',
      { leadsTo: () => ['Draft'] },
      'draws send from Draft to Sent, which the domain does not allow',
    ],
    [
      'an arrow that the domain does not allow',
      { allows: (action) => action === 'view' },
      'draws send from Draft to Sent, which the domain does not allow',
    ],
  ])('fails to build with %s', (_, change, message) => {
    expect(() => drawStates({ ...diagram, ...change })).toThrow(message);
  });
});
