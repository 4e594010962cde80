import { compactCode, isBic, isCreditorReference, isIban } from '@billhook/domain/invoicing/payment-details/iban';
import { acceptsSepaTransfers } from '@billhook/domain/invoicing/payment-details/sepa';
import { create as createQrCode } from 'qrcode';

/** A credit transfer in euro; `amount` has two decimals. */
export interface CreditTransfer {
  readonly name: string;
  readonly iban: string;
  readonly bic: string | null;
  readonly amount: string;
  readonly remittance: string;
}

const LONGEST_NAME = 70;
const LONGEST_REMITTANCE = 140;
/** 331 bytes is the capacity of a version 13 code at level M, the largest that EPC069-12 allows. */
const LARGEST = 331;
const AMOUNT = /^(?!0+\.00$)(0|[1-9]\d{0,8})\.\d\d$/;

/**
 * The payload of a quick response code by EPC069-12 (version 002, UTF-8), which banking apps in the SEPA area read.
 * @returns undefined if apps would reject it: an IBAN with wrong check digits, an amount below 0.01 or above 999999999.99, an account outside of SEPA, or
 * outside of the European Economic Area without a BIC
 */
export function epcPayload(transfer: CreditTransfer): string | undefined {
  const iban = compactCode(transfer.iban);
  if (!isIban(iban) || !AMOUNT.test(transfer.amount)) return undefined;
  const given = compactCode(transfer.bic ?? '');
  const bic = isBic(given) ? given : '';
  if (!acceptsSepaTransfers(iban, bic !== '')) return undefined;
  const reference = compactCode(transfer.remittance);
  const structured = isCreditorReference(reference) ? reference : '';
  const payload = [
    'BCD',
    '002',
    '1',
    'SCT',
    bic,
    oneLine(transfer.name, LONGEST_NAME),
    iban,
    `EUR${transfer.amount}`,
    '',
    structured,
    structured ? '' : oneLine(transfer.remittance, LONGEST_REMITTANCE),
  ];
  const text = payload.join('\n').trimEnd();
  return Buffer.byteLength(text) <= LARGEST ? text : undefined;
}

/** The modules of a code by row; dark ones are true. @throws Error for a text that no code can contain */
export function qrModules(text: string): boolean[][] {
  const { size, data } = createQrCode(text, { errorCorrectionLevel: 'M' }).modules;
  return Array.from({ length: size }, (_row, y) =>
    Array.from({ length: size }, (_module, x) => data[y * size + x] === 1),
  );
}

const oneLine = (text: string, most: number): string =>
  Array.from(text.replace(/\s+/g, ' ').trim()).slice(0, most).join('').trimEnd();
