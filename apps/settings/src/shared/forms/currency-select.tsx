import { isCurrency } from '@billhook/domain/invoicing/codes/currency';
import { DOT } from '@billhook/ui/dot';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import type { SelectProps } from '@mantine/core';
import { useMemo } from 'react';
import { LongSelect } from './long-select.js';

/** A currency of ISO 4217, found by typing its code or its name. The value is the code, `''` for none. */
export function CurrencySelect(props: SelectProps) {
  const { t } = useTexts('forms');
  const language = useLanguage();
  const data = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return Intl.supportedValuesOf('currency')
      .filter(isCurrency)
      .map((value) => ({ value, label: `${value}${DOT}${names.of(value) ?? value}` }));
  }, [language]);
  // Passing the field with Tab does not open a list of 150 entries over the next fields.
  return <LongSelect label={t('words:currency')} data={data} openOnFocus={false} {...props} />;
}
