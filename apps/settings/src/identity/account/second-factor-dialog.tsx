import type { AccountView } from '@billhook/contract/identity/account';
import { useTexts } from '@billhook/ui/use-texts';
import type { ReactNode } from 'react';
import { ShownOnceDialog } from '../session/shown-once-dialog.js';
import { RecoveryCodes } from './recovery-codes.js';

interface SecondFactorDialogProps {
  readonly account: AccountView;
  readonly title: string;
  readonly onClose: () => void;
  /** The form; it calls the function with the recovery codes. */
  readonly children: (onCodes: (codes: readonly string[]) => void) => ReactNode;
}

/** A form, then the recovery codes that it returned. */
export function SecondFactorDialog({ account, title, onClose, children }: SecondFactorDialogProps) {
  const { t } = useTexts('account');
  return (
    <ShownOnceDialog<readonly string[]>
      size="lg"
      title={title}
      resultTitle={t('second.codesTitle')}
      leaveTitle={t('second.leaveTitle')}
      leaveBody={t('second.leaveBody')}
      onClose={onClose}
      form={children}
      result={(codes, onStored) => (
        <RecoveryCodes account={account} codes={codes} onStored={onStored} onDone={onClose} />
      )}
    />
  );
}
