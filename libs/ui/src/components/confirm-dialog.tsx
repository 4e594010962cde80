import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../api-fetch.js';
import { DialogButtons } from './dialog-buttons.js';
import { Dialog } from './dialog.js';
import { ErrorState } from './error-state.js';

interface ConfirmDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  /** Red, for operations that cannot be undone. */
  readonly danger?: boolean;
  readonly pending: boolean;
  readonly error?: ApiError | Error | null | undefined;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Asks once, states the consequence, and shows an error in the same dialog. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog opened onClose={props.onClose} title={props.title}>
      <Stack gap="md">
        {props.children}
        {props.error && <ErrorState error={props.error} />}
        <DialogButtons onCancel={props.onClose}>
          <Button {...(props.danger && { color: 'red.9' })} loading={props.pending} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
