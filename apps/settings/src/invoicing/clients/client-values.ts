import type { ClientView, CreateClient, UpdateClient } from '@billhook/contract/invoicing/client';
import { byName } from '@billhook/contract/invoicing/document-fields';
import { isCurrency } from '@billhook/domain/invoicing/codes/currency';
import {
  addressOrNull,
  addressValues,
  compactOrNull,
  legalIdOrNull,
  legalIdValues,
  schemeOrNull,
  textOrNull,
  type AddressValues,
} from '../../shared/forms/form-values.js';
import { termsOf, termsValues } from '../../shared/forms/payment-terms-values.js';
import type { ClientKind } from './client-search.js';

type Receives = ClientView['contacts'][number]['receives'][number];
export const RECEIVES: readonly Receives[] = ['Invoice', 'Quote'];

export interface ContactValues {
  name: string;
  email: string;
  phone: string;
  receives: Receives[];
}

export const NEW_CONTACT: ContactValues = { name: '', email: '', phone: '', receives: [] };

/** The value of a member in the form (empty if there is none) and in the API (null if there is none). */
interface ClientFormMember<Name extends keyof CreateClient> {
  readonly show: (of: ClientView[Name] | undefined) => unknown;
  readonly send: (held: never) => unknown;
}

const blank = (text: string | null | undefined): string => text ?? '';
const LINE = { show: blank, send: textOrNull };
const PAIR = {
  show: (id: { scheme: string; value: string } | null | undefined) => id ?? { scheme: '', value: '' },
  send: schemeOrNull,
};

/** A member of the contract that is missing here does not compile. */
const MEMBERS = {
  kind: { show: (kind) => kind ?? 'Business', send: (kind: ClientKind) => kind },
  name: { show: blank, send: (name: string) => name.trim() },
  tradingName: LINE,
  firstName: LINE,
  lastName: LINE,
  legalId: { show: legalIdValues, send: legalIdOrNull },
  vatNumber: { show: blank, send: compactOrNull },
  email: LINE,
  phone: LINE,
  contacts: { show: contactValues, send: contactsOf },
  billingAddress: { show: addressValues, send: (held: AddressValues) => addressOrNull(held) ?? { country: '' } },
  deliveryAddress: { show: addressValues, send: addressOrNull },
  electronicAddress: PAIR,
  buyerReference: LINE,
  currency: { show: blank, send: (code: string) => (isCurrency(code) ? code : null) },
  locale: {
    show: (locale): 'en' | 'fr' | '' => (locale === 'en' || locale === 'fr' ? locale : ''),
    send: (locale: 'en' | 'fr' | '') => locale || null,
  },
  paymentTerms: { show: termsValues, send: termsOf },
  externalId: LINE,
  notes: LINE,
  customFields: { show: customFieldValues, send: (rows: CustomFieldRow[]) => customFieldsOf(rows, {}) },
} satisfies { readonly [Name in keyof Required<CreateClient>]: ClientFormMember<Name> };

type MemberName = keyof typeof MEMBERS;
const NAMES = Object.keys(MEMBERS) as MemberName[];

export type ClientValues = { [Name in MemberName]: ReturnType<(typeof MEMBERS)[Name]['show']> } & {
  deliversElsewhere: boolean;
};

interface CustomFieldRow {
  name: string;
  value: string;
}

/** The form values of a client. @param country of a new client: most are in the country of the company */
export function clientValues(client: ClientView | undefined, country = ''): ClientValues {
  const held = byName(NAMES, (name) => (MEMBERS[name].show as (of: unknown) => unknown)(client?.[name]));
  return {
    ...(held as Omit<ClientValues, 'deliversElsewhere'>),
    ...(!client && { billingAddress: addressValues({ country }) }),
    deliversElsewhere: Boolean(client?.deliveryAddress),
  };
}

/** The fields that the form shows first, by their paths. */
const MAIN: ReadonlySet<string> = new Set(['kind', 'name', 'email', 'billingAddress.country', 'vatNumber']);

/** Whether a field of the form is one of those that are shown on request. */
export const isFurtherField = (path: string): boolean => !MAIN.has(path);

/** Whether one of the fields that are shown on request has a value. */
export function hasFurtherValues(values: ClientValues): boolean {
  const { kind, name, email, vatNumber, billingAddress } = values;
  const main = { ...clientValues(undefined, billingAddress.country), kind, name, email, vatNumber };
  return JSON.stringify(values) !== JSON.stringify(main);
}

function contactValues(contacts: ClientView['contacts'] = []): ContactValues[] {
  return contacts.map(({ name, email = '', phone = '', receives }) => ({
    name,
    email,
    phone,
    receives: [...receives],
  }));
}

function contactsOf(contacts: ContactValues[]) {
  return contacts.map(({ name, email, phone, receives }) => ({
    name: name.trim(),
    ...(email.trim() && { email: email.trim() }),
    ...(phone.trim() && { phone: phone.trim() }),
    receives,
  }));
}

function customFieldValues(fields: ClientView['customFields'] = {}): CustomFieldRow[] {
  return Object.entries(fields).map(([name, value]) => ({ name, value: String(value) }));
}

type Sent = { [Name in MemberName]: ReturnType<(typeof MEMBERS)[Name]['send']> };

/** All members in the format of the API. */
function membersOf(values: ClientValues, before: ClientView | undefined): Sent {
  const sent = byName(NAMES, (name) => (MEMBERS[name].send as (held: unknown) => unknown)(values[name])) as Sent;
  return {
    ...sent,
    deliveryAddress: values.deliversElsewhere ? sent.deliveryAddress : null,
    customFields: customFieldsOf(values.customFields, before?.customFields ?? {}),
  };
}

/** Integrations store numbers and booleans in these fields: unchanged ones keep their type. */
function customFieldsOf(rows: readonly CustomFieldRow[], before: ClientView['customFields']) {
  return Object.fromEntries(
    rows
      .filter(({ name }) => name.trim())
      .map(({ name, value }) => {
        const was = before[name.trim()];
        return [name.trim(), was !== undefined && String(was) === value ? was : value];
      }),
  );
}

/** The body of a new client, without empty values. */
export function createBody(values: ClientValues): CreateClient {
  const { kind, name, billingAddress, contacts, customFields, ...members } = membersOf(values, undefined);
  const filled = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
  return {
    kind,
    name,
    billingAddress,
    ...filled,
    ...(contacts.length > 0 && { contacts }),
    ...(Object.keys(customFields).length > 0 && { customFields }),
  };
}

/** The patch of a client; unchanged members are left out, so that nothing is overwritten unseen. */
export function updateBody(values: ClientValues, client: ClientView): UpdateClient {
  const after = membersOf(values, client);
  const before = membersOf(clientValues(client), client);
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
  );
  return Object.fromEntries(changed);
}
