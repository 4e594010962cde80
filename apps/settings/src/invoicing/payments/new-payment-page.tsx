import type { ClientView } from '@billhook/contract/invoicing/client';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { PaymentKind } from '@billhook/domain/invoicing/payment';
import { useTexts } from '@billhook/ui/use-texts';
import { getRouteApi } from '@tanstack/react-router';
import { useToday } from '../../shared/dates/use-today.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { RecordGate, RecordHeader } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { useRecord } from '../../shared/workspace/records.js';
import { InvoiceLink } from './invoice-link.js';
import { PaymentForm } from './payment-form.js';
import { currencyOf, refundable, type PaymentStart } from './payment-values.js';

const route = getRouteApi('/payments/new');

/** Starts with an invoice, a client or nothing, depending on the address. */
export function NewPaymentPage() {
  const { t } = useTexts('payments');
  const { invoiceId, clientId, paymentId, kind = 'Payment' } = route.useSearch();
  const { company } = useSignedIn();
  const blank: PaymentStart = {
    kind,
    clientId: undefined,
    invoiceId: undefined,
    date: useToday(),
    amount: '',
    currency: company.currency,
  };
  return (
    <>
      <RecordHeader
        title={t(kind === 'Refund' ? 'form.titleRefund' : 'form.title')}
        back={invoiceId ? <InvoiceLink id={invoiceId} /> : <PageLink to="/payments">{t('back')}</PageLink>}
      />
      {invoiceId ? (
        <OfInvoice id={invoiceId} blank={blank} />
      ) : paymentId ? (
        <OfPayment id={paymentId} blank={blank} />
      ) : clientId ? (
        <OfClient id={clientId} blank={blank} />
      ) : (
        <PaymentForm start={blank} />
      )}
    </>
  );
}

interface StartProps {
  readonly id: number;
  readonly blank: PaymentStart;
}

/** The query returns a new record after each load, and the form keeps the first one. */
function OfInvoice({ id, blank }: StartProps) {
  const query = useRecord('invoices', id);
  return (
    <RecordGate query={query}>
      {(invoice) => <PaymentForm start={{ ...blank, ...ofInvoice(blank.kind, invoice) }} />}
    </RecordGate>
  );
}

function OfClient({ id, blank }: StartProps) {
  const query = useRecord('clients', id);
  return (
    <RecordGate query={query}>
      {(client) => <PaymentForm start={{ ...blank, ...ofClient(blank, client) }} />}
    </RecordGate>
  );
}

function OfPayment({ id, blank }: StartProps) {
  const query = useRecord('payments', id);
  return <RecordGate query={query}>{(payment) => <OfPaymentAndClient payment={payment} blank={blank} />}</RecordGate>;
}

function OfPaymentAndClient({ payment, blank }: { payment: PaymentView; blank: PaymentStart }) {
  const { id, clientId, currency } = payment;
  const query = useRecord('clients', clientId);
  return (
    <RecordGate query={query}>
      {(client) => (
        <PaymentForm start={{ ...blank, clientId, currency, amount: refundable(payment, client), paymentId: id }} />
      )}
    </RecordGate>
  );
}

function ofInvoice(kind: PaymentKind, invoice: InvoiceView): Partial<PaymentStart> {
  const { id, clientId, currency, balance, amountPaid } = invoice;
  return { clientId, currency, invoiceId: id, amount: kind === 'Payment' ? balance : amountPaid };
}

function ofClient(blank: PaymentStart, client: ClientView): Partial<PaymentStart> {
  return { clientId: client.id, currency: currencyOf(client, blank.kind, blank.currency) };
}
