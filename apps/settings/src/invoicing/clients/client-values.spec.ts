import type { ClientView } from '@billhook/contract/invoicing/client';
import { describe, expect, it } from '@jest/globals';
import { daysOf } from '../../shared/forms/payment-terms-values.js';
import { clientValues, createBody, hasFurtherValues, isFurtherField, updateBody } from './client-values.js';

const client: ClientView = {
  id: 7,
  externalId: 'crm-7',
  status: 'Active',
  kind: 'Business',
  name: 'Atelier Lumen SARL',
  tradingName: null,
  firstName: null,
  lastName: null,
  email: 'compta@atelier-lumen.example',
  phone: null,
  contacts: [{ name: 'Ana', email: 'ana@atelier-lumen.example', receives: ['Invoice'] }],
  billingAddress: { line1: '8 rue des Tilleuls', city: 'Lyon', country: 'FR' },
  deliveryAddress: null,
  legalId: { scheme: '0002', value: '403032650' },
  vatNumber: 'FR40403032650',
  electronicAddress: null,
  buyerReference: null,
  currency: 'EUR',
  locale: 'fr',
  paymentTerms: { days: 30, endOfMonth: true },
  notes: null,
  customFields: { costCentre: 12, vip: true },
  balances: [],
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};

describe('the form of a client', () => {
  it('sends nothing without a change', () => {
    expect(updateBody(clientValues(client), client)).toEqual({});
  });

  it('sends changed members, null for cleared ones, and keeps the types of custom fields', () => {
    const values = clientValues(client);
    const changed = {
      ...values,
      email: ' ',
      vatNumber: 'fr 40 403 032 650 x',
      contacts: [],
      customFields: [...values.customFields, { name: 'region', value: 'South' }],
      paymentTerms: { ...values.paymentTerms, days: '' },
    };
    expect(updateBody(changed, client)).toEqual({
      email: null,
      vatNumber: 'FR40403032650X',
      contacts: [],
      customFields: { costCentre: 12, vip: true, region: 'South' },
      paymentTerms: null,
    });
  });

  it('keeps and sends the number of a register that has no code', () => {
    const registered = { ...client, legalId: { value: 'HRB 12345, Amtsgericht München' } };
    const values = clientValues(registered);
    expect(updateBody(values, registered)).toEqual({});
    const other = { ...values, legalId: { ...values.legalId, value: ' HRB 7 ' } };
    expect(updateBody(other, registered)).toEqual({ legalId: { value: 'HRB 7' } });
    expect(updateBody({ ...values, legalId: { scheme: '-', value: '' } }, registered)).toMatchObject({ legalId: null });
  });

  it('leaves empty values out of a new client', () => {
    const values = { ...clientValues(undefined, 'FR'), name: ' Zoé Martin ', kind: 'Individual' as const };
    expect(createBody(values)).toEqual({ kind: 'Individual', name: 'Zoé Martin', billingAddress: { country: 'FR' } });
  });

  it('keeps a delivery address only while it is enabled', () => {
    const deliveryAddress = { ...clientValues(client).deliveryAddress, country: 'BE' };
    const values = { ...clientValues(client), deliveryAddress };
    expect(updateBody(values, client)).toEqual({});
    expect(updateBody({ ...values, deliversElsewhere: true }, client)).toEqual({ deliveryAddress: { country: 'BE' } });
  });

  it('reads the payment period', () => {
    expect(['0', ' 30', '365', '366', '1.5', ''].map(daysOf)).toEqual([0, 30, 365, undefined, undefined, undefined]);
  });
});

describe('the fields that are shown on request', () => {
  const main = { ...clientValues(undefined, 'FR'), name: 'Lumen', email: 'a@b.example', vatNumber: 'FR40403032650' };

  it.each<[string, object, boolean]>([
    ['only the first fields', { kind: 'Individual' }, false],
    ['another country', { billingAddress: { ...main.billingAddress, country: 'DE' } }, false],
    ['a street', { billingAddress: { ...main.billingAddress, line1: '8 rue des Tilleuls' } }, true],
    ['a contact', { contacts: clientValues(client).contacts }, true],
    ['end of month', { paymentTerms: { ...main.paymentTerms, endOfMonth: true } }, true],
    ['an unfinished identifier', { legalId: { scheme: '0002', value: '' } }, true],
    ['notes', { notes: 'Calls back' }, true],
  ])('with %s', (_name, part, expected) => {
    expect(hasFurtherValues({ ...main, ...part })).toBe(expected);
  });

  it('are those of a stored client', () => {
    expect(hasFurtherValues(clientValues(client))).toBe(true);
  });

  it('include all but five', () => {
    expect(['name', 'billingAddress.country', 'billingAddress.city', 'phone'].map(isFurtherField)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
