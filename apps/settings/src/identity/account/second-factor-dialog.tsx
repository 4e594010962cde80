import type { AccountView } from '@billhook/contract/identity/account';
import { useTexts } from '@billhook/ui/use-texts';
import { useState, type ReactNode } from 'react';
import { ShownOnceDialog } from '../session/shown-once-dialog.js';
import { RecoveryCodes } from './recovery-codes.js';

interface SecondFactorDialogProps {
  readonly account: AccountView;
  readonly title: string;
  readonly onClose: () => void;
  /** What leads to the codes; given what to call with them. */
  readonly children: (onCodes: (codes: readonly string[]) => void) => ReactNode;
}

/** A form, then the recovery codes that it returned. Leaving before they are saved asks once. */
export function SecondFactorDialog({ account, title, onClose, children }: SecondFactorDialogProps) {
  const { t } = useTexts('account');
  const [codes, setCodes] = useState<readonly string[]>();
  const [stored, setStored] = useState(false);
  const words = {
    title: t('second.leaveTitle'),
    body: t('second.leaveBody'),
    stay: t('second.stay'),
    leave: t('second.leave'),
  };

  return (
    <ShownOnceDialog
      size="lg"
      title={codes ? t('second.codesTitle') : title}
      words={words}
      atRisk={codes !== undefined && !stored}
      onClose={onClose}
    >
      {codes ? (
        <RecoveryCodes account={account} codes={codes} onStored={() => setStored(true)} onDone={onClose} />
      ) : (
        children(setCodes)
      )}
    </ShownOnceDialog>
  );
}
