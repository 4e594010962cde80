import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import type { Action } from '@billhook/ui/use-action';
import { Button, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useId, type ReactNode } from 'react';
import { ChangeError } from '../workspace/change-error.js';
import { useRefreshRecords } from '../workspace/records.js';
import { useErrorsByPath } from '../workspace/use-error-texts.js';
import { focusFirstError } from './focus-first-error.js';
import { ValidatedForm } from './validated-form.js';

interface FormDialogProps<V extends object, C, T> {
  readonly title: string;
  readonly wide?: boolean;
  readonly form: UseFormReturnType<V>;
  readonly save: Action<[change: C], T>;
  readonly changeOf: (values: V) => C;
  readonly submitLabel: string;
  /** Whether an existing record is edited: it can then only be saved after a change. */
  readonly exists: boolean;
  readonly onSaved: (saved: T) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A small form over its list. Errors are shown at their fields, otherwise below them. */
export function FormDialog<V extends object, C, T>(props: FormDialogProps<V, C, T>) {
  const { title, wide, form, save, changeOf, submitLabel, exists, onSaved, onClose, children } = props;
  const refresh = useRefreshRecords();
  const errorsByPath = useErrorsByPath();
  const id = useId();
  const submit = async (values: V) => {
    const result = await save.run(changeOf(values));
    if (result.ok) return onSaved(result.value);
    form.setErrors(errorsByPath(result.error));
    focusFirstError(id);
  };
  const shownAtFields = save.error && Object.keys(errorsByPath(save.error)).length > 0;
  return (
    <Dialog opened {...(wide && { size: 'lg' })} title={title} onClose={onClose}>
      <ValidatedForm id={id} form={form} onSubmit={(values) => void submit(values)}>
        <Stack gap="md">
          {children}
          {save.error && !shownAtFields && (
            <ChangeError error={save.error} onReload={() => void refresh().then(onClose)} />
          )}
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={save.pending} disabled={exists && !form.isDirty()}>
              {submitLabel}
            </Button>
          </DialogButtons>
        </Stack>
      </ValidatedForm>
    </Dialog>
  );
}
