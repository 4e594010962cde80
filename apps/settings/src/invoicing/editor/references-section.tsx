import { useTexts } from '@billhook/ui/use-texts';
import { NativeSelect, TextInput } from '@mantine/core';
import { LANGUAGES } from '@billhook/ui/i18n';
import { DateField } from '../../shared/dates/date-field.js';
import { Section } from '../../shared/workspace/detail.js';
import type { DocumentKind } from './draft.js';
import { HINT_BELOW, useField } from './use-field.js';
import type { Editor } from './use-editor.js';

/** Numbers and dates of others, and how it is to be paid. */
export function ReferencesSection({ kind, editor }: { kind: DocumentKind; editor: Editor }) {
  const { t } = useTexts('editor');
  const field = useField(editor);
  const plain = { autoComplete: 'off', maxLength: 100 } as const;
  return (
    <Section title={t('references')}>
      <div className="ed-fields">
        <TextInput {...field('purchaseOrder')} {...plain} label={t('purchaseOrder')} />
        <TextInput {...field('buyerReference')} {...plain} label={t('buyerReference')} />
        <TextInput {...field('contract')} {...plain} label={t('contract')} />
        <TextInput {...field('project')} {...plain} label={t('project')} />
        {kind === 'invoice' && (
          <>
            <DateField {...field('supplyDate')} label={t('supplyDate')} />
            <DateField {...field('periodStart')} label={t('periodStart')} />
            <DateField {...field('periodEnd')} label={t('periodEnd')} />
          </>
        )}
        <TextInput
          {...field('iban')}
          autoComplete="off"
          label={t('iban')}
          description={t('ibanHint')}
          inputWrapperOrder={HINT_BELOW}
          maxLength={42}
        />
        <TextInput {...field('bic')} autoComplete="off" label={t('bic')} maxLength={11} />
        <TextInput {...field('remittance')} autoComplete="off" label={t('remittance')} maxLength={140} />
        <NativeSelect
          {...field('locale')}
          label={t('locale')}
          data={[
            { value: '', label: t('localeOfClient') },
            ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
          ]}
        />
        <TextInput
          {...field('externalId')}
          autoComplete="off"
          maxLength={120}
          label={t('externalId')}
          description={t('externalIdHint')}
          inputWrapperOrder={HINT_BELOW}
        />
      </div>
    </Section>
  );
}
