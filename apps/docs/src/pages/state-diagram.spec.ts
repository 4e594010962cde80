import { describe, expect, it } from '@jest/globals';
import { invoiceDiagram } from './invoice-states.js';
import { quoteDiagram } from './quote-states.js';
import { drawStates, type StateDiagram } from './state-diagram.js';

const diagram: StateDiagram<'Draft' | 'Sent', 'send' | 'view'> = {
  of: 'a letter',
  places: { Draft: [70, 50], Sent: [270, 50] },
  first: 'Draft',
  edges: [{ from: 'Draft', to: 'Sent', actions: ['send'], path: 'M122 50H214' }],
  actions: ['send', 'view'],
  notDrawn: ['view'],
  allows: (action, status) => action === 'view' || status === 'Draft',
  height: 100,
};

describe('a diagram of states', () => {
  it('draws every status of invoices and quotes', () => {
    expect(drawStates(diagram)).toContain('Draft to Sent');
    expect([invoiceDiagram(), quoteDiagram()].map((svg) => svg.match(/<rect/g)?.length)).toEqual([8, 7]);
  });

  it.each<[string, Partial<typeof diagram>, string]>([
    ['a new action', { notDrawn: [] }, 'must either draw view or list it in notDrawn'],
    ['an action in both places', { notDrawn: ['view', 'send'] }, 'must either draw send or list it in notDrawn'],
    ['a status without an arrow', { edges: [], notDrawn: ['send', 'view'] }, 'draws no arrow to Sent'],
    [
      'an arrow that the domain does not allow',
      { allows: (action) => action === 'view' },
      'draws send from Draft to Sent, which the domain does not allow',
    ],
  ])('fails to build with %s', (_, change, message) => {
    expect(() => drawStates({ ...diagram, ...change })).toThrow(message);
  });
});
