import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { inputPlace } from '../session/kept-input.js';
import { useSignedIn } from '../session/signed-in.js';

/** Typing comes first; a reload within this time loses the last letters. */
const WRITE_AFTER_MS = 300;

interface KeptInput<T> {
  /** The input before the page was reloaded. */
  readonly restored: T | undefined;
  /** Called with the input after every change; undefined if there is nothing to keep. */
  keep(value: T | undefined): void;
}

/** Keeps the input of a form through a reload of the page. Another `place` needs another `key` of the form. */
export function useKeptInput<T extends object>(place: string): KeptInput<T> {
  const memberId = useSignedIn().member.id;
  const [at] = useState(() => inputPlace<T>(memberId, place));
  const [restored] = useState(at.read);
  const pending = useRef<() => void>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const flush = useCallback(() => {
    clearTimeout(timer.current);
    pending.current?.();
    pending.current = undefined;
  }, []);
  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => {
      removeEventListener('pagehide', flush);
      flush();
    };
  }, [flush]);
  const keep = useCallback(
    (value: T | undefined) => {
      pending.current = () => at.write(value);
      clearTimeout(timer.current);
      if (value === undefined) flush();
      else timer.current = setTimeout(flush, WRITE_AFTER_MS);
    },
    [at, flush],
  );
  return { restored, keep };
}

/** States that a form shows restored input, and offers the saved record. */
export function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  const { t } = useTexts('forms');
  return (
    <Alert role="status" color="blue" icon={<IconHistory size={20} />} mb="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('restored')}</Text>
        <Button variant="default" size="xs" onClick={onDiscard}>
          {t('discard')}
        </Button>
      </Group>
    </Alert>
  );
}
