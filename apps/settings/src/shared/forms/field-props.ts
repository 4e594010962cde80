import type { GetInputProps } from '@mantine/form';

/** What a form gives to one of its fields. */
export type FieldProps = ReturnType<GetInputProps<Record<string, unknown>>>;
