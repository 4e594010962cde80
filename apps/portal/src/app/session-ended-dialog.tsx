import { SessionDialog } from '@billhook/ui/components/session-dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { useReturnToPortal } from '@billhook/webhook-screens/session/session.queries';
import { Alert, Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

/** Over a page whose session has ended. What was typed stays, and what was requested continues once the portal is open again. */
export function SessionEndedDialog() {
  const { t } = useTexts('portal');
  const { continueHere, leave } = useReturnToPortal();
  const [stillEnded, setStillEnded] = useState(false);
  const check = useRef(continueHere);
  check.current = continueHere;
  useEffect(() => {
    // The person returns from the tab in which the portal was opened again.
    const returned = () => void check.current();
    addEventListener('focus', returned);
    return () => removeEventListener('focus', returned);
  }, []);
  return (
    <SessionDialog
      title={t('session.ended')}
      lead={t('session.continueLead')}
      leaveLabel={t('session.leave')}
      onLeave={leave}
    >
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
    </SessionDialog>
  );
}
