import { exampleLine } from '@billhook/contract/invoicing/document-line';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/api.js';
import { DRY } from '../support/conformance-cases.js';
import { startConformance, type Conformance } from '../support/conformance.js';

let walk: Conformance;

beforeAll(async () => {
  walk = await startConformance();
});
afterAll(() => walk.world.stop());

/** Whether the schema at a place of the document accepts a value. */
const documentTakes = (place: readonly (string | number)[], value: unknown): boolean =>
  walk.answers.errors(`#/${place.map((name) => String(name).replaceAll('/', '~1')).join('/')}`, value).length === 0;

const isTaken = ({ status }: Answer): boolean => ![400, 422].includes(status);

const asked = (path: string) => ({ requests: [{ method: 'GET', path }] });
const TAKEN_URLS = [
  ...['[2606:4700::1111]', '[2606:4700:0:0:0:0:0:1111]:8443', '[2606:4700:1:2:3:4:5::]'],
  ...['example.com', '9.9.9.9:80'],
].map((host) => `https://${host}/hook`);
const WRONG_URLS = [
  '[d06]',
  '[1:2:3:4:5:6:7:8:9]',
  '[2606::1::2]',
  '[2606:47001::]',
  '[2606:1]',
  '[2606::1.2.3]',
  '[:::]',
].map((host) => `https://${host}/hook`);
const CLIENT = { kind: 'Business', name: 'A', billingAddress: { country: 'FR' } };
const INVOICE = { clientId: 17, currency: 'EUR', lines: [] };
const TAKEN_VAT_NUMBERS = ['FR40303265045', 'fr 40 303-265.045', 'CHE-123.456.788 MWST', 'ZA4000000000'];
const WRONG_VAT_NUMBERS = ['', ' ', '40303265045', 'F', 'FR', 'FR/', 'ZA1', `ZA${'1'.repeat(19)}`, 'FR40303265046?'];
const TAKEN_EMAILS = ['a@b.co', "o'neil+r&d/eu@müller.example", 'a@xn--e1afmkfd.xn--p1ai'];
const WRONG_EMAILS = [
  '',
  'a',
  'a@b',
  '.a@b.co',
  'a..b@b.co',
  'müller@b.co',
  'a@b.co.',
  'a@-b.co',
  'a b@b.co',
  '"a"@b.co',
];

