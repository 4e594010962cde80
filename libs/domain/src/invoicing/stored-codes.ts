import { countryError } from './codes/countries.js';
import { paymentMeansError } from './codes/payment-means-codes.js';
import { unitError } from './codes/unit-codes.js';
import { bicError, ibanError } from './payment-details/iban.js';
import { payeeAccount, type PayeeAccount, type PaymentMeans } from './payment-details/payee-account.js';
import { identifierError, normalIdentifier, type Identifier, type IdentifierList } from './taxes/party-identifiers.js';

/*
 * Codes of documents and parties that were stored before their list was checked. New ones are checked when they are received.
 */

/** A mistake and how to correct it. `pointer` is a JSON pointer into the document. */
export interface CodeError {
  readonly pointer: string;
  readonly code:
    | 'unknown_country'
    | 'invalid_iban'
    | 'invalid_bic'
    | 'unknown_unit'
    | 'unknown_payment_means'
    | 'unknown_scheme'
    | 'invalid_identifier';
  readonly message: string;
}

export interface CodedDocument {
  readonly paymentMeans?: PaymentMeans | null | undefined;
  readonly lines: readonly { readonly unit: string }[];
}

type Located = { readonly country: string } | null;

export interface CodedParties {
  readonly seller: PayeeAccount & { readonly address: Located; readonly legalId: Identifier | null };
  readonly client: {
    readonly billingAddress: { readonly country: string };
    readonly deliveryAddress: Located;
    readonly legalId: Identifier | null;
    readonly electronicAddress: Identifier | null;
  };
}

const COMPANY = 'Correct it under Settings > Company details.';

const sentence = (subject: string, error: string, step: string): string =>
  `${subject} ${error}${error.endsWith('?') ? '' : '.'} ${step}`;

/** The mistakes with which an invoice must not be issued: where the parties are, and where to pay. */
export function codeErrors(document: CodedDocument, parties: CodedParties): CodeError[] {
  return [...countryErrors(parties), ...ofAccount(document.paymentMeans ?? null, parties.seller)];
}

/** The mistakes with which no document must be issued: where the parties are. */
export function countryErrors({ seller, client }: CodedParties): CodeError[] {
  return [
    ...ofCountry('/seller/address', 'of the company', seller.address, COMPANY),
    ...ofCountry('/client/billingAddress', 'of the billing address', client.billingAddress, 'Correct the client.'),
    ...ofCountry('/client/deliveryAddress', 'of the delivery address', client.deliveryAddress, 'Correct the client.'),
  ];
}

function ofCountry(pointer: string, which: string, address: Located, step: string): CodeError[] {
  const error = address ? countryError(address.country) : undefined;
  if (!address || error === undefined) return [];
  const message = sentence(`The country ${address.country} ${which}`, error, step);
  return [{ pointer: `${pointer}/country`, code: 'unknown_country', message }];
}

function ofAccount(means: PaymentMeans | null, seller: PayeeAccount): CodeError[] {
  const [pointer, step] = means?.iban ? ['/paymentMeans', 'Correct paymentMeans.'] : ['/seller', COMPANY];
  const { iban, bic } = payeeAccount(means, seller);
  const errors: CodeError[] = [];
  const wrong = iban ? ibanError(iban) : undefined;
  if (wrong)
    errors.push({
      pointer: `${pointer}/iban`,
      code: 'invalid_iban',
      message: sentence('The IBAN to pay to', wrong, step),
    });
  const bicWrong = iban && bic ? bicError(bic) : undefined;
  if (bicWrong)
    errors.push({
      pointer: `${pointer}/bic`,
      code: 'invalid_bic',
      message: sentence('The BIC to pay to', bicWrong, step),
    });
  return errors;
}

/** The mistakes with which a document can be issued, and that receivers of electronic invoices reject. */
export function codeWarnings({ lines, paymentMeans }: CodedDocument, { seller, client }: CodedParties): CodeError[] {
  const units = lines.flatMap(({ unit }, at) => {
    const error = unitError(unit);
    return error ? [warning('unknown_unit', `/lines/${at}/unit`, `The unit ${unit}`, error, 'Correct the line.')] : [];
  });
  const means = paymentMeans ? paymentMeansError(paymentMeans.code) : undefined;
  return [
    ...units,
    ...(paymentMeans && means
      ? [
          warning(
            'unknown_payment_means',
            '/paymentMeans/code',
            `The payment means ${paymentMeans.code}`,
            means,
            'Correct paymentMeans.',
          ),
        ]
      : []),
    ...ofIdentifier('/seller/legalId', 'The legal ID of the company', seller.legalId, 'icd', COMPANY),
    ...ofIdentifier('/client/legalId', 'The legal ID of the client', client.legalId, 'icd', 'Correct the client.'),
    ...ofIdentifier(
      '/client/electronicAddress',
      'The electronic address of the client',
      client.electronicAddress,
      'eas',
      'Correct the client.',
    ),
  ];
}

const warning = (
  code: CodeError['code'],
  pointer: string,
  subject: string,
  error: string,
  step: string,
): CodeError => ({ pointer, code, message: sentence(subject, error, step) });

function ofIdentifier(
  pointer: string,
  subject: string,
  identifier: Identifier | null,
  list: IdentifierList,
  step: string,
): CodeError[] {
  const error = identifier ? identifierError(normalIdentifier(identifier), list) : undefined;
  if (!error) return [];
  const { member, message } = error;
  const code = member === 'scheme' ? 'unknown_scheme' : 'invalid_identifier';
  return [warning(code, `${pointer}/${member}`, `${subject} (${member})`, message, step)];
}
