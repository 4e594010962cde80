import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { QUOTE_ACTIONS } from '@billhook/domain/invoicing/quote';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import {
  IconCheck,
  IconFileInvoice,
  IconPencil,
  IconReplace,
  IconSend,
  IconThumbDown,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { useQuoteActionError, type Requestable } from '../../shared/workspace/action-errors.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { RecordActions, tableActions, type RecordAction } from '../../shared/workspace/record-actions.js';
import { useChangeRecord, useRefreshRecords } from '../../shared/workspace/records.js';
import { PdfButton } from '../documents/pdf-button.js';
import { useAnsweringLink } from '../documents/use-answering-link.js';
import { useErrorPlaces } from '../documents/use-error-places.js';
import type { QuoteDialogName } from './quote-dialogs.js';

const SendDialog = lazy(() => import('../documents/send-dialog.js').then((file) => ({ default: file.SendDialog })));
const QuoteDialog = lazy(() => import('./quote-dialogs.js').then((file) => ({ default: file.QuoteDialog })));
const ConvertDialog = lazy(() => import('./convert-dialog.js').then((file) => ({ default: file.ConvertDialog })));

/** Every action of the table has a button, except for the one of the private notes. */
type QuoteButton = Exclude<Requestable<typeof QUOTE_ACTIONS>, 'annotate'>;

type QuoteButtonDialog = QuoteDialogName | 'send' | 'convert';

/** The actions that are possible now, and the others with the reason why not. */
export function QuoteActions({ quote }: { quote: QuoteView }) {
  const { t } = useTexts('quotes');
  const navigate = useNavigate();
  const placeOf = useErrorPlaces();
  const refresh = useRefreshRecords();
  const { id, version, status } = quote;
  const mayWrite = useHolds('quote.write');
  const actionError = useQuoteActionError(quote);
  const revise = useChangeRecord('quotes', id);
  const answering = useAnsweringLink('quotes', id);
  const [dialog, setDialog] = useState<{ readonly name: QuoteButtonDialog; readonly quote: QuoteView }>();
  // With the version on screen: the script of a dialog may arrive after a later one.
  const open = (name: QuoteButtonDialog) => () => setDialog({ name, quote });
  const close = () => setDialog(undefined);

  const actions = tableActions<QuoteButton>(
    {
      send: { icon: IconSend, run: open('send') },
      resend: { icon: IconSend, run: open('send') },
      accept: { icon: IconCheck, run: open('accept') },
      decline: { icon: IconThumbDown, run: open('decline') },
      convert: { icon: IconFileInvoice, run: open('convert') },
      revise: {
        icon: IconReplace,
        run: () =>
          revise.start([{ part: 'revise', version }], {
            onSuccess: (made) => {
              notify.done(t('revised'));
              void navigate({ to: '/quotes/$id/edit', params: { id: made.id } });
            },
          }),
      },
      update: { icon: IconPencil, run: () => void navigate({ to: '/quotes/$id/edit', params: { id } }) },
      delete: { icon: IconTrash, run: open('delete'), danger: true },
    },
    (action) => t(`actions.${action === 'update' ? 'edit' : action}`),
    // A member may still accept an expired quote for the client.
    (action) => (action === 'accept' && status === 'Expired' ? undefined : actionError(action)),
  );

  const main: RecordAction[] =
    status === 'Draft'
      ? [{ ...actions.send, primary: true }, actions.update]
      : quote.acceptance
        ? [{ ...actions.convert, primary: actions.convert.refused === undefined }]
        : [quote.publicUrl === null ? actions.resend : answering.action, actions.accept, actions.decline].map(
            (action, index) => ({ ...action, primary: index === 0 && action.refused === undefined }),
          );
  const more = Object.values(actions).filter(({ key }) => key !== 'send');

  return (
    <div>
      <RecordActions main={mayWrite ? main : []} more={mayWrite ? more : []}>
        <PdfButton resource="quotes" id={id} draft={status === 'Draft'} />
      </RecordActions>
      {revise.error && <ChangeError error={revise.error} onReload={() => void refresh().then(() => revise.clear())} />}
      {answering.error && (
        <ChangeError error={answering.error} onReload={() => void refresh().then(() => answering.reset())} />
      )}
      {answering.dialog}
      <Suspense>
        {dialog?.name === 'send' && (
          <SendDialog resource="quotes" document={dialog.quote} placeOf={placeOf} onClose={close} />
        )}
        {dialog?.name === 'convert' && <ConvertDialog quote={dialog.quote} onClose={close} />}
        {dialog && dialog.name !== 'send' && dialog.name !== 'convert' && (
          <QuoteDialog name={dialog.name} quote={dialog.quote} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}
