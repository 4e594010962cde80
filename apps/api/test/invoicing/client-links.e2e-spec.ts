import type { ClientPageLinkView, OpenedClientPageLink } from '@billhook/contract/invoicing/client-page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { describe, expect, it } from '@jest/globals';
import { tokenOf } from '../support/document-link.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';

// 401 to 412, and the page itself: link-page.e2e-spec.ts.
const { api, world } = await startWorld();

describe('a revoked link to all documents of a client', () => {
  it('stays revoked: 409 for its address, also before it existed; replacing it creates another one', async () => {
    const key = await world.key();
    const records = new Records(key);
    const open = <T = OpenedClientPageLink>(id: number, body: object = {}) =>
      key.call<T>('POST', `/v1/clients/${id}/page-link`, { body });
    const page = async (url: string) => (await api.call('GET', `/d/${tokenOf({ publicUrl: url })}`)).status;
    const { id } = await records.client();
    const { url } = (await open(id)).body;
    await key.call('DELETE', `/v1/clients/${id}/page-link`);
    for (const body of [{}, { expiresAt: '2999-01-01T00:00:00.000Z' }, { replace: false }])
      expect((await open<ProblemView>(id, body)).body).toMatchObject({ status: 409, code: 'page_link_revoked' });
    const state = await key.call<ClientPageLinkView>('GET', `/v1/clients/${id}/page-link`);
    expect([state.body.status, await page(url)]).toEqual(['Revoked', 404]);
    const created = (await open(id, { replace: true })).body;
    expect(created).toMatchObject({ status: 'Active', expiresAt: null });
    expect(created.url).not.toBe(url);
    expect([await page(url), await page(created.url)]).toEqual([404, 200]);
    const excluded = await records.client();
    await key.call('DELETE', `/v1/clients/${excluded.id}/page-link`);
    expect((await open<ProblemView>(excluded.id)).body.code).toBe('page_link_revoked');
  });
});
