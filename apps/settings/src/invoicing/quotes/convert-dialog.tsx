import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { asApiError } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Checkbox, Radio, Stack, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { DecimalInput } from '../../shared/workspace/decimal-input.js';
import { Money, useAmounts } from '../../shared/workspace/money.js';
import { useChangeRecord } from '../../shared/workspace/records.js';
import { useAsOpened } from '../../shared/workspace/use-as-opened.js';
import { useErrorsByPath } from '../../shared/workspace/use-error-texts.js';
import {
  conversionAmount,
  conversionBody,
  isTooMuch,
  isUntouched,
  type Conversion,
  type ConversionMode,
} from './conversion.rules.js';

const MODES: readonly ConversionMode[] = ['Whole', 'Percent', 'Amount', 'Lines', 'Remaining'];

/** Creates an invoice from a quote or a part of it, and shows the total in advance. */
export function ConvertDialog({ quote: opened, onClose }: { quote: QuoteView; onClose: () => void }) {
  const { t } = useTexts('quotes');
  const [quote, reload] = useAsOpened('quotes', opened);
  const amounts = useAmounts();
  const navigate = useNavigate();
  const convert = useChangeRecord<'quotes', InvoiceView>('quotes', quote.id);
  const errorsByPath = useErrorsByPath();
  const untouched = isUntouched(quote);
  const [choice, setChoice] = useState<Conversion>({
    mode: untouched ? 'Whole' : 'Remaining',
    percent: '',
    amount: '',
    lineIds: [],
  });
  const { currency } = quote;
  const amount = conversionAmount(quote, choice);
  const tooMuch = amount !== undefined && isTooMuch(quote, amount);
  const fieldErrors = errorsByPath(convert.error);
  const placed = convert.error !== null && (fieldErrors['percent'] ?? fieldErrors['amount']) !== undefined;
  const choose = (part: Partial<Conversion>) => {
    setChoice((before) => ({ ...before, ...part }));
    convert.clear();
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (amount === undefined || tooMuch) return;
    convert.start([{ part: 'convert', version: quote.version, body: conversionBody(choice) }], {
      onSuccess: (invoice) => {
        void navigate({ to: '/invoices/$id', params: { id: invoice.id } });
      },
    });
  };

  return (
    <Dialog opened onClose={onClose} title={t('convert.title', { number: quote.number ?? '' })} size="lg">
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            {t('convert.lead')}
          </Text>
          <Radio.Group
            label={t('convert.how')}
            value={choice.mode}
            onChange={(value) => choose({ mode: MODES.find((mode) => mode === value) ?? 'Remaining' })}
          >
            <Stack gap="xs" mt={6}>
              {MODES.map((mode) => (
                <Radio
                  key={mode}
                  value={mode}
                  label={t(`convert.modes.${mode}`)}
                  disabled={mode === 'Whole' && !untouched}
                  {...(mode === 'Whole' && !untouched && { description: t('convert.notWhole') })}
                />
              ))}
            </Stack>
          </Radio.Group>
          {choice.mode === 'Percent' && (
            <DecimalInput
              label={t('convert.percent')}
              maw={220}
              value={choice.percent}
              error={fieldErrors['percent']}
              onChange={(percent) => choose({ percent })}
            />
          )}
          {choice.mode === 'Amount' && (
            <DecimalInput
              label={t('convert.amount')}
              maw={220}
              currency={currency}
              value={choice.amount}
              error={fieldErrors['amount']}
              onChange={(typed) => choose({ amount: typed })}
            />
          )}
          {choice.mode === 'Lines' && (
            <Checkbox.Group
              label={t('words:lineItems')}
              value={choice.lineIds.map(String)}
              onChange={(ids) => choose({ lineIds: ids.map(Number) })}
            >
              <Stack gap="xs" mt={6}>
                {quote.lines.map((line) => (
                  <Checkbox
                    key={line.id}
                    value={String(line.id)}
                    label={`${line.name}${DOT}${amounts.amount(line.gross, currency)}`}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
          <div className="st-summary" role="status">
            {t('convert.preview')} {amount === undefined ? '–' : <Money amount={amount} currency={currency} strong />}
            <div>{t('convert.left', { amount: amounts.amount(quote.remaining, currency) })}</div>
            {tooMuch && (
              <Text size="sm" c="var(--mantine-color-error)">
                {t('convert.tooMuch')}
              </Text>
            )}
          </div>
          {convert.error && !placed && (
            <ChangeError error={asApiError(convert.error)} onReload={() => void reload().then(convert.clear)} />
          )}
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={convert.pending} disabled={amount === undefined || tooMuch}>
              {t('convert.confirm')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}
