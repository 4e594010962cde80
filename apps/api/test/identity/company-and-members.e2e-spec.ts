import { createHash } from 'node:crypto';
import type { CompanyView } from '@billhook/contract/identity/company';
import type { MemberView } from '@billhook/contract/identity/member';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { MEMBER_PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { NO_COMPANY_DEFAULTS } from '@billhook/domain/invoicing/document-defaults';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { pdfFile } from '../support/pdf-file.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { SeededMember, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld();
let owner: SeededMember;
let session: SessionCaller;

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
});

/** Signed in to the same company with every permission but one. */
async function without(permission: Permission): Promise<SessionCaller> {
  const permissions = MEMBER_PERMISSIONS.filter((held) => held !== permission);
  return world.session(await world.member(owner.companyId, { permissions }));
}

const company = async (by = session): Promise<CompanyView> => (await by.call<CompanyView>('GET', '/app/company')).body;
const patch = (body: object, by = session) => by.call<CompanyView>('PATCH', '/app/company', { body });

describe('GET /app/company', () => {
  it('401 without a session', async () => {
    expect((await api.call('GET', '/app/company')).status).toBe(401);
  });

  it('200 for any member, with their own company', async () => {
    expect(await company(await without('company.manage'))).toEqual({
      id: owner.companyId,
      kind: 'Production',
      sandboxOf: null,
      name: expect.stringMatching(/^Company /),
      plan: 'Pro',
      timeZone: 'Europe/Paris',
      currency: 'EUR',
      address: { line1: '21 rue de la Fonderie', postalCode: '59000', city: 'Lille', country: 'FR' },
      legalId: null,
      taxNumber: null,
      vatNumber: 'FR83404833048',
      email: 'billing@company.example',
      phone: null,
      website: null,
      legalNotice: null,
      iban: null,
      bic: null,
      logo: null,
      accentColor: null,
      paymentLink: null,
      clientPages: false,
      replyTo: null,
      ...NO_COMPANY_DEFAULTS,
      lockedUntil: null,
    });
  });
});

describe('PATCH /app/company', () => {
  it('401 without a session', async () => {
    expect((await api.call('PATCH', '/app/company', { body: {} })).status).toBe(401);
  });

  it('403 without company.manage, and nothing changes', async () => {
    const by = await without('company.manage');
    expect(await patch({ name: 'Mine' }, by)).toMatchObject({ status: 403, body: { missing: ['company.manage'] } });
    expect((await company()).name).not.toBe('Mine');
  });

  it.each<[string, object, string]>([
    ['a time zone that is none', { timeZone: 'Europe/Atlantis' }, '/timeZone'],
    ['an offset as time zone', { timeZone: '' }, '/timeZone'],
    ['a currency that is none', { currency: 'EURO' }, '/currency'],
    ['a blank name', { name: ' ' }, '/name'],
    ['no name', { name: null }, '/name'],
    ['half a surrogate pair', { name: 'a\ud800' }, '/name'],
    ['an address without a country', { address: { city: 'Lyon' } }, '/address/country'],
    ['a country that is none', { address: { country: 'UK' } }, '/address/country'],
    ['an IBAN of the wrong length', { iban: 'AT32010000000173363' }, '/iban'],
    ['a BIC of no country', { bic: 'AGRIQQPP' }, '/bic'],
    ['an email address that is none', { email: 'office@müller' }, '/email'],
    ['a SIREN with a wrong check digit', { legalId: { scheme: '0002', value: '404833049' } }, '/legalId/value'],
    ['a colour that is too light to read', { accentColor: '#ffcc00' }, '/accentColor'],
    ['a colour with transparency', { accentColor: '#0b6e4f80' }, '/accentColor'],
    ['the name of a colour', { accentColor: 'green' }, '/accentColor'],
    ['a payment link with a script', { paymentLink: 'javascript:alert(1)' }, '/paymentLink'],
    ['a payment link with data', { paymentLink: 'data:text/html,<script>' }, '/paymentLink'],
    ['a payment link with a password', { paymentLink: 'https://a:b@pay.example/' }, '/paymentLink'],
    ['a payment link without encryption', { paymentLink: 'http://pay.example/' }, '/paymentLink'],
    ['a payment link with an unknown placeholder', { paymentLink: 'https://pay.example/{iban}' }, '/paymentLink'],
    ['a logo, which has its own route', { logo: null }, '/logo'],
    ['a reply address that is none', { replyTo: 'office@müller' }, '/replyTo'],
    ['payment terms of more than a year', { paymentTerms: { days: 366 } }, '/paymentTerms/days'],
    ['a validity of no day', { quoteValidityDays: 0 }, '/quoteValidityDays'],
    ['a VAT rate of 0, which is no standard rate', { defaultTaxRate: '0' }, '/defaultTaxRate'],
    ['a VAT rate as a number', { defaultTaxRate: 20 }, '/defaultTaxRate'],
    ['terms in a language that documents do not have', { terms: { de: 'Zahlbar' } }, '/terms/de'],
    ['blank terms', { terms: { en: ' ' } }, '/terms/en'],
    ['terms that leave no room for other terms', { terms: { en: 'x'.repeat(4001) } }, '/terms/en'],
    ['a note with too many lines', { notes: { fr: 'x\n'.repeat(60) + 'x' } }, '/notes/fr'],
    ['a language that documents do not have', { locale: 'de' }, '/locale'],
    ['an unknown property of the address', { address: { country: 'FR', zip: '1' } }, '/address/zip'],
    ['the plan, which the operator sets', { plan: 'Pro' }, '/plan'],
    ['the id', { id: 1 }, '/id'],
  ])('422 for %s, and nothing changes', async (_, body, pointer) => {
    const before = await company();
    const answer = await session.call<ProblemView>('PATCH', '/app/company', { body });
    expect(answer.body).toMatchObject({ status: 422, errors: [{ pointer }] });
    expect(await company()).toEqual(before);
    expect(await auditOf(api, owner.companyId, 'company.updated')).toEqual([]);
  });

  it('200 for a name with a line break, which cannot end a header of an email: it becomes a blank', async () => {
    const { status, body } = await session.call('PATCH', '/app/company', {
      body: { name: 'Lumen\r\nBcc: z@x.example' },
    });
    expect([status, body]).toMatchObject([200, { name: 'Lumen Bcc: z@x.example' }]);
  });

  it('200: omitted members stay, null clears, other companies stay, one audit entry', async () => {
    const other = await world.session(await world.member(await world.company()));
    const [before, others] = [await company(), await company(other)];
    const change = { timeZone: 'America/New_York', legalId: { scheme: '0002', value: '404833048' }, vatNumber: null };
    const answer = await patch(change);
    expect(answer.body).toEqual({ ...before, ...change });
    expect(await company()).toEqual(answer.body);
    expect(await company(other)).toEqual(others);
    expect(await auditOf(api, owner.companyId, 'company.updated')).toMatchObject([
      {
        actor: `member ${owner.email}`,
        details: {
          changed: {
            timeZone: { from: 'Europe/Paris', to: 'America/New_York' },
            legalId: { from: null, to: { scheme: '0002', value: '404833048' } },
            vatNumber: { from: 'FR83404833048', to: null },
          },
        },
        requestId: answer.headers.get('request-id'),
      },
    ]);
  });

  it('200 for simultaneous changes of different properties: none is lost', async () => {
    await Promise.all([patch({ name: 'New Name' }), patch({ currency: 'USD' }), patch({ timeZone: 'Asia/Tokyo' })]);
    expect(await company()).toMatchObject({ name: 'New Name', currency: 'USD', timeZone: 'Asia/Tokyo' });
  });

  it('200 for no change, without an entry', async () => {
    const before = await company();
    const { name, address } = before;
    for (const body of [{}, { name, address }]) expect((await patch(body)).body).toEqual(before);
    expect(await auditOf(api, owner.companyId, 'company.updated')).toEqual([]);
  });
});

