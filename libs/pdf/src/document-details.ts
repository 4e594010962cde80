import { REFERENCE_NAMES } from '@billhook/contract/invoicing/document-fields';
import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import { postalLines } from './countries.js';
import { formatDate, formatLegalId, formatPeriod, legalIdName, legalIdValue } from './format.js';
import { isolated } from './paragraph.js';
import { TEXTS } from './texts.js';

/** "Invoice INV-2026-00001", "Invoice (draft)": the title of the file, and the header of later pages. */
export function documentTitle(source: PrintedDocument): string {
  const texts = TEXTS[source.locale];
  return `${texts.kinds[source.kind]} ${source.number ?? `(${texts.draft.toLowerCase()})`}`;
}

/** The table in the header of the document: label and value, in their order. */
export function documentDetails(source: PrintedDocument): (readonly [label: string, value: string])[] {
  const { locale, client } = source;
  const { facts, references } = TEXTS[locale];
  const date = (value: string | null | undefined) => value && formatDate(value, locale);
  const rows: [string, string | null | undefined][] = [
    [facts.issueDate, date(source.issueDate)],
    [facts.dueDate, date(source.dueDate)],
    [facts.expiryDate, date(source.expiryDate)],
    [facts.supplyDate, date(source.supplyDate)],
    [facts.servicePeriod, source.servicePeriod && formatPeriod(source.servicePeriod, locale)],
    [facts.invoice, source.precedingInvoice?.number],
    ...REFERENCE_NAMES.map((name): [string, string | null] => [references[name], source[name]]),
    [facts.clientVatNumber, client.vatNumber],
    [clientLegalIdLabel(source), client.legalId && legalIdValue(client.legalId)],
    [facts.deliverTo, deliveryAddress(source)],
  ];
  return rows.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
}

function clientLegalIdLabel({ client, locale }: PrintedDocument): string {
  const { facts, legalId } = TEXTS[locale];
  const name = client.legalId ? legalIdName(client.legalId.scheme, locale) : legalId;
  return name === legalId ? facts.clientLegalId : facts.yourRegister(name);
}

/** Only if it differs from the address on the envelope. */
function deliveryAddress({ client, seller, locale }: PrintedDocument): string | null {
  if (!client.deliveryAddress) return null;
  const home = seller.address?.country;
  const text = inOneLine(postalLines(client.deliveryAddress, locale, home));
  return text === inOneLine(postalLines(client.billingAddress, locale, home)) ? null : text;
}

const inOneLine = (lines: readonly string[]): string => lines.map(isolated).join(', ');

/** The legal identity of the seller, on each page. */
export function legalFooter({ seller, locale }: PrintedDocument): string {
  const { name, address, legalId, vatNumber, taxNumber, legalNotice } = seller;
  const texts = TEXTS[locale];
  const identity = [
    isolated(name),
    address && inOneLine(postalLines(address, locale, address.country)),
    legalId && formatLegalId(legalId, locale),
    vatNumber && `${texts.vatNumber}\u00a0${vatNumber}`,
    taxNumber && `${texts.taxNumber}\u00a0${taxNumber}`,
  ];
  return [identity.filter(Boolean).join(' · '), legalNotice].filter(Boolean).join('\n');
}
