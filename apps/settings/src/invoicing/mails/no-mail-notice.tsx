import { useTexts } from '@billhook/ui/use-texts';
import { Alert } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useSignedIn } from '../../shared/session/signed-in.js';

/** States that this installation sends no email, and who can change that. Empty if it does. */
export function NoMailNotice() {
  const { t } = useTexts('mails');
  const { sendsMail, company } = useSignedIn();
  if (sendsMail) return null;
  const inSandbox = company.kind === 'Sandbox';
  return (
    <Alert color="gray" icon={<IconMailOff size={20} />} title={t(inSandbox ? 'sandbox' : 'off')} mb="md">
      {t(inSandbox ? 'sandboxBody' : 'offBody')}
    </Alert>
  );
}
