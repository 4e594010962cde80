import { useTexts } from '@billhook/ui/use-texts';
import { Select, type SelectProps } from '@mantine/core';

/** One of hundreds, found by typing. The value is `''` for none. */
export function LongSelect({ value, onChange, ...props }: SelectProps) {
  const { t } = useTexts('forms');
  return (
    <Select
      searchable
      // The chosen one again does not clear it: a clearable one has a button for that.
      selectFirstOptionOnChange
      allowDeselect={false}
      autoComplete="off"
      nothingFoundMessage={t('nothingFound')}
      // Hundreds of options that few people open.
      comboboxProps={{ keepMounted: false }}
      value={value || null}
      onChange={(chosen, option) => onChange?.(chosen ?? '', option)}
      {...props}
    />
  );
}
