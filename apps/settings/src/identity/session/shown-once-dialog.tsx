import { Dialog } from '@billhook/ui/components/dialog';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';

interface ShownOnceDialogProps {
  readonly title: string;
  readonly size: 'lg' | 'xl';
  /** What is asked before it is left unsaved. */
  readonly words: Readonly<Record<'title' | 'body' | 'stay' | 'leave', string>>;
  /** Whether it holds something that is shown once and not saved yet. */
  readonly atRisk: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that ends in a secret. Leaving it, or the page, before that is kept asks once. */
export function ShownOnceDialog({ title, size, words, atRisk, onClose, children }: ShownOnceDialogProps) {
  const [leaving, setLeaving] = useState(false);

  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [atRisk]);

  return (
    <Dialog
      opened
      size={size}
      title={title}
      closeOnClickOutside={false}
      onClose={() => (atRisk ? setLeaving(true) : onClose())}
    >
      <Stack gap="md">
        {leaving && atRisk && (
          <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />} title={words.title}>
            <Text size="sm">{words.body}</Text>
            <Group gap="sm" mt="sm">
              <Button size="xs" variant="default" onClick={() => setLeaving(false)}>
                {words.stay}
              </Button>
              <Button size="xs" color="red.9" onClick={onClose}>
                {words.leave}
              </Button>
            </Group>
          </Alert>
        )}
        {children}
      </Stack>
    </Dialog>
  );
}
