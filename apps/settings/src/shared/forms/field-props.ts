import type { GetInputProps } from '@mantine/form';

type InputProps = ReturnType<GetInputProps<Record<string, unknown>>>;

/** The props that a form passes to its fields. A field passes its event or its value on. */
export interface FieldProps extends Omit<InputProps, 'onChange' | 'onBlur'> {
  readonly onChange: (change: unknown) => void;
  readonly onBlur?: (event: unknown) => void;
}
