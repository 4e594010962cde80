import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { focusFirstError } from './focus-first-error.js';

interface ValidatedFormProps<V extends object> {
  readonly id: string;
  readonly form: UseFormReturnType<V>;
  readonly onSubmit: (values: V) => void;
  readonly label?: string;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A form element that submits valid values only. Otherwise the first field with an error gets the focus. */
export function ValidatedForm<V extends object>({ id, form, onSubmit, label, ...props }: ValidatedFormProps<V>) {
  return (
    <form
      {...props}
      id={id}
      aria-label={label}
      noValidate
      onSubmit={form.onSubmit(
        (values) => onSubmit(values),
        () => focusFirstError(id),
      )}
    />
  );
}
