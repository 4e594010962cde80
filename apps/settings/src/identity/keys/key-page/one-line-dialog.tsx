import { ConfirmDialog, type ConfirmDialogProps } from '@billhook/ui/components/confirm-dialog';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface OneLineDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  readonly initial: string;
  readonly field: TextInputProps;
  readonly action: ConfirmDialogProps['action'];
  /** Saves the trimmed text, or returns its error. */
  readonly onSave: (text: string) => string | undefined;
  readonly onClose: () => void;
  /** Above the field. */
  readonly children?: ReactNode;
}

/** A dialog that asks for one line of text. Enter saves. */
export function OneLineDialog({ initial, field, onSave, children, ...dialog }: OneLineDialogProps) {
  const [typed, setTyped] = useState(initial);
  const [wrong, setWrong] = useState<string>();
  const save = () => setWrong(onSave(typed.trim()));
  return (
    <ConfirmDialog {...dialog} onConfirm={save}>
      {children}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          data-autofocus
          autoComplete="off"
          {...field}
          value={typed}
          error={wrong}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setWrong(undefined);
          }}
        />
      </form>
    </ConfirmDialog>
  );
}
