import { Button, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../api-fetch.js';
import { DialogButtons } from './dialog-buttons.js';
import { Dialog } from './dialog.js';
import { ErrorState } from './error-state.js';

export interface ConfirmDialogProps {
  readonly title: string;
  readonly confirmLabel: string;
  /** Red, for operations that cannot be undone. */
  readonly danger?: boolean;
  /** What the confirmation runs. Its error is shown, unless the caller shows it in its own words. */
  readonly action: { readonly pending: boolean; readonly error?: ApiError | undefined };
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
        {props.action.error && <ErrorState error={props.action.error} />}
        <DialogButtons onCancel={props.onClose}>
          <Button {...(props.danger && { color: 'red.9' })} loading={props.action.pending} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}
