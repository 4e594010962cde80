import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../use-texts.js';

interface DialogButtonsProps {
  readonly onCancel: () => void;
  /** Whether there is nothing to cancel. */
  readonly closes?: boolean;
  /** The button that confirms. */
  readonly children?: ReactNode;
}

/** The last row of a dialog. */
export function DialogButtons({ onCancel, closes = false, children }: DialogButtonsProps) {
  const { t } = useTexts('ui');
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onCancel}>
        {t(closes ? 'close' : 'cancel')}
      </Button>
      {children}
    </Group>
  );
}
