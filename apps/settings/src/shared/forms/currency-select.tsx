import { isCurrency } from '@billhook/domain/invoicing/currency';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Select, type SelectProps } from '@mantine/core';
import { useMemo } from 'react';

/** A currency of ISO 4217, found by typing its code or its name. The value is the code, `''` for none. */
export function CurrencySelect({ value, onChange, ...props }: SelectProps) {
  const { t } = useTexts('forms');
  const language = useLanguage();
  const data = useMemo(() => {
    const names = new Intl.DisplayNames(language, { type: 'currency' });
    return Intl.supportedValuesOf('currency')
      .filter(isCurrency)
      .map((value) => ({ value, label: `${value} · ${names.of(value) ?? value}` }));
  }, [language]);
  return (
    <Select
      label={t('currency')}
      data={data}
      searchable
      // The chosen one again does not clear it: a clearable one has a button for that.
      selectFirstOptionOnChange
      allowDeselect={false}
      autoComplete="off"
      // A field that one only passes by Tab does not open a list of 150 over what follows it.
      openOnFocus={false}
      nothingFoundMessage={t('nothingFound')}
      // Hundreds of options that nobody may ever look at.
      comboboxProps={{ keepMounted: false }}
      value={value || null}
      onChange={(chosen, option) => onChange?.(chosen ?? '', option)}
      {...props}
    />
  );
}
