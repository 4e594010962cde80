import { inCell } from '@billhook/db/current-cell';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MailWorld } from './mail-world.js';

let world: MailWorld;
beforeAll(async () => {
  world = await MailWorld.create();
});
afterAll(() => world.close());

describe('A sender with rounds in several places', () => {
  it('sends five emails at a time in all places together', async () => {
    const places = HAS_TWO_CELLS ? [1, 2] : [undefined, 1];
    for (const place of places)
      for (let n = 0; n < 10; n++) await inCell(place, () => world.enqueue({ recordId: n + 1 }));
    world.server.thinkMs = 30;
    const sender = world.sender();
    const counts = await Promise.all(places.map((place) => inCell(place, () => sender.round())));
    expect([counts.includes(0), world.server.received.length, world.server.load.most]).toEqual([false, 20, 5]);
  });
});
