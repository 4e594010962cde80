import './payments.css';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import { DataTable } from '@billhook/ui/components/data-table';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert } from '@mantine/core';
import { IconArrowBackUp, IconArrowsSplit, IconTrash } from '@tabler/icons-react';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { ClientName } from '../../shared/workspace/client-name.js';
import { DetailLayout, Facts, Nothing, RecordGate, RecordHeader, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { Money, useAmounts } from '../../shared/workspace/money.js';
import { RecordActions, type RecordAction } from '../../shared/workspace/record-actions.js';
import { RecordStatus } from '../../shared/workspace/record-status.js';
import { useRecord } from '../../shared/workspace/records.js';
import { Timeline } from '../../shared/workspace/timeline.js';
import { useActorTexts } from '../../shared/workspace/use-actor-texts.js';
import { AllocateDialog } from './allocate-dialog.js';
import { DeletePaymentDialog } from './delete-payment-dialog.js';
import { InvoiceLink } from './invoice-link.js';
import { useMethodText } from './payment-methods.js';

const route = getRouteApi('/payments/$id');

export function PaymentPage() {
  const { id } = route.useParams();
  const query = useRecord('payments', id);
  return <RecordGate query={query}>{(payment) => <PaymentDetail key={payment.id} payment={payment} />}</RecordGate>;
}

function PaymentDetail({ payment }: { payment: PaymentView }) {
  const { t } = useTexts('payments');
  const amounts = useAmounts();
  const format = useFormat();
  const [dialog, setDialog] = useState<'allocate' | 'delete'>();
  const { kind, amount, currency, date, clientId } = payment;
  const close = () => setDialog(undefined);
  return (
    <>
      <RecordHeader
        title={t(`titleOf.${kind}`, { amount: amounts.amount(amount, currency) })}
        back={<PageLink to="/payments">{t('back')}</PageLink>}
        status={<RecordStatus kind="payment" status={payment.status} />}
        lead={
          <>
            <ClientName id={clientId} linked />
            {DOT}
            {format.day(date)}
          </>
        }
        actions={<PaymentActions payment={payment} onAct={setDialog} />}
      />
      <Deletion payment={payment} />
      <DetailLayout
        aside={
          <Section title={t('workspace:detail.timeline')}>
            <Timeline resource="payments" id={payment.id} currency={currency} />
          </Section>
        }
      >
        <Allocations payment={payment} />
        <PaymentDetails payment={payment} />
      </DetailLayout>
      {dialog === 'allocate' && <AllocateDialog payment={payment} onClose={close} />}
      {dialog === 'delete' && <DeletePaymentDialog payment={payment} onClose={close} />}
    </>
  );
}

interface PaymentActionsProps {
  readonly payment: PaymentView;
  readonly onAct: (dialog: 'allocate' | 'delete') => void;
}

function PaymentActions({ payment, onAct }: PaymentActionsProps) {
  const { t } = useTexts('payments');
  const navigate = useNavigate();
  const mayWrite = useHolds('payment.write');
  const { id, kind, status, unallocated } = payment;
  const lacking = mayWrite ? undefined : t('workspace:actions.noPermission', { permission: 'payment.write' });
  const refusal = lacking ?? (status === 'Deleted' ? t('actions.isDeleted') : undefined);
  const nothing = kind === 'Refund' ? t('actions.notARefund') : t('actions.nothingLeft');
  const spent = kind === 'Refund' || !/[1-9]/.test(unallocated) ? nothing : undefined;
  const main: RecordAction[] = [
    {
      key: 'allocate',
      label: t('actions.allocate'),
      icon: IconArrowsSplit,
      primary: true,
      refused: refusal ?? spent,
      run: () => onAct('allocate'),
    },
    {
      key: 'refund',
      label: t('actions.refund'),
      icon: IconArrowBackUp,
      refused: lacking,
      run: () => void navigate({ to: '/payments/new', search: { kind: 'Refund', paymentId: id } }),
    },
    {
      key: 'delete',
      label: t('actions.delete'),
      icon: IconTrash,
      danger: true,
      refused: refusal,
      run: () => onAct('delete'),
    },
  ];
  // A refund cannot be refunded: deleting it undoes it.
  return <RecordActions main={kind === 'Refund' ? main.filter(({ key }) => key !== 'refund') : main} />;
}

function Deletion({ payment }: { payment: PaymentView }) {
  const { t } = useTexts('payments');
  const { byActor } = useActorTexts();
  const format = useFormat();
  const { deletedAt, deletedByActor, deletionReason } = payment;
  if (!deletedAt || !deletedByActor) return null;
  return (
    <Alert color="yellow" icon={<IconTrash size={20} />} title={t('deleted.title')} mb="lg">
      {t('deleted.body', {
        by: byActor(deletedByActor),
        at: format.dateTime(deletedAt),
        reason: deletionReason ?? '',
      })}
    </Alert>
  );
}

function Allocations({ payment }: { payment: PaymentView }) {
  const { t } = useTexts('payments');
  const { allocations, currency, kind, status, unallocated } = payment;
  if (allocations.length === 0) {
    return (
      <Section title={t('allocations')}>
        <Nothing>
          {status === 'Recorded' ? t(kind === 'Refund' ? 'allocationsNoneRefund' : 'allocationsNone') : undefined}
        </Nothing>
      </Section>
    );
  }
  return (
    <Section title={t('allocations')} flush>
      <DataTable
        label={t('allocations')}
        columns={[
          { key: 'invoice', header: t('words:invoice'), render: ({ invoiceId }) => <InvoiceLink id={invoiceId} /> },
          {
            key: 'amount',
            header: t('words:amount'),
            align: 'right',
            render: ({ amount }) => <Money amount={amount} currency={currency} />,
          },
        ]}
        rows={allocations}
        rowKey={({ invoiceId }) => invoiceId}
      />
      <dl className="st-sums">
        <div>
          <dt>{t(kind === 'Refund' ? 'form.restRefund' : 'unallocated')}</dt>
          <dd>
            <Money amount={unallocated} currency={currency} strong />
          </dd>
        </div>
      </dl>
    </Section>
  );
}

function PaymentDetails({ payment }: { payment: PaymentView }) {
  const { t } = useTexts('payments');
  const format = useFormat();
  const methodText = useMethodText();
  const { amount, currency, method } = payment;
  return (
    <Section title={t('words:details')}>
      <Facts
        facts={[
          { label: t('words:type'), value: t(`kinds.${payment.kind}`) },
          { label: t('words:client'), value: <ClientName id={payment.clientId} linked /> },
          { label: t('words:date'), value: format.day(payment.date) },
          { label: t('words:amount'), value: <Money amount={amount} currency={currency} /> },
          { label: t('method'), value: method && methodText(method) },
          { label: t('reference'), value: payment.reference },
          { label: t('words:externalId'), value: payment.externalId },
          { label: t('recorded'), value: format.dateTime(payment.createdAt) },
        ]}
      />
    </Section>
  );
}