describe('the document is as strict as the server', () => {
  it.each<[string, string, readonly string[], readonly string[]]>([
    ['/v1/invoices', 'currency', ['EUR', 'JPY', 'KWD'], ['eur', 'XXX', 'EURO', '']],
    [
      '/v1/invoices',
      'grossFrom',
      ['0', '-1.5', '0.0001', '999999999999999'],
      ['01', '+1', '1e3', '1.00000', '1,5', ''],
    ],
    [
      '/v1/invoices',
      'sort',
      ['id', '-id', 'issueDate', '-gross,id', 'number,-id'],
      ['id,id', 'name', '--id', 'gross,', ''],
    ],
    ['/v1/invoices', 'q', ['ab', ' ab ', 'a b', '日本'], ['a', ' a ', '  ', '', 'a\u0001b']],
    [
      '/v1/invoices',
      'issueDateFrom',
      ['1900-01-01', '2024-02-29', '2999-12-31'],
      ['1899-12-31', '3000-01-01', '2026-02-29'],
    ],
    [
      '/v1/invoices',
      'createdAfter',
      ['2026-11-21T09:30:00Z', '2026-11-21T09:30:00.123456789Z'],
      ['2026-11-21', '3000-01-01T00:00:00Z'],
    ],
    // Stored references can be older than a rule, so a filter accepts more than a body does.
    ['/v1/payments', 'reference', ['a', ' a', 'a \n b', '\u202ea'], [' ', 'a\u0000']],
    ['/v1/clients', 'customField', ['a:', 'a:b:c', 'a\nb:c\n'], ['a', ':b', 'a\0:b', 'a:b\0', `${'a'.repeat(61)}:`]],
    ['/v1/events', 'after', ['beginning', 'msg_invoicepaid4Qm8'], ['end', 'msg_', 'a.b.c']],
    ['/v1/webhook-endpoints/5/stats', 'since', ['2026-12-01T00:00:00Z'], ['1800-01-01T00:00:00Z', '2026-12-01']],
  ])('%s?%s', async (path, name, taken, refused) => {
    const documented = path.replace(/\/\d+/, '/{id}');
    const parameters = walk.document.paths[documented]?.get?.parameters ?? [];
    const at = parameters.findIndex((one) => 'name' in one && one.name === name);
    for (const value of [...taken, ...refused]) {
      const answer = await walk.world.key.call('GET', `${path}?${name}=${encodeURIComponent(value)}`);
      const place = ['paths', documented, 'get', 'parameters', at, 'schema'];
      const said = documentTakes(name === 'customField' ? [...place, 'items'] : place, value);
      expect([value, isTaken(answer), said]).toEqual([value, taken.includes(value), taken.includes(value)]);
    }
  });

  it.each<[string, string, readonly string[], readonly string[]]>([
    ['If-Match', 'IfMatch', ['*', '"7"', '"7-abc", W/"8"'], ['', '7', '"7', '"7" "8"']],
    ['Idempotency-Key', 'IdempotencyKey', ['a', '"a b"', 'a b', 'x'.repeat(255)], ['', 'a"b', 'é', 'x'.repeat(256)]],
    ['Client-Request-Id', 'ClientRequestId', ['a', 'x'.repeat(300)], []],
    ['Prefer', 'DryRun', ['dry-run', 'respond-async'], []],
  ])('the header %s', async (name, parameter, taken, refused) => {
    for (const value of [...taken, ...refused]) {
      const headers = { ...DRY, [name]: value };
      const body = { name: 'Atelier Lumen' };
      const answer = await walk.world.key.call('PATCH', '/v1/clients/17', { body, headers });
      const said = documentTakes(['components', 'parameters', parameter, 'schema'], value);
      expect([value, isTaken(answer), said]).toEqual([value, taken.includes(value), taken.includes(value)]);
    }
  });

  it.each<[string, string, object, string, readonly string[], readonly string[]]>([
    ['/v1/webhook-endpoints', 'CreateWebhookEndpoint', { eventTypes: ['invoice.paid'] }, 'url', TAKEN_URLS, WRONG_URLS],
    ['/v1/clients', 'CreateClient', CLIENT, 'vatNumber', TAKEN_VAT_NUMBERS, WRONG_VAT_NUMBERS],
    ['/v1/clients', 'CreateClient', CLIENT, 'email', TAKEN_EMAILS, WRONG_EMAILS],
    ['/v1/quotes/11/convert', 'ConvertQuote', { mode: 'Percent' }, 'percent', ['0.01', '30'], ['0', '-0.0', '-5']],
  ])('%s with %s and %j: %s', async (path, schema, base, name, taken, refused) => {
    for (const value of [...taken, ...refused]) {
      const body = { ...base, [name]: value };
      const answer = await walk.world.key.call('POST', path, { body, headers: DRY });
      const said = documentTakes(['components', 'schemas', schema], body);
      expect([value, isTaken(answer), said]).toEqual([value, taken.includes(value), taken.includes(value)]);
    }
  });

  it.each<[string, string, boolean, object]>([
    ['an amount and a percent', 'LineBody', false, { discount: { amount: '1.00', percent: '5' } }],
    ['neither of them', 'LineBody', false, { discount: { reason: 'Loyalty' } }],
    ['one of them', 'LineBody', true, { discount: { percent: '5' } }],
    ['a decimal with a leading zero', 'LineBody', false, { quantity: '01' }],
    ['a negative price', 'LineBody', false, { unitPrice: '-1' }],
    ['a base of zero', 'LineBody', false, { priceBaseQuantity: '0.0' }],
    ['a rate of zero in category S', 'LineBody', false, { taxRate: '0' }],
    ['no rate in category Z', 'LineBody', false, { taxCategory: 'Z', taxRate: undefined }],
    ['a rate of zero in category Z', 'LineBody', true, { taxCategory: 'Z', taxRate: '0.00' }],
    ['a rate in category O', 'LineBody', false, { taxCategory: 'O', taxRate: '0' }],
    [
      'no rate in category O',
      'LineBody',
      true,
      { taxCategory: 'O', taxRate: undefined, exemptionReason: 'Article 44' },
    ],
    ['a reason in category S', 'LineBody', false, { exemptionReason: 'Article 44' }],
    ['a reason in category E', 'LineBody', true, { taxCategory: 'E', taxRate: '0', exemptionReason: 'Article 44' }],
    ['a unit of the list', 'LineBody', true, { unit: 'XPP' }],
    ['a unit that is none', 'LineBody', false, { unit: 'HR' }],
    ['the largest whole number', 'LineBody', true, { customFields: { a: Number.MAX_SAFE_INTEGER, b: -0.5 } }],
    ['a number with gaps', 'LineBody', false, { customFields: { a: Number.MAX_SAFE_INTEGER + 1 } }],
    ['a blank name', 'LineBody', false, { name: '  ' }],
    ['a name with a control character', 'LineBody', false, { name: 'a\u001bb' }],
  ])('a line with %s', async (_, schema, taken, change) => {
    const line = JSON.parse(JSON.stringify({ ...exampleLine, ...change })) as object;
    const body = { clientId: 17, currency: 'EUR', lines: [line] };
    const answer = await walk.world.key.call('POST', '/v1/invoices/preview', { body });
    expect([isTaken(answer), documentTakes(['components', 'schemas', schema], line)]).toEqual([taken, taken]);
  });

  it.each<[string, string, string, boolean, object]>([
    ['/v1/clients', 'an unknown country', 'CreateClient', false, { ...CLIENT, billingAddress: { country: 'EL' } }],
    ['/v1/clients', 'Kosovo', 'CreateClient', true, { ...CLIENT, billingAddress: { country: 'XK' } }],
    ['/v1/clients', 'no register', 'CreateClient', false, { ...CLIENT, legalId: { scheme: '9930', value: '1' } }],
    [
      '/v1/clients',
      'a network',
      'CreateClient',
      true,
      { ...CLIENT, electronicAddress: { scheme: '9930', value: '1' } },
    ],
    ['/v1/invoices', 'no means', 'CreateInvoice', false, { ...INVOICE, paymentMeans: { code: '71' } }],
    [
      '/v1/invoices',
      'a short IBAN',
      'CreateInvoice',
      false,
      { ...INVOICE, paymentMeans: { code: '30', iban: 'AT32010000000173363' } },
    ],
    [
      '/v1/invoices',
      'a BIC of no country',
      'CreateInvoice',
      false,
      { ...INVOICE, paymentMeans: { code: '30', bic: 'AGRIQQPP' } },
    ],
    [
      '/v1/invoices',
      'a BIC with digits',
      'CreateInvoice',
      true,
      { ...INVOICE, paymentMeans: { code: '30', bic: 'WG11US33' } },
    ],
    [
      '/v1/webhook-endpoints',
      'a type twice',
      'CreateWebhookEndpoint',
      false,
      { eventTypes: ['invoice.paid', 'invoice.paid'] },
    ],
    ['/v1/webhook-endpoints', 'an address without a host', 'CreateWebhookEndpoint', false, { url: 'https://' }],
    [
      '/v1/webhook-endpoints',
      'a header with a line break',
      'CreateWebhookEndpoint',
      false,
      { headers: { 'X-A': 'a\nb' } },
    ],
    [
      '/v1/webhook-endpoints',
      'a filter',
      'CreateWebhookEndpoint',
      true,
      { filter: { field: 'totals.gross', gte: '10' } },
    ],
    [
      '/v1/webhook-endpoints',
      'a filter without a comparison',
      'CreateWebhookEndpoint',
      false,
      { filter: { field: 'id' } },
    ],
    ...[{ field: 'id' }, { field: 'id', eq: 1 }, { all: [{ field: 'id', eq: 1 }] }].map(
      (other): [string, string, string, boolean, object] => [
        '/v1/webhook-endpoints',
        `a filter with ${Object.keys(other).join(' and ')} beside not`,
        'CreateWebhookEndpoint',
        false,
        { filter: { ...other, not: { field: 'id', eq: 1 } } },
      ],
    ),
    ['/v1/webhook-endpoints', 'a comparison without a field', 'CreateWebhookEndpoint', false, { filter: { eq: 1 } }],
    [
      '/v1/webhook-endpoints',
      'a filter on no member',
      'CreateWebhookEndpoint',
      false,
      { filter: { field: 'colour', eq: 1 } },
    ],
    ['/v1/leaked-keys', 'a short key', 'ReportLeakedKey', false, { key: 'bhk_short' }],
    ['/v1/me/permissions/check', 'no question', 'CheckPermissions', false, { requests: [] }],
    ['/v1/me/permissions/check', 'half an escape', 'CheckPermissions', false, asked('/v1/clients?q=50%')],
    ['/v1/me/permissions/check', 'an escape', 'CheckPermissions', true, asked('/v1/clients?q=50%25')],
    [
      '/v1/webhook-endpoints/5/test',
      'an event and a type',
      'TestWebhookEndpoint',
      false,
      { eventType: 'invoice.paid', eventId: 'msg_1' },
    ],
  ])('%s with %s', async (path, _, schema, taken, change) => {
    const url = 'https://example.com/webhooks/billhook';
    const base = schema === 'CreateWebhookEndpoint' ? { url, eventTypes: ['invoice.paid'] } : {};
    const body = { ...base, ...change };
    const answer = await walk.world.key.call('POST', path, { body, headers: DRY });
    expect([isTaken(answer), documentTakes(['components', 'schemas', schema], body)]).toEqual([taken, taken]);
  });
});
