import { useTexts } from '@billhook/ui/use-texts';
import { Alert } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useInSandbox, useSignedIn } from '../../shared/session/signed-in.js';

/** States that this installation sends no email, and who can change that. Empty if it does. */
export function NoMailNotice() {
  const { t } = useTexts('mails');
  const { sendsMail } = useSignedIn();
  const inSandbox = useInSandbox();
  if (sendsMail) return null;
  return (
    <Alert color="gray" icon={<IconMailOff size={20} />} title={t(inSandbox ? 'sandbox' : 'off')} mb="md">
      {t(inSandbox ? 'sandboxBody' : 'offBody')}
    </Alert>
  );
}
