import type { CreatedApiKey } from '@billhook/contract/identity/api-key';
import { useTexts } from '@billhook/ui/use-texts';
import { useState, type ReactNode } from 'react';
import { ShownOnceDialog } from '../session/shown-once-dialog.js';
import { KeyResult } from './key-result.js';
import { useRefreshKeys } from './keys.queries.js';

interface KeySecretDialogProps {
  readonly title: string;
  /** Of the key once it is there. */
  readonly resultTitle: string;
  readonly onClose: () => void;
  /** What asks for the key; given what to call with it. */
  readonly children: (onCreated: (created: CreatedApiKey) => void) => ReactNode;
}

/** Form, then result. Leaving with a key that was neither copied nor ticked asks once. */
export function KeySecretDialog({ title, resultTitle, onClose, children }: KeySecretDialogProps) {
  const { t } = useTexts('keyForms');
  const refreshKeys = useRefreshKeys();
  const [created, setCreated] = useState<CreatedApiKey>();
  const [stored, setStored] = useState(false);
  const words = {
    title: t('result.leaveTitle'),
    body: t('result.leaveBody'),
    stay: t('result.stay'),
    leave: t('result.leave'),
  };

  return (
    <ShownOnceDialog
      size="xl"
      title={created ? resultTitle : title}
      words={words}
      atRisk={created !== undefined && !stored}
      onClose={onClose}
    >
      {created ? (
        <KeyResult created={created} onStored={() => setStored(true)} onDone={onClose} />
      ) : (
        children((result) => {
          setCreated(result);
          void refreshKeys();
        })
      )}
    </ShownOnceDialog>
  );
}
