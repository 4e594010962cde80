import type { ClientView } from '@billhook/contract/invoicing/client';
import { REFERENCE_NAMES, REFERENCES } from '@billhook/contract/invoicing/document-fields';
import { documentLocale } from '@billhook/domain/shared/format-amount';
import { DateField } from '@billhook/ui/components/date-field';
import { LANGUAGES } from '@billhook/ui/i18n';
import { useTexts } from '@billhook/ui/use-texts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { Section } from '../../shared/workspace/detail.js';
import type { DocumentKind } from './draft.js';
import type { Editor } from './use-editor.js';
import { HINT_BELOW, useField } from './use-field.js';

interface ReferencesSectionProps {
  readonly kind: DocumentKind;
  readonly editor: Editor;
  readonly client: ClientView | undefined;
  /** A stored draft has taken the language of the company when it was created. */
  readonly isStored: boolean;
}

/** The references, dates and payment details of a document. */
export function ReferencesSection({ kind, editor, client, isStored }: ReferencesSectionProps) {
  const { company } = useSignedIn();
  const language = documentLocale(client?.locale ?? (isStored ? null : company.locale));
  const { t } = useTexts('editor');
  const field = useField(editor);
  const documents = useTexts('documents');
  return (
    <Section title={t('references')}>
      <div className="ed-fields">
        {REFERENCE_NAMES.map((name) => (
          <TextInput
            {...field(name)}
            key={name}
            autoComplete="off"
            maxLength={REFERENCES[name].max}
            label={documents.t(name)}
          />
        ))}
        {kind === 'invoice' && (
          <>
            <DateField {...field('supplyDate')} label={t('words:supplyDate')} />
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
        <TextInput {...field('bic')} autoComplete="off" label={t('words:bic')} maxLength={11} />
        <TextInput {...field('remittance')} autoComplete="off" label={t('words:remittance')} maxLength={140} />
        <NativeSelect
          {...field('locale')}
          label={t('locale')}
          data={[
            { value: '', label: t('localeDefault', { language: LANGUAGES[language] }) },
            ...Object.entries(LANGUAGES).map(([value, label]) => ({ value, label })),
          ]}
        />
        <TextInput
          {...field('externalId')}
          autoComplete="off"
          maxLength={120}
          label={t('words:externalId')}
          description={t('externalIdHint')}
          inputWrapperOrder={HINT_BELOW}
        />
      </div>
    </Section>
  );
}
