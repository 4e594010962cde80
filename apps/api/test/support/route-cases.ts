import type { ProblemView } from '@billhook/contract/shared/problem';
import { GRANTABLE_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import type { EventResource, EventType } from '@billhook/domain/shared/event-types';
import { expect, it } from '@jest/globals';
import type { TestApi } from './api.js';
import { eventsOf, Records } from './records.js';
import type { Caller, World } from './world.js';

export interface Suite {
  readonly api: TestApi;
  readonly world: World;
}

/** The first cases of every route: 401 without a key, 403 without the permission, both before a record is read. */
export function itRequires(permission: Permission, method: string, path: string, suite: () => Suite): void {
  it('401 without a key', async () => {
    const answer = await suite().api.call<ProblemView>(method, path);
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('credential_missing');
  });

  it(`403 without ${permission}, whatever else the key may do`, async () => {
    const caller = await suite().world.key({ scopes: GRANTABLE_PERMISSIONS.filter((p) => p !== permission) });
    const answer = await caller.call<ProblemView>(method, path);
    expect(answer.status).toBe(403);
    expect(answer.body).toMatchObject({ code: 'insufficient_scope', missing: [permission] });
  });
}

export interface Hidden {
  readonly method: string;
  /** The path of the collection, such as `/v1/invoices`. */
  readonly path: string;
  /** What comes after the id. */
  readonly rest?: string;
  readonly body?: object;
  readonly make: (records: Records) => Promise<{ readonly id: number }>;
}

/** A record of another company gets the same 404 as an unknown one, and stays unchanged. */
export function itReturns404ForOthers({ method, path, rest = '', body, make }: Hidden, suite: () => Suite): void {
  it("404 alike for an unknown id, another company's, and an invalid id", async () => {
    const { world } = suite();
    const [owner, stranger] = [await world.key(), await world.key()];
    const { id } = await make(new Records(owner));
    const before = await owner.call('GET', `${path}/${id}`);
    for (const unknown of [id, 999_999_999, 'abc', '0', '-1', '1.5', '99999999999999999999']) {
      const answer = await stranger.call<ProblemView>(method, `${path}/${unknown}${rest}`, { body });
      expect(answer.status).toBe(404);
      expect(answer.body.code).toBe('not_found');
    }
    expect((await owner.call('GET', `${path}/${id}`)).text).toBe(before.text);
  });
}

/** The last event of the record has this type, and its `data` are the same bytes as the GET response of the record. */
export async function expectLastEvent(
  api: TestApi,
  by: Caller,
  resource: EventResource,
  id: number,
  type: EventType,
): Promise<void> {
  const event = (await eventsOf(api, resource, id)).at(-1);
  const got = await by.call('GET', `/v1/${resource}s/${id}`);
  expect(event?.type).toBe(type);
  expect(event?.body.endsWith(`"data":${got.text}}`)).toBe(true);
}
