import type { ClientView, CreateClient, UpdateClient } from '@billhook/contract/invoicing/client';
import { isCurrency } from '@billhook/domain/invoicing/currency';
import {
  addressOrNull,
  addressValues,
  compactOrNull,
  schemeOrNull,
  textOrNull,
  type AddressValues,
} from '../../shared/forms/form-values.js';
import type { ClientKind } from './client-search.js';

type Receives = ClientView['contacts'][number]['receives'][number];
export const RECEIVES: readonly Receives[] = ['Invoice', 'Quote'];

export interface ContactValues {
  name: string;
  email: string;
  phone: string;
  receives: Receives[];
}

export interface ClientValues {
  kind: ClientKind;
  name: string;
  tradingName: string;
  firstName: string;
  lastName: string;
  legalId: { scheme: string; value: string };
  vatNumber: string;
  email: string;
  phone: string;
  contacts: ContactValues[];
  billingAddress: AddressValues;
  deliversElsewhere: boolean;
  deliveryAddress: AddressValues;
  electronicAddress: { scheme: string; value: string };
  buyerReference: string;
  currency: string;
  locale: 'en' | 'fr' | '';
  paymentTerms: { days: string; endOfMonth: boolean; text: string };
  externalId: string;
  notes: string;
  customFields: { name: string; value: string }[];
}

export const NEW_CONTACT: ContactValues = { name: '', email: '', phone: '', receives: [] };

/** A client as its form holds it; what it has not is blank. @param country of a new client: most are where the company is */
export function clientValues(client: ClientView | undefined, country = ''): ClientValues {
  const pair = (id: { scheme: string; value: string } | null | undefined) => id ?? { scheme: '', value: '' };
  const terms = client?.paymentTerms;
  return {
    kind: client?.kind ?? 'Business',
    name: client?.name ?? '',
    tradingName: client?.tradingName ?? '',
    firstName: client?.firstName ?? '',
    lastName: client?.lastName ?? '',
    legalId: pair(client?.legalId),
    vatNumber: client?.vatNumber ?? '',
    email: client?.email ?? '',
    phone: client?.phone ?? '',
    contacts: (client?.contacts ?? []).map(({ name, email = '', phone = '', receives }) => ({
      name,
      email,
      phone,
      receives: [...receives],
    })),
    billingAddress: addressValues(client?.billingAddress ?? { country }),
    deliversElsewhere: Boolean(client?.deliveryAddress),
    deliveryAddress: addressValues(client?.deliveryAddress),
    electronicAddress: pair(client?.electronicAddress),
    buyerReference: client?.buyerReference ?? '',
    currency: client?.currency ?? '',
    locale: client?.locale === 'en' || client?.locale === 'fr' ? client.locale : '',
    paymentTerms: {
      days: terms ? String(terms.days) : '',
      endOfMonth: terms?.endOfMonth ?? false,
      text: terms?.text ?? '',
    },
    externalId: client?.externalId ?? '',
    notes: client?.notes ?? '',
    customFields: Object.entries(client?.customFields ?? {}).map(([name, value]) => ({ name, value: String(value) })),
  };
}

/** Days to pay as a number; undefined for what is no number of days. */
export function daysOf(text: string): number | undefined {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return days <= 365 ? days : undefined;
}

/** Every member as the API takes it, null where the client has none. */
function membersOf(values: ClientValues, before: ClientView | undefined) {
  const days = daysOf(values.paymentTerms.days);
  const { endOfMonth, text } = values.paymentTerms;
  return {
    kind: values.kind,
    name: values.name.trim(),
    tradingName: textOrNull(values.tradingName),
    firstName: textOrNull(values.firstName),
    lastName: textOrNull(values.lastName),
    legalId: schemeOrNull(values.legalId),
    vatNumber: compactOrNull(values.vatNumber),
    email: textOrNull(values.email),
    phone: textOrNull(values.phone),
    contacts: values.contacts.map(({ name, email, phone, receives }) => ({
      name: name.trim(),
      ...(email.trim() && { email: email.trim() }),
      ...(phone.trim() && { phone: phone.trim() }),
      receives,
    })),
    billingAddress: addressOrNull(values.billingAddress) ?? { country: '' },
    deliveryAddress: values.deliversElsewhere ? addressOrNull(values.deliveryAddress) : null,
    electronicAddress: schemeOrNull(values.electronicAddress),
    buyerReference: textOrNull(values.buyerReference),
    currency: isCurrency(values.currency) ? values.currency : null,
    locale: values.locale || null,
    paymentTerms: days === undefined ? null : { days, endOfMonth, ...(text.trim() && { text: text.trim() }) },
    externalId: textOrNull(values.externalId),
    notes: textOrNull(values.notes),
    customFields: customFieldsOf(values.customFields, before?.customFields ?? {}),
  };
}

/** Integrations keep numbers and switches in these fields: what was not changed here stays of its type. */
function customFieldsOf(rows: ClientValues['customFields'], before: ClientView['customFields']) {
  return Object.fromEntries(
    rows
      .filter(({ name }) => name.trim())
      .map(({ name, value }) => {
        const was = before[name.trim()];
        return [name.trim(), was !== undefined && String(was) === value ? was : value];
      }),
  );
}

/** A new client: what is blank is left out. */
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

/** What of a client is to be changed; what is as it was is left out, so that nothing is overwritten unseen. */
export function updateBody(values: ClientValues, client: ClientView): UpdateClient {
  const after = membersOf(values, client);
  const before = membersOf(clientValues(client), client);
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(before, name)),
  );
  return Object.fromEntries(changed);
}
