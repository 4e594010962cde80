import { useTexts } from '@billhook/ui/use-texts';
import { useErrorTexts as useSharedWords, type SpokenError } from '../../shared/workspace/use-error-texts.js';

const CODES = [
  'client_missing',
  'name_missing',
  'price_missing',
  'quantity_missing',
  'worth_missing',
  'not_a_date',
  'due_before_issue',
  'due_too_late',
  'expiry_before_issue',
  'expiry_too_late',
  'period_ends_early',
  'period_open',
  'date_in_future',
  'expired',
  'invalid_decimal',
  'wrong_decimals',
  'number_too_large',
  'unknown_currency',
  'unit_price_negative',
  'base_quantity_not_positive',
  'rounding_increment_negative',
  'amount_or_percent',
  'tax_category_required',
  'tax_category_not_mixable',
  'tax_category_unused',
  'tax_rate_required',
  'tax_rate_not_allowed',
  'tax_rate_not_positive',
  'tax_rate_not_zero',
  'exemption_reason_required',
  'exemption_reason_not_allowed',
] as const;

/** An error in the current language, with a text of the editor or of all screens. */
export function useDraftErrorTexts(): (fieldError: SpokenError) => string {
  const { t } = useTexts('editor');
  const shared = useSharedWords();
  return (fieldError) => {
    const known = CODES.find((each) => each === fieldError.code);
    return known ? t(`errors.${known}`) : shared(fieldError);
  };
}
