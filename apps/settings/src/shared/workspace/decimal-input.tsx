import { useLanguage } from '@billhook/ui/use-texts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { documentLocale } from '@billhook/domain/shared/format-amount';
import { useState, type Ref } from 'react';
import { amountOf, decimalOf } from './decimal-text.js';

interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** In the format of the API: "1234.50"; '' for none. */
  readonly value?: string | undefined;
  readonly onChange: (value: string) => void;
  /** An amount of this currency gets its digits when the field loses the focus. */
  readonly currency?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A decimal, typed with comma or point, stored as exact text. */
export function DecimalInput({ value = '', onChange, currency, inputRef, onBlur, ...props }: DecimalInputProps) {
  const language = useLanguage();
  const comma = documentLocale(language) === 'fr';
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      {...props}
      ref={inputRef}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'ws-decimal' }}
      value={typed ?? (comma ? value.replace('.', ',') : value)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(decimalOf(event.currentTarget.value));
      }}
      onBlur={(event) => {
        if (typed !== undefined && currency) onChange(amountOf(typed, currency));
        setTyped(undefined);
        onBlur?.(event);
      }}
    />
  );
}
