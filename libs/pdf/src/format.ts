import type { PrintedDocument } from '@billhook/contract/invoicing/printed-document';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import { formatDay } from '@billhook/domain/shared/format-day';
import { TEXTS } from './texts.js';

type PrintedPeriod = NonNullable<PrintedDocument['servicePeriod']>;
type LegalId = NonNullable<PrintedDocument['seller']['legalId']>;

const NO_BREAK = '\u00a0';

/** "21 November 2026", "1er décembre 2026", with no-break spaces. */
export function formatDate(date: string, locale: DocumentLocale): string {
  return formatDay(date, locale).replaceAll(' ', NO_BREAK);
}

/** "1 – 31 October 2026": parts that both days share appear once. */
export function formatPeriod({ start, end }: PrintedPeriod, locale: DocumentLocale): string {
  const [first, last] = [formatDate(start, locale), formatDate(end, locale)];
  if (start === end) return last;
  // The year, or the month and year, if they are the same in both.
  const shared = [7, 4].findIndex((length) => start.slice(0, length) === end.slice(0, length));
  const parts = first.split(NO_BREAK);
  return `${(shared === -1 ? parts : parts.slice(0, shared + 1)).join(NO_BREAK)} – ${last}`;
}

/** The ISO 6523 registers whose numbers have a well-known name. */
const REGISTERS: Readonly<Record<string, string>> = {
  '0002': 'SIREN',
  '0009': 'SIRET',
  '0060': 'D-U-N-S',
  '0088': 'GLN',
  '0106': 'KvK',
  '0183': 'UID',
  '0184': 'CVR',
  '0190': 'OIN',
  '0204': 'Leitweg-ID',
  '0208': 'BCE/KBO',
};

/** "SIREN 303 265 045", or a general label if the register has no well-known name. */
export function formatLegalId({ scheme, value }: LegalId, locale: DocumentLocale): string {
  return `${legalIdName(scheme, locale)}${NO_BREAK}${legalIdValue({ scheme, value })}`;
}

export function legalIdName(scheme: string | undefined, locale: DocumentLocale): string {
  return REGISTERS[scheme ?? ''] ?? TEXTS[locale].legalId;
}

/** SIREN and SIRET are grouped in threes, and the last five digits of a SIRET together. */
export function legalIdValue({ scheme, value }: LegalId): string {
  if (scheme !== '0002' && scheme !== '0009') return value;
  const parts = /^(\d{3})(\d{3})(\d{3})(\d{5})?$/.exec(value)?.slice(1);
  return parts ? parts.filter(Boolean).join(NO_BREAK) : value;
}
