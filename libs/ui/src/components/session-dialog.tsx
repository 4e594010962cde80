import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.js';

interface SessionDialogProps {
  readonly title: string;
  readonly lead: string;
  /** The label of the button that discards the input and leaves the page. */
  readonly leaveLabel: string;
  readonly onLeave: () => void;
  /** The way to continue. */
  readonly children: ReactNode;
}

/** Over a page whose session has ended: the input stays, and requests continue after a new session. It closes with that session only. */
export function SessionDialog({ title, lead, leaveLabel, onLeave, children }: SessionDialogProps) {
  return (
    <Dialog
      opened
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={400}
      // Another person must not read the page behind it.
      overlayProps={{ color: 'var(--mantine-color-body)', backgroundOpacity: 0.95 }}
      onClose={() => undefined}
    >
      <Stack gap="md">
        <Text size="sm">{lead}</Text>
        {children}
        <Button variant="subtle" color="gray" size="compact-sm" onClick={onLeave}>
          {leaveLabel}
        </Button>
      </Stack>
    </Dialog>
  );
}
