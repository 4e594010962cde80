import { useTexts } from '@billhook/ui/use-texts';
import { Select, type SelectProps } from '@mantine/core';

/** A select with hundreds of options, found by typing. The value is `''` for none. */
export function LongSelect({ value, onChange, ...props }: SelectProps) {
  const { t } = useTexts('forms');
  return (
    <Select
      searchable
      // Selecting the same option again does not clear it: a clearable select has a button for that.
      selectFirstOptionOnChange
      allowDeselect={false}
      autoComplete="off"
      nothingFoundMessage={t('nothingFound')}
      // Hundreds of options that are rarely needed.
      comboboxProps={{ keepMounted: false }}
      value={value || null}
      onChange={(chosen, option) => onChange?.(chosen ?? '', option)}
      {...props}
    />
  );
}
