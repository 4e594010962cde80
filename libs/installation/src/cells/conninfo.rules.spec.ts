import { describe, expect, it } from '@jest/globals';
import { conninfoOf } from './conninfo.rules.js';

const END = ` connect_timeout='10' application_name='billhook-cells'`;

/** With a password that has to be quoted. */
const QUOTED = Object.assign(new URL('postgresql://ada@db/b'), { password: String.raw`a'b\c d` }).href;

describe('the address of a server for a subscription', () => {
  it.each([
    ['postgresql://ada:pw@db:5433/billhook', `host='db' port='5433' user='ada' password='pw' dbname='billhook'`],
    [QUOTED, String.raw`host='db' user='ada' password='a\'b\\c d' dbname='b'`],
    ['postgresql://ada:pw@%2Frun%2Fpg:5432/b', `host='/run/pg' port='5432' user='ada' password='pw' dbname='b'`],
    ['postgresql://ada:pw@[::1]:5432/b', `host='::1' port='5432' user='ada' password='pw' dbname='b'`],
    ['postgresql://ada:pw@localhost/b?host=/run/pg', `host='/run/pg' user='ada' password='pw' dbname='b'`],
    ['postgresql://ada:pw@db/b?sslmode=no-verify', `host='db' user='ada' password='pw' dbname='b' sslmode='require'`],
    [
      'postgresql://ada:pw@db/b?sslmode=verify-full&sslrootcert=/ca.crt&options=-c%20jit=off',
      `host='db' user='ada' password='pw' dbname='b' sslmode='verify-full' sslrootcert='/ca.crt'`,
    ],
  ])('%s', (url, expected) => {
    expect(conninfoOf(url)).toBe(expected + END);
  });
});
