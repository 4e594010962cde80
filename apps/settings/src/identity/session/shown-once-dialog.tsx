import { Dialog } from '@billhook/ui/components/dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';

interface ShownOnceDialogProps<T> {
  readonly title: string;
  /** Once the secret is shown. */
  readonly resultTitle: string;
  readonly size: 'lg' | 'xl';
  /** Asked before the dialog is closed while the secret is not saved. */
  readonly leaveTitle: string;
  readonly leaveBody: string;
  /** Whether the result contains a secret. */
  readonly hasSecret?: (result: T) => boolean;
  readonly onClose: () => void;
  readonly form: (onResult: (result: T) => void) => ReactNode;
  /** `onStored` allows the dialog to close without a question. */
  readonly result: (result: T, onStored: () => void) => ReactNode;
}

/** A form, then a secret that is shown once. Leaving the dialog or the page before the secret is saved asks once. */
export function ShownOnceDialog<T>({ title, resultTitle, size, onClose, form, ...props }: ShownOnceDialogProps<T>) {
  const { leaveTitle, leaveBody, hasSecret = () => true, result } = props;
  const { t } = useTexts('forms');
  const [shown, setShown] = useState<{ readonly result: T }>();
  const [stored, setStored] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const atRisk = shown !== undefined && hasSecret(shown.result) && !stored;

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
      title={shown ? resultTitle : title}
      closeOnClickOutside={false}
      onClose={() => (atRisk ? setLeaving(true) : onClose())}
    >
      <Stack gap="md">
        {leaving && atRisk && (
          <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />} title={leaveTitle}>
            <Text size="sm">{leaveBody}</Text>
            <Group gap="sm" mt="sm">
              <Button size="xs" variant="default" onClick={() => setLeaving(false)}>
                {t('shownOnce.stay')}
              </Button>
              <Button size="xs" color="red.9" onClick={onClose}>
                {t('shownOnce.leave')}
              </Button>
            </Group>
          </Alert>
        )}
        {shown ? result(shown.result, () => setStored(true)) : form((created) => setShown({ result: created }))}
      </Stack>
    </Dialog>
  );
}
