import { DOCUMENT_LOCALES, type DocumentLocale } from '../shared/format-amount.js';

export type LegalTextName =
  | 'LatePaymentPenalty'
  | 'RecoveryCosts'
  | 'EarlyPaymentDiscount'
  | 'SupplyDate'
  | 'SmallBusiness'
  | 'PaymentReference';

/** A sentence for documents of companies in a country. */
export interface LegalText {
  readonly name: LegalTextName;
  /** The law or the standard that asks for it. */
  readonly source: string;
  /** The buyers whose invoices must contain it; none if it is only offered. */
  readonly requiredFor: readonly ('Business' | 'Individual' | 'Public')[];
  readonly text: Readonly<Record<DocumentLocale, string>>;
  /** Matches the sentence, and others of the same meaning in English, French or German. */
  readonly pattern: RegExp;
}

/**
 * By country of the seller. Sources:
 * - France: code de commerce, articles L441-9 (contents of an invoice between professionals), L441-10 (rate and fixed compensation), D441-5 (40 EUR).
 * - Germany: § 14 (4) 6 UStG with 14.5 (16) UStAE, which accepts the sentence; § 34a UStDV for small businesses.
 * - Belgium: structured communication (OGM-VCS) of Febelfin, which banks match only if it is complete. No law requires it.
 */
const LEGAL_TEXTS: Readonly<Record<string, readonly LegalText[]>> = {
  FR: [
    {
      name: 'LatePaymentPenalty',
      source: 'Code de commerce, article L441-9',
      requiredFor: ['Business'],
      text: {
        en: 'Late payment is charged interest at the refinancing rate of the European Central Bank plus 10 percentage points, from the day after the due date.',
        fr: 'Tout retard de paiement entraîne, dès le lendemain de l’échéance, des pénalités au taux de refinancement de la Banque centrale européenne majoré de 10 points.',
      },
      pattern:
        /p[ée]nalit[ée]s?|penalt(?:y|ies)|interest (?:at|of|on|rate)|late[- ]payment interest|int[ée]r[êe]ts? (?:de retard|moratoires?)/iu,
    },
    {
      name: 'RecoveryCosts',
      source: 'Code de commerce, articles L441-10 and D441-5',
      requiredFor: ['Business'],
      text: {
        en: 'In case of late payment, a fixed compensation of €40 for recovery costs is due.',
        fr: 'En cas de retard de paiement, une indemnité forfaitaire de 40 € pour frais de recouvrement est due.',
      },
      pattern: /(?<![\d.,])40(?:[.,]00)?\s*(?:€|EUR\b|euros?\b)|(?:€|\bEUR)\s*40(?:[.,]00)?(?![\d.,]*\d)/iu,
    },
    {
      name: 'EarlyPaymentDiscount',
      source: 'Code de commerce, article L441-9',
      requiredFor: ['Business'],
      text: { en: 'No discount for early payment.', fr: 'Pas d’escompte pour paiement anticipé.' },
      pattern: /escompte|discount|skonto/iu,
    },
  ],
  DE: [
    {
      name: 'SupplyDate',
      source: '§ 14 (4) 6 UStG',
      requiredFor: ['Business', 'Individual', 'Public'],
      text: {
        en: 'Unless another date is stated, the date of supply is the invoice date.',
        fr: 'Sauf indication contraire, la date de livraison ou de prestation est celle de la facture.',
      },
      pattern:
        /dates? of (?:supply|delivery|service)|supply date|dates? de (?:la )?(?:livraison|prestation)|(?:leistungs|liefer)(?:datum|zeitpunkt|zeitraum)/iu,
    },
    {
      name: 'SmallBusiness',
      source: '§ 19 UStG',
      requiredFor: [],
      text: {
        en: 'No VAT is charged: the exemption for small businesses applies (§ 19 UStG).',
        fr: 'TVA non facturée : exonération des petites entreprises (§ 19 UStG).',
      },
      pattern: /§\s*19\b.{0,20}ustg|kleinunternehmer/iu,
    },
  ],
  BE: [
    {
      name: 'PaymentReference',
      source: 'Febelfin, OGM-VCS',
      requiredFor: [],
      text: {
        en: 'Please pay with the structured reference of this document, without changing it.',
        fr: 'Veuillez payer avec la communication structurée de ce document, sans la modifier.',
      },
      pattern: /structured (?:reference|communication)|communication structur[ée]e|gestructureerde mededeling/iu,
    },
  ],
};

/** The sentences for a country, in the order in which documents show them; empty for other countries. */
export function legalTexts(country: string | undefined): readonly LegalText[] {
  return Object.hasOwn(LEGAL_TEXTS, country ?? '') ? (LEGAL_TEXTS[country ?? ''] ?? []) : [];
}

/** Whether a text of an invoice of a Belgian company asks for the structured reference. */
export function asksForStructuredReference(country: string | undefined, texts: readonly (string | null)[]): boolean {
  const sentence = legalTexts(country).find(({ name }) => name === 'PaymentReference');
  return sentence !== undefined && texts.some((text) => text !== null && sentence.pattern.test(text));
}

/** The required sentences of a country as terms in each language; null if its law requires none. */
export function requiredTerms(country: string | undefined): Record<DocumentLocale, string> | null {
  const required = legalTexts(country).filter(({ requiredFor }) => requiredFor.length > 0);
  if (required.length === 0) return null;
  const inLanguage = (locale: DocumentLocale) => [locale, required.map(({ text }) => text[locale]).join('\n')] as const;
  return Object.fromEntries(DOCUMENT_LOCALES.map(inLanguage)) as Record<DocumentLocale, string>;
}

/** The required sentences that no text of an invoice says. @param texts its notes, its terms and the legal notice */
export function missingTexts(
  country: string | undefined,
  buyer: LegalText['requiredFor'][number],
  texts: readonly (string | null)[],
): readonly LegalText[] {
  const all = texts.filter((text) => text !== null).join('\n');
  return legalTexts(country).filter(({ requiredFor, pattern }) => requiredFor.includes(buyer) && !pattern.test(all));
}
