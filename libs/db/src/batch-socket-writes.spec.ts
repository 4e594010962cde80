import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ClientBase } from 'pg';
import { batchSocketWrites } from './batch-socket-writes.js';

let packets: string[];
let stream: Duplex;
let client: ClientBase;

beforeEach(() => {
  packets = [];
  stream = new Duplex({
    write: (chunk: Buffer, _, done) => {
      packets.push(String(chunk));
      done();
    },
    writev: (chunks, done) => {
      packets.push(chunks.map(({ chunk }) => String(chunk)).join(''));
      done();
    },
    read: () => undefined,
  });
  client = { connection: { stream } } as unknown as ClientBase;
});

const send = (text: string, later?: Parameters<typeof batchSocketWrites>[1]): void => {
  batchSocketWrites(client, later);
  stream.write(text);
};

describe('batchSocketWrites', () => {
  it('sends what is written in one turn in one packet, also after promises', async () => {
    send('BEGIN ');
    await Promise.resolve();
    send('INSERT ');
    await Promise.resolve();
    send('COMMIT');
    expect(packets).toEqual([]);
    await turn();
    expect(packets).toEqual(['BEGIN INSERT COMMIT']);
  });

  it('sends what is written in the next turn separately', async () => {
    send('one');
    await turn();
    send('two');
    await turn();
    expect(packets).toEqual(['one', 'two']);
  });

  it('waits for the reads of other sockets if it is told to send after them', async () => {
    send('one ', setImmediate);
    await new Promise<void>((resolve) => process.nextTick(resolve));
    send('two', setImmediate);
    expect(packets).toEqual([]);
    await turn();
    await turn();
    expect(packets).toEqual(['one two']);
  });
});
