import { splitAddress, splitsAddresses } from '@billhook/domain/invoicing/split-address';
import { useTexts } from '@billhook/ui/use-texts';
import { TextInput, type TextInputProps } from '@mantine/core';
import type { FieldProps } from './field-props.js';
import type { AddressValues } from './form-values.js';

interface StreetFieldProps extends TextInputProps {
  readonly field: (name: keyof AddressValues) => FieldProps;
}

const textOf = ({ value }: FieldProps): string => (typeof value === 'string' ? value : '');

/** The street of an address. A whole address that is typed or pasted here also fills in the empty postal code and city. */
export function StreetField({ field, ...props }: StreetFieldProps) {
  const { t } = useTexts('forms');
  const street = field('line1');
  const country = textOf(field('country'));
  const splits = splitsAddresses(country) && !textOf(field('postalCode')) && !textOf(field('city'));
  const split = (text: string): boolean => {
    const parts = splits ? splitAddress(text, country) : undefined;
    if (!parts) return false;
    for (const name of ['line1', 'postalCode', 'city'] as const) field(name).onChange(parts[name]);
    return true;
  };
  return (
    <TextInput
      label={t('line1')}
      description={splits && t('line1Hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      maxLength={200}
      autoComplete="off"
      {...props}
      {...street}
      onBlur={(event) => {
        street.onBlur?.(event);
        split(event.currentTarget.value);
      }}
      onPaste={(event) => {
        // A field of one line drops the line breaks of a pasted letterhead.
        if (!textOf(street) && split(event.clipboardData.getData('text'))) event.preventDefault();
      }}
    />
  );
}
