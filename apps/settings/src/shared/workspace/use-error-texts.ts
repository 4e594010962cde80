import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { errorFacts } from './error-facts.js';
import { errorsByPath } from './errors-by-path.js';

const CODES = [
  'lines_missing',
  'date_in_future',
  'total_negative',
  'seller_vat_number_required',
  'buyer_vat_number_required',
  'supply_date_required',
  'seller_address_required',
  'seller_identification_required',
  'buyer_address_required',
  'seller_not_in_eu',
  'buyer_not_in_eu',
  'same_member_state',
  'destination_not_in_eu',
  'destination_not_outside',
  'buyer_address_missing',
  'buyer_street_missing',
  'vat_number_country_differs',
  'vat_number_check_digit',
  'seller_tax_number_missing',
  'payment_account_missing',
  'supply_date_missing',
  'late_payment_penalty_missing',
  'recovery_costs_missing',
  'early_payment_discount_missing',
  'destination_unknown',
  'unknown_country',
  'unknown_unit',
  'unknown_payment_means',
  'unknown_scheme',
  'invalid_identifier',
  'invalid_email',
  'date_before_payment',
  'date_before_series',
  'unknown_series',
  'over_allocated',
  'over_refunded',
  'credit_spent',
  'over_credited',
  'over_invoiced',
  'recipient_missing',
  'client_archived',
  'version_mismatch',
  'not_payable',
  'invoice_written_off',
  'period_closed',
  'due_not_later',
  'date_before_invoice',
  'payment_deleted',
  'external_id_taken',
  'number_taken',
  'invalid_iban',
  'invalid_bic',
  'invalid_vat_number',
  'tax_rate_taken',
] as const;

/** The members of an error that determine its text. */
export interface SpokenError {
  readonly pointer?: string | undefined;
  readonly code?: string | undefined;
  readonly message: string;
}

/** The codes of the schema say only that a value is invalid; the field gives the expected format. */
function codeOf({ pointer, code }: SpokenError): string | undefined {
  if (pointer?.endsWith('/iban')) return 'invalid_iban';
  return pointer?.endsWith('/bic') ? 'invalid_bic' : code;
}

/** An error of the API in the current language. An error without a text here keeps the text of the API. */
export function useErrorTexts(): (fieldError: SpokenError) => string {
  const { t } = useTexts('errors');
  const format = useFormat();
  return (fieldError) => {
    const code = codeOf(fieldError);
    const known = CODES.find((each) => each === code);
    // Only the API's text contains the earliest day.
    const day = /\d{4}-\d{2}-\d{2}/.exec(fieldError.message)?.[0];
    if (code === 'date_before_series' && day) return t('date_before_day', { date: format.day(day) });
    if (code === 'period_closed' && day) return t('period_closed_until', { date: format.day(day) });
    const rate = /^[\d.]+(?= %)/.exec(fieldError.message)?.[0];
    if (code === 'unknown_tax_rate' && rate) return t('unknown_tax_rate', { rate });
    const [, latest, source = ''] = /: (\d{4}-\d{2}-\d{2}) \((.+)\)\. /.exec(fieldError.message) ?? [];
    if (code === 'payment_term_too_long' && latest) return t(code, { date: format.day(latest), source });
    // The characters follow the API's text, and their number is limited.
    const characters = fieldError.message.split('PDF cannot show: ')[1];
    if (code === 'text_not_drawable' && characters) return t('text_not_drawable', { characters });
    const { iban, meant } = errorFacts(fieldError.message);
    if (known === 'invalid_iban' && iban) return t('iban_length', iban);
    if (known && meant) return t('did_you_mean', { error: t(known), meant });
    return known ? t(known) : fieldError.message;
  };
}

/** `errorsByPath` in the language on screen. */
export function useErrorsByPath(): (error: unknown) => Record<string, string> {
  const words = useErrorTexts();
  return (error) => errorsByPath(error, words);
}
