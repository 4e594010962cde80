import '../../shared/forms/forms.css';
import type { CreateCreditNote, CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { CREDIT_REASON_CODES } from '@billhook/contract/invoicing/credit-reason';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { DateField } from '@billhook/ui/components/date-field';
import { DOT } from '@billhook/ui/dot';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, NativeSelect, Radio, SimpleGrid, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useToday } from '../../shared/dates/use-today.js';
import { focusFirstError } from '../../shared/forms/focus-first-error.js';
import { FormFoot } from '../../shared/forms/form-foot.js';
import { FormSection } from '../../shared/forms/form-section.js';
import { useUnsavedGuard } from '../../shared/forms/use-unsaved-guard.js';
import { ValidatedForm } from '../../shared/forms/validated-form.js';
import { withLaterTexts } from '../../shared/texts/with-later-texts.js';
import { useAmounts } from '../../shared/workspace/money.js';
import { useCreateRecord, useRefreshRecords } from '../../shared/workspace/records.js';
import { useErrorsByPath } from '../../shared/workspace/use-error-texts.js';
import { useErrorPlaces } from '../documents/use-error-places.js';
import { useSeriesOf } from '../series/series.queries.js';
import { ChannelFields } from './channel-fields.js';
import { CreditLinesTable } from './credit-lines-table.js';
import { CreditPreviewPanel } from './credit-preview-panel.js';
import { previewCredit, type ChosenLines } from './credit-preview.js';
import { creditBody, type CreditNoteValues } from './credit-values.js';
import { useEffectText } from './use-effect-text.js';

const MailPreviewDialog = lazy(() =>
  withLaterTexts(import('../mails/mail-preview-dialog.js')).then((file) => ({ default: file.MailPreviewDialog })),
);

const FORM = 'credit-note-form';

interface CreditNoteFormProps {
  readonly invoice: InvoiceView;
  /** The existing credit notes of the invoice. */
  readonly credited: readonly CreditNoteView[];
}

/** Credits an invoice: all that remains, or selected lines. The result is shown beside the form. */
export function CreditNoteForm({ invoice, credited }: CreditNoteFormProps) {
  const { t } = useTexts('creditNotes');
  const errorsByPath = useErrorsByPath();
  const navigate = useNavigate();
  const create = useCreateRecord('credit-notes');
  const refresh = useRefreshRecords();
  const amounts = useAmounts();
  const effectText = useEffectText();
  const places = useErrorPlaces();
  const series = useSeriesOf('CreditNote');
  const [chosen, setChosen] = useState<ChosenLines>();
  const [tried, setTried] = useState(false);
  const [asking, setAsking] = useState(false);
  const [previewed, setPreviewed] = useState<CreateCreditNote>();
  const today = useToday();
  const form = useForm<CreditNoteValues>({
    initialValues: {
      code: 'Error',
      text: '',
      issueDate: today,
      series: 'default',
      notes: '',
      channel: 'None',
      to: undefined,
      message: '',
    },
  });
  const guard = useUnsavedGuard(form.isDirty() || chosen !== undefined);
  const preview = previewCredit(invoice, credited, chosen);
  const { id } = invoice;

  // The API has the same default, by its own clock.
  const dated = (values: CreditNoteValues) => (form.isDirty('issueDate') ? values : { ...values, issueDate: '' });

  const ask = () => {
    setTried(true);
    if (typeof preview === 'string') return focusFirstError(FORM);
    create.clear();
    setAsking(true);
  };
  const show = () => {
    setTried(true);
    if (typeof preview === 'string') return focusFirstError(FORM);
    setPreviewed(creditBody(invoice, dated(form.getValues()), chosen, preview.totals.gross));
  };
  const issue = async () => {
    if (typeof preview === 'string') return;
    const result = await create.run(creditBody(invoice, dated(form.getValues()), chosen, preview.totals.gross));
    if (!result.ok) {
      setAsking(false);
      form.setErrors(errorsByPath(result.error));
      return focusFirstError(FORM);
    }
    const { id, number } = result.value;
    guard.release();
    notify.done(t('form.done', { number }));
    await navigate({ to: '/credit-notes/$id', params: { id } });
  };
  const change = (next: ChosenLines | undefined) => {
    setChosen(next);
    create.clear();
  };

  return (
    <ValidatedForm id={FORM} className="st-form" form={form} onSubmit={ask}>
      <FormSection
        title={t('form.what')}
        {...(credited.length > 0 && { hint: t('form.earlier', { count: credited.length }) })}
      >
        <Radio.Group
          aria-label={t('form.what')}
          value={chosen ? 'lines' : 'rest'}
          onChange={(value) => change(value === 'lines' ? {} : undefined)}
        >
          <Stack gap="xs">
            <Radio value="rest" label={t('form.rest')} />
            <Radio value="lines" label={t('form.lines')} />
          </Stack>
        </Radio.Group>
      </FormSection>
      <CreditLinesTable invoice={invoice} chosen={chosen ?? {}} onChange={change} />
      <FormSection title={t('form.preview')}>
        <CreditPreviewPanel invoice={invoice} preview={preview} tried={tried} />
      </FormSection>
      <FormSection title={t('form.why')}>
        <NativeSelect
          label={t('words:reason')}
          data={CREDIT_REASON_CODES.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          {...form.getInputProps('code')}
        />
        <Textarea
          label={t('form.text')}
          description={t('form.textHint')}
          autosize
          minRows={2}
          maxLength={1000}
          {...form.getInputProps('text')}
        />
      </FormSection>
      <FormSection title={t('form.document')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <DateField
            label={t('form.issueDate')}
            min={invoice.issueDate}
            max={today}
            {...form.getInputProps('issueDate')}
          />
          {series.length > 1 && (
            <NativeSelect
              label={t('form.series')}
              data={series.map(({ code, nextNumber }) => ({ value: code, label: `${code}${DOT}${nextNumber}` }))}
              {...form.getInputProps('series')}
            />
          )}
        </SimpleGrid>
        <Textarea label={t('form.notes')} autosize minRows={1} maxLength={2000} {...form.getInputProps('notes')} />
      </FormSection>
      <FormSection title={t('form.handOver')}>
        <ChannelFields form={form} clientId={invoice.clientId} />
      </FormSection>
      <FormFoot
        errors={form.errors}
        error={create.error}
        placeOf={places}
        onReload={() => void refresh().then(() => create.clear())}
      >
        <Button variant="default" onClick={() => void navigate({ to: '/invoices/$id', params: { id } })}>
          {t('ui:cancel')}
        </Button>
        {form.values.channel === 'Email' && (
          <Button variant="default" onClick={show}>
            {t('documents:send.preview')}
          </Button>
        )}
        <Button type="submit">{t('form.submit')}</Button>
      </FormFoot>
      {guard.question}
      <Suspense>
        {previewed && (
          <MailPreviewDialog
            resource="credit-notes"
            body={previewed}
            placeOf={places}
            onClose={() => setPreviewed(undefined)}
          />
        )}
      </Suspense>
      {asking && typeof preview !== 'string' && (
        <ConfirmDialog
          title={t('form.askTitle', { amount: amounts.amount(preview.totals.due, invoice.currency) })}
          confirmLabel={t('form.submit')}
          action={{ pending: create.pending }}
          onConfirm={() => void issue()}
          onClose={() => setAsking(false)}
        >
          <Text size="sm">{effectText('form.effect', preview.allocation, invoice.currency, invoice.number ?? '')}</Text>
          <Text size="sm">{t('form.final')}</Text>
        </ConfirmDialog>
      )}
    </ValidatedForm>
  );
}
