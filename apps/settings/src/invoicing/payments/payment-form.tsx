import '../../shared/forms/forms.css';
import { currencyDigits } from '@billhook/domain/invoicing/codes/currency';
import { PAYMENT_KINDS } from '@billhook/domain/invoicing/payment';
import { DateField } from '@billhook/ui/components/date-field';
import { notify } from '@billhook/ui/notify';
import { isDate } from '@billhook/ui/typed-date';
import { useTexts } from '@billhook/ui/use-texts';
import { Autocomplete, Button, Group, Radio, SimpleGrid, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { CurrencySelect } from '../../shared/forms/currency-select.js';
import { focusFirstError } from '../../shared/forms/focus-first-error.js';
import { FormFoot } from '../../shared/forms/form-foot.js';
import { FormSection } from '../../shared/forms/form-section.js';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.js';
import { ValidatedForm } from '../../shared/forms/validated-form.js';
import { ClientPicker } from '../../shared/workspace/client-picker.js';
import { DecimalInput } from '../../shared/workspace/decimal-input.js';
import { useAmounts } from '../../shared/workspace/money.js';
import { useCreateRecord } from '../../shared/workspace/records.js';
import { useErrorsByPath } from '../../shared/workspace/use-error-texts.js';
import { amountIn, errorsByInvoice, filled, restOf, shareError, type Shares } from './allocation.rules.js';
import { PaymentAllocation, useCreditShort } from './payment-allocation.js';
import { METHODS } from './payment-methods.js';
import { currencyOf, paymentBody, type PaymentStart, type PaymentValues } from './payment-values.js';
import { usePayables } from './use-payables.js';

const FORM = 'payment-form';

/** Records a payment or a refund: the client, the date, the amount and the invoices. */
export function PaymentForm({ start }: { start: PaymentStart }) {
  const { t } = useTexts('payments');
  const errorsByPath = useErrorsByPath();
  const amounts = useAmounts();
  const navigate = useNavigate();
  const create = useCreateRecord('payments');
  const { invoiceId, paymentId, ...begun } = start;
  const [given] = useState<Shares>(invoiceId && start.amount ? { [invoiceId]: start.amount } : {});
  const [shares, setShares] = useState(given);
  /** The initial share follows the amount until the shares are edited. */
  const [following, setFollowing] = useState(invoiceId);
  const [sent, setSent] = useState<readonly { invoiceId: number }[]>([]);
  const form = useForm<PaymentValues>({
    initialValues: { ...begun, method: '', reference: '', externalId: '' },
    validate: {
      clientId: (id) => (id === undefined ? t('form.clientMissing') : null),
      date: (date) => (isDate(date) ? null : t('form.dateMissing')),
      amount: (amount, { currency }) =>
        amountIn(currency, amount)?.units ? null : t('form.amountError', { digits: currencyDigits(currency) }),
    },
  });
  const { kind, clientId, currency, amount } = form.values;
  const payables = usePayables(kind, clientId, currency);
  const creditShort = useCreditShort(form.values, shares);
  const guard = useUnsavedGuard(form.isDirty() || shares !== given);
  const invalid = payables.invoices.some(({ invoice, limit }) => shareError(shares[invoice.id] ?? '', limit, currency));

  const change = (values: Partial<PaymentValues>) => {
    form.setValues(values);
    setShares({});
    setFollowing(undefined);
    create.clear();
  };
  const changeAmount = (next: string) => {
    form.setFieldValue('amount', next);
    if (following === undefined) return;
    setShares(filled({}, { invoice: { id: following }, limit: begun.amount }, next, currency));
  };
  const methodOf = (text: string) => METHODS.find((method) => t(`methods.${method}`) === text) ?? text;

  /** Returns to the page on which it was started. */
  const cancel = () => {
    if (invoiceId) return navigate({ to: '/invoices/$id', params: { id: invoiceId } });
    if (paymentId) return navigate({ to: '/payments/$id', params: { id: paymentId } });
    if (begun.clientId) return navigate({ to: '/clients/$id', params: { id: begun.clientId } });
    return navigate({ to: '/payments' });
  };

  const submit = async (values: PaymentValues) => {
    const body = paymentBody(values, shares, methodOf);
    if (!body || invalid || creditShort || restOf(amount, shares, currency).startsWith('-')) {
      return document.getElementById(`${FORM}-allocation`)?.focus();
    }
    setSent(body.allocations);
    const result = await create.run(body);
    if (!result.ok) {
      form.setErrors(errorsByPath(result.error));
      return focusFirstError(FORM);
    }
    const payment = result.value;
    guard.release();
    notify.done(
      t(kind === 'Refund' ? 'form.doneRefund' : 'form.done', {
        amount: amounts.amount(payment.amount, payment.currency),
      }),
    );
    await (invoiceId
      ? navigate({ to: '/invoices/$id', params: { id: invoiceId } })
      : navigate({ to: '/payments/$id', params: { id: payment.id } }));
  };

  return (
    <ValidatedForm id={FORM} form={form} onSubmit={(values) => void submit(values)} className="st-form">
      <FormSection title={t('form.what')}>
        <Radio.Group
          aria-label={t('words:type')}
          value={kind}
          onChange={(value) => change({ kind: PAYMENT_KINDS.find((each) => each === value) ?? 'Payment' })}
        >
          <Group gap="lg">
            {PAYMENT_KINDS.map((each) => (
              <Radio key={each} value={each} label={t(`form.kind${each}`)} />
            ))}
          </Group>
        </Radio.Group>
        <ClientPicker
          label={t('words:client')}
          value={clientId}
          required
          error={form.errors['clientId']}
          onChange={(client) => change({ clientId: client.id, currency: currencyOf(client, kind, currency) })}
        />
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
          <DateField label={t('words:date')} required withAsterisk={false} {...form.getInputProps('date')} />
          <DecimalInput
            label={t('words:amount')}
            required
            withAsterisk={false}
            currency={currency}
            value={amount}
            error={form.errors['amount']}
            onChange={changeAmount}
          />
          <CurrencySelect
            value={currency}
            error={form.errors['currency']}
            onChange={(code) => code && change({ currency: code })}
          />
        </SimpleGrid>
      </FormSection>
      <PaymentAllocation
        id={`${FORM}-allocation`}
        values={form.values}
        payables={payables}
        shares={shares}
        onChange={(next) => {
          setShares(next);
          setFollowing(undefined);
          create.clear();
        }}
        fieldErrors={create.error ? errorsByInvoice(errorsByPath(create.error), sent) : {}}
      />
      <FormSection title={t('form.details')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <Autocomplete
            label={t('method')}
            description={t('form.methodHint')}
            data={METHODS.map((method) => t(`methods.${method}`))}
            maxLength={40}
            {...form.getInputProps('method')}
          />
          <TextInput
            label={t('reference')}
            description={t('form.referenceHint')}
            maxLength={140}
            autoComplete="off"
            {...form.getInputProps('reference')}
          />
        </SimpleGrid>
        <TextInput
          label={t('words:externalId')}
          maxLength={120}
          autoComplete="off"
          {...form.getInputProps('externalId')}
        />
      </FormSection>
      <FormFoot errors={form.errors} error={create.error}>
        <Button variant="default" onClick={() => void cancel()}>
          {t('ui:cancel')}
        </Button>
        <Button type="submit" loading={create.pending}>
          {t(kind === 'Refund' ? 'form.submitRefund' : 'form.submit')}
        </Button>
      </FormFoot>
      {guard.question}
    </ValidatedForm>
  );
}
