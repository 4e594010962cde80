import type { ClientView } from '@billhook/contract/invoicing/client';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { withLaterTexts } from '../../shared/texts/with-later-texts.js';
import { useRefreshRecords } from '../../shared/workspace/records.js';
import type { PartyRepair } from './party-repair.js';

const CompanyDialog = lazy(() =>
  withLaterTexts(import('./company-dialog.js')).then((file) => ({ default: file.CompanyDialog })),
);
const ClientDialog = lazy(() => import('./client-dialog.js').then((file) => ({ default: file.ClientDialog })));

interface OpenedRepair {
  readonly repair: (repair: PartyRepair) => void;
  /** The open dialog, to render beside the document. */
  readonly dialog: ReactNode;
}

/**
 * Opens the dialog that corrects the company or the client of a document. The input of the document is kept.
 * @param client undefined if the member may not see it
 * @param onRepaired moves the focus: the button that had it may have disappeared
 */
export function usePartyRepair(client: ClientView | undefined, onRepaired?: () => void): OpenedRepair {
  const [open, setOpen] = useState<PartyRepair>();
  const refresh = useRefreshRecords();
  const onClose = () => setOpen(undefined);
  const onSaved = () => {
    onClose();
    // Validations of drafts read the company and the client.
    void refresh();
    if (onRepaired) requestAnimationFrame(onRepaired);
  };
  const dialog = open && (
    <Suspense>
      {open.party === 'company' ? (
        <CompanyDialog field={open.field} onSaved={onSaved} onClose={onClose} />
      ) : (
        <ClientDialog client={client} field={open.field} onSaved={onSaved} onClose={onClose} />
      )}
    </Suspense>
  );
  return { repair: setOpen, dialog };
}
