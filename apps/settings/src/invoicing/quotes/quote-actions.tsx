import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { notify } from '@billhook/ui/notify';
import { Group } from '@mantine/core';
import {
  IconCheck,
  IconCopy,
  IconFileInvoice,
  IconPencil,
  IconReplace,
  IconSend,
  IconThumbDown,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useAnsweringLink } from '../documents/answering-link.js';
import { PdfButton } from '../documents/document-links.js';
import { useFaultPlaces } from '../documents/fault-places.js';
import { useHolds } from '../../identity/session/queries.js';
import { useQuotesTexts } from '../../shared/texts/quotes.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { RecordActions, type RecordAction } from '../../shared/workspace/record-actions.js';
import { useChangeRecord, useRefreshRecords } from '../../shared/workspace/records.js';
import { useQuoteRefusal } from '../../shared/workspace/refusals.js';
import type { QuoteDialogName } from './quote-dialogs.js';

const SendDialog = lazy(() => import('../documents/send-dialog.js').then((file) => ({ default: file.SendDialog })));
const QuoteDialog = lazy(() => import('./quote-dialogs.js').then((file) => ({ default: file.QuoteDialog })));
const ConvertDialog = lazy(() => import('./convert-dialog.js').then((file) => ({ default: file.ConvertDialog })));

/** What one may do with a quote now; what one may not, with the reason. */
export function QuoteActions({ quote }: { quote: QuoteView }) {
  const { t } = useQuotesTexts();
  const navigate = useNavigate();
  const placeOf = useFaultPlaces();
  const refresh = useRefreshRecords();
  const { id, version, status } = quote;
  const mayWrite = useHolds('quote.write');
  const refusal = useQuoteRefusal(quote);
  const revise = useChangeRecord('quotes', id);
  const answering = useAnsweringLink('quotes', id);
  const [dialog, setDialog] = useState<QuoteDialogName | 'send' | 'convert'>();
  const close = () => setDialog(undefined);

  const actions = {
    send: {
      key: 'send',
      label: t('actions.send'),
      icon: IconSend,
      run: () => setDialog('send'),
      refused: refusal('send'),
    },
    resend: {
      key: 'resend',
      label: t('actions.resend'),
      icon: IconSend,
      run: () => setDialog('send'),
      refused: refusal('resend'),
    },
    copyLink: {
      key: 'copyLink',
      label: t('actions.copyLink'),
      icon: IconCopy,
      run: answering.copy,
      pending: answering.pending,
    },
    edit: {
      key: 'edit',
      label: t('actions.edit'),
      icon: IconPencil,
      run: () => void navigate({ to: '/quotes/$id/edit', params: { id } }),
      refused: refusal('update'),
    },
    accept: {
      key: 'accept',
      label: t('actions.accept'),
      icon: IconCheck,
      run: () => setDialog('accept'),
      // A member may still take the client's word for an expired one.
      refused: status === 'Expired' ? undefined : refusal('accept'),
    },
    decline: {
      key: 'decline',
      label: t('actions.decline'),
      icon: IconThumbDown,
      run: () => setDialog('decline'),
      refused: refusal('decline'),
    },
    convert: {
      key: 'convert',
      label: t('actions.convert'),
      icon: IconFileInvoice,
      run: () => setDialog('convert'),
      refused: refusal('convert'),
    },
    revise: {
      key: 'revise',
      label: t('actions.revise'),
      icon: IconReplace,
      run: () =>
        revise.mutate(
          { part: 'revise', version },
          {
            onSuccess: (made) => {
              notify.done(t('revised'));
              void navigate({ to: '/quotes/$id/edit', params: { id: made.id } });
            },
          },
        ),
      refused: refusal('revise'),
    },
    delete: {
      key: 'delete',
      label: t('actions.delete'),
      icon: IconTrash,
      run: () => setDialog('delete'),
      refused: refusal('delete'),
      danger: true,
    },
  } satisfies Record<string, RecordAction>;

  const main: RecordAction[] =
    status === 'Draft'
      ? [{ ...actions.send, primary: true }, actions.edit]
      : quote.acceptance
        ? [{ ...actions.convert, primary: actions.convert.refused === undefined }]
        : [...(quote.publicUrl === null ? [actions.resend] : [actions.copyLink]), actions.accept, actions.decline].map(
            (action, index) => ({ ...action, primary: index === 0 && !('refused' in action && action.refused) }),
          );
  const shown = main.map(({ key }) => key);
  const more = [
    actions.resend,
    actions.accept,
    actions.decline,
    actions.convert,
    actions.revise,
    actions.edit,
    actions.delete,
  ].filter(({ key }) => !shown.includes(key));

  return (
    <div>
      <Group gap="sm">
        {mayWrite && <RecordActions main={main} />}
        <PdfButton resource="quotes" id={id} draft={status === 'Draft'} />
        {mayWrite && <RecordActions main={[]} more={more} />}
      </Group>
      {revise.error && <ChangeError error={revise.error} onReload={() => void refresh().then(() => revise.reset())} />}
      {answering.error && (
        <ChangeError error={answering.error} onReload={() => void refresh().then(() => answering.reset())} />
      )}
      {answering.dialog}
      <Suspense>
        {dialog === 'send' && <SendDialog resource="quotes" document={quote} placeOf={placeOf} onClose={close} />}
        {dialog === 'convert' && <ConvertDialog quote={quote} onClose={close} />}
        {dialog && dialog !== 'send' && dialog !== 'convert' && (
          <QuoteDialog name={dialog} quote={quote} onClose={close} />
        )}
      </Suspense>
    </div>
  );
}
