import { documentLocale } from '@billhook/domain/shared/format-amount';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type Ref } from 'react';
import { amountOf, decimalOf, isUnreadable, shownDecimal } from './decimal-text.js';

interface DecimalInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  /** In the format of the API: "1234.50"; '' for none. */
  readonly value?: string | undefined;
  readonly onChange: (value: string) => void;
  /** An amount of this currency may be typed with its sign, and gets its digits when the field loses the focus. */
  readonly currency?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Replaces the text before React does, which would lose the selection: a person who reaches the field by Tab types over the number. */
function showPlain(input: HTMLInputElement, plain: string): void {
  if (input.value === plain) return;
  const isSelected = input.selectionStart === 0 && input.selectionEnd === input.value.length;
  input.value = plain;
  if (!isSelected) return;
  input.select();
  // After a script has set the focus, the browser restores its own selection.
  queueMicrotask(() => input.select());
}

/**
 * A decimal, typed in the language of the screen and stored as exact text. After the field is left it shows the number with group signs, so
 * that a person sees how it was read; text that is not a number is an error.
 */
export function DecimalInput({
  value = '',
  onChange,
  currency,
  inputRef,
  onFocus,
  onBlur,
  error,
  ...props
}: DecimalInputProps) {
  const { t } = useTexts('forms');
  const locale = documentLocale(useLanguage());
  const [typed, setTyped] = useState<string>();
  const [focused, setFocused] = useState(false);
  const unreadable = !focused && isUnreadable(value) ? t('notANumber') : undefined;
  return (
    <TextInput
      {...props}
      ref={inputRef}
      error={error === undefined || error === null || error === false ? unreadable : error}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'ws-decimal' }}
      value={typed ?? shownDecimal(value, locale, focused)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(decimalOf(event.currentTarget.value, locale, currency));
      }}
      onFocus={(event) => {
        showPlain(event.currentTarget, shownDecimal(value, locale, true));
        setFocused(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        if (typed !== undefined && currency) onChange(amountOf(decimalOf(typed, locale, currency), currency));
        setTyped(undefined);
        setFocused(false);
        onBlur?.(event);
      }}
    />
  );
}
