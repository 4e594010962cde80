import { Dialog } from '@billhook/ui/components/dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { useReturnToPortal } from '@billhook/webhook-screens/session/session.queries';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Over a page whose session has ended. What was typed stays, and what was requested continues once the portal is open again. */
export function SessionEndedDialog() {
  const { t } = useTexts('portal');
  const { continueHere, leave } = useReturnToPortal();
  const [stillEnded, setStillEnded] = useState(false);
  const check = useRef(continueHere);
  check.current = continueHere;
  useEffect(() => {
    // The person comes back from the tab in which the portal was opened again.
    const returned = () => void check.current();
    addEventListener('focus', returned);
    return () => removeEventListener('focus', returned);
  }, []);
  return (
    <Dialog
      opened
      title={t('session.ended')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={400}
      // Another person must not read the page behind it.
      overlayProps={{ color: 'var(--mantine-color-body)', backgroundOpacity: 0.95, blur: 0 }}
      onClose={() => undefined}
    >
      <Stack gap="md">
        <Text size="sm">{t('session.continueLead')}</Text>
        {stillEnded && (
          <Alert role="alert" color="yellow">
            {t('session.stillEnded')}
          </Alert>
        )}
        <Group>
          <Button component="a" href="/settings/webhooks" target="_blank" rel="noopener" data-autofocus>
            {t('session.openSettings')}
          </Button>
          <Button variant="default" onClick={() => void continueHere().then((isThere) => setStillEnded(!isThere))}>
            {t('session.continue')}
          </Button>
        </Group>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={leave}>
          {t('session.leave')}
        </Button>
      </Stack>
    </Dialog>
  );
}
