import type { GetInputProps } from '@mantine/form';

/** The props that a form passes to its fields. */
export type FieldProps = ReturnType<GetInputProps<Record<string, unknown>>>;
