import { useTexts } from '@billhook/ui/use-texts';
import { Alert } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useInSandbox, useSignedIn } from '../../shared/session/signed-in.js';

/** Warns before a document is sent that this installation, or a sandbox, sends no email. */
export function NoMailWarning() {
  const { t } = useTexts('documents');
  const { sendsMail } = useSignedIn();
  const inSandbox = useInSandbox();
  if (sendsMail) return null;
  return (
    <Alert color="yellow" icon={<IconMailOff size={20} />} title={t(inSandbox ? 'send.sandbox' : 'send.noMail')}>
      {t('send.noMailBody')}
    </Alert>
  );
}
