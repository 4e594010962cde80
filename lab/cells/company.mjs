import { Fault } from '../../tools/lib/say.mjs';
import { json } from '../bench/base/stack.mjs';

const PASSWORD = 'a company of the laboratory';

/** What an invoice must show of its seller. */
const SELLER = {
  address: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
  vatNumber: 'FR83404833048',
};

/**
 * Creates a company in a cell, with a key that has all permissions.
 * @param stack running @param n distinguishes it from others
 * @returns a caller of the API with the key
 */
export async function companyIn(stack, cell, n) {
  const name = `lab-${n}`;
  await stack.databases.query(`UPDATE cells SET state = CASE number WHEN $1 THEN 'open' ELSE 'draining' END`, [cell]);
  const email = `${name}@example.com`;
  const words = ['create-company', '--name', name, '--email', email, '--country', 'FR', '--person', 'Lab'];
  const output = await stack.run('apps/api/dist/admin.js', ...words);
  await stack.databases.query(`UPDATE cells SET state = 'open'`);
  const token = /bhi_\w+/.exec(output)?.[0];
  const caller = new Caller(stack);
  const accepted = await caller.request('POST', '/app/invitations/accept', { token, password: PASSWORD });
  caller.headers = { cookie: accepted.headers.get('set-cookie').split(';')[0] };
  await caller.call('PATCH', '/app/company', SELLER);
  const { data } = await caller.call('GET', '/app/permissions');
  const scopes = data.filter((row) => row.grantable && row.held).map((row) => row.permission);
  const { secret } = await caller.call('POST', '/app/api-keys', { name: 'lab', scopes, expiry: 'none' });
  caller.headers = { authorization: `Bearer ${secret}` };
  return caller;
}

/** Calls the API with its headers. */
export class Caller {
  headers = {};

  /** @param stack whose API may be started again at another address */
  constructor(stack) {
    this.stack = stack;
  }

  async call(method, path, body) {
    return (await this.request(method, path, body)).json();
  }

  async request(method, path, body) {
    const options = body === undefined ? { headers: this.headers } : json(body, this.headers);
    const response = await fetch(this.stack.baseUrl + path, { ...options, method });
    if (!response.ok) throw new Fault(`${method} ${path} responded with ${response.status}: ${await response.text()}`);
    return response;
  }
}