describe('GET /app/members', () => {
  it('401 without a session', async () => {
    expect((await api.call('GET', '/app/members')).status).toBe(401);
  });

  it('403 without member.manage', async () => {
    const by = await without('member.manage');
    expect(await by.call('GET', '/app/members')).toMatchObject({ status: 403, body: { missing: ['member.manage'] } });
  });

  it('200: the members of the company, including deactivated ones, no others, and never a password', async () => {
    const colleague = await world.member(owner.companyId, { role: 'Read-only' });
    await world.change(colleague, { status: 'Deactivated' });
    await world.member(await world.company());
    const answer = await session.call<{ data: MemberView[] }>('GET', '/app/members');
    expect(answer.body.data).toMatchObject([
      { id: owner.id, email: owner.email, role: 'Owner', status: 'Active', permissions: MEMBER_PERMISSIONS },
      { id: colleague.id, email: colleague.email, role: 'Read-only', status: 'Deactivated' },
    ]);
    expect(answer.text).not.toMatch(/password|argon2/i);
  });
});

describe('the colour of documents', () => {
  it('422 for a light one, with a darker shade of it', async () => {
    const { body } = await session.call<ProblemView>('PATCH', '/app/company', { body: { accentColor: '#FFCC00' } });
    expect(body.errors?.[0]?.message).toMatch(/at least 4.5 with white, and has 1.5; #[0-9a-f]{6} is a darker shade/);
    const [shade = ''] = /#[0-9a-f]{6}/.exec(body.errors?.[0]?.message ?? '') ?? [];
    expect(await patch({ accentColor: shade.toUpperCase() })).toMatchObject({
      status: 200,
      body: { accentColor: shade },
    });
    expect(await patch({ accentColor: null })).toMatchObject({ status: 200, body: { accentColor: null } });
  });
});

describe('the logo', () => {
  /** One pixel, with a text that names its author. */
  const PNG = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAAEHRFWHRBdXRob3IAQWRhIE1vcmVs+DWBvAAAAApJREFUeJxjYAAAAAIAAUivpHEAAAAASUVORK5CYII=',
    'base64',
  );
  /** Another pixel. */
  const ANOTHER_PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==';
  const put = (data: string, by = session) => by.call<CompanyView>('PUT', '/app/company/logo', { body: { data } });

  it('401 without a session, and 403 without company.manage', async () => {
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { data: 'AAAA' } : undefined;
      expect((await api.call(method, '/app/company/logo', { body })).status).toBe(401);
      const { status } = await (await without('company.manage')).call(method, '/app/company/logo', { body });
      expect(status).toBe(403);
    }
  });

  it.each([
    [
      'an SVG with a script',
      Buffer.from('<svg><script>alert(1)</script></svg>').toString('base64'),
      /SVG can contain scripts/,
    ],
    ['a text that is no Base64', '<svg>', /./],
    ['a damaged image', PNG.subarray(0, -9).toString('base64'), /damaged/],
    ['more than 512 KiB', Buffer.alloc(524_289).toString('base64'), /512 KiB/],
  ])('422 for %s, and nothing is stored', async (_, data, why) => {
    const { status, body } = await session.call<ProblemView>('PUT', '/app/company/logo', { body: { data } });
    expect([status, body.errors?.[0]]).toMatchObject([422, { pointer: '/data', message: expect.stringMatching(why) }]);
    expect((await company()).logo).toBeNull();
    expect(await auditOf(api, owner.companyId, 'company.updated')).toEqual([]);
  });

  it('422 for another one after 100, of which each can be the logo again', async () => {
    const { logo } = (await put(PNG.toString('base64'))).body;
    await api.database.query({
      name: 'test_many_logos',
      text: `INSERT INTO company_logos SELECT company_id, 'logo ' || n, type, bytes, created_at FROM company_logos, generate_series(1, 99) n
        WHERE company_id = $1`,
      values: [owner.companyId],
    });
    const another = await session.call<ProblemView>('PUT', '/app/company/logo', { body: { data: ANOTHER_PNG } });
    const message = 'must be one of the 100 logos that the company has had: more are not stored';
    expect([another.status, another.body.errors]).toMatchObject([
      422,
      [{ pointer: '/data', code: 'too_many', message }],
    ]);
    expect((await session.call('DELETE', '/app/company/logo')).status).toBe(200);
    expect(await put(PNG.toString('base64'))).toMatchObject({ status: 200, body: { logo } });
  });

  it('is stored without metadata, served by its digest to anyone who knows it, and audited', async () => {
    const { status, body } = await put(PNG.toString('base64'));
    expect([status, body.logo]).toMatchObject([200, { type: 'image/png', width: 1, height: 1 }]);
    const path = `/logos/${body.logo?.digest}`;
    const image = await fetch(new URL(path, api.url));
    const { headers } = image;
    expect(['content-type', 'cache-control', 'x-content-type-options'].map((name) => headers.get(name))).toEqual([
      ...['image/png', 'public, max-age=31536000, immutable', 'nosniff'],
    ]);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
    const bytes = Buffer.from(await image.arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(body.logo?.digest);
    expect(bytes.toString('latin1')).not.toContain('Ada Morel');
    expect((await put(PNG.toString('base64'))).status).toBe(200);
    const removed = await session.call<CompanyView>('DELETE', '/app/company/logo');
    expect(removed).toMatchObject({ status: 200, body: { logo: null } });
    // Documents that were issued in between refer to it.
    expect((await fetch(new URL(path, api.url))).status).toBe(200);
    const entries = await auditOf(api, owner.companyId, 'company.updated');
    expect(entries).toHaveLength(2);
  });

  it('is part of each invoice, its PDF and its email as it was at issue', async () => {
    const key = await world.key({ member: owner });
    const records = new Records(key);
    const { logo } = (await put(PNG.toString('base64'))).body;
    await patch({ accentColor: '#0b6e4f' });
    const { id: clientId } = await records.client({ email: 'office@lumen.example' });
    const { id } = await records.draft({ clientId });
    const { body } = await key.call<InvoiceView>('POST', `/v1/invoices/${id}/send`, { body: { channel: 'Email' } });
    expect(body.seller).toMatchObject({ logo, accentColor: '#0b6e4f' });
    await session.call('DELETE', '/app/company/logo');
    await patch({ accentColor: null });
    const mail = await key.call<{ html: string }>('GET', `/v1/mails/${body.delivery?.mailId}`);
    expect(mail.body.html).toContain(`src="cid:${logo?.digest}@logo"`);
    expect(mail.body.html).toContain('background-color:#0b6e4f');
    const { bytes } = await pdfFile(`/v1/invoices/${id}`, { of: api, by: key });
    expect(bytes.toString('latin1')).toContain('/Subtype /Image');
    const later = await records.sent({ clientId });
    expect(later.seller).toMatchObject({ logo: null, accentColor: null });
  });

  it.each(['0'.repeat(64), '../app/company', 'x', "'"])('404 for an unknown digest: %s', async (digest) => {
    expect((await fetch(new URL(`/logos/${encodeURIComponent(digest)}`, api.url))).status).toBe(404);
  });
});
