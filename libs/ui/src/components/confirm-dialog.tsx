import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ApiError } from '../api-fetch.js';
import { useTexts } from '../use-texts.js';
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
  const { t } = useTexts('ui');
  return (
    <Dialog opened onClose={props.onClose} title={props.title}>
      <Stack gap="md">
        {props.children}
        {props.error && <ErrorState error={props.error} />}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={props.onClose}>
            {t('cancel')}
          </Button>
          <Button {...(props.danger && { color: 'red.9' })} loading={props.pending} onClick={props.onConfirm}>
            {props.confirmLabel}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
