import type { CompanyView } from '@billhook/contract/identity/company';
import { logoPath, LOGO_TYPES, MAX_LOGO_BYTES } from '@billhook/domain/identity/logo';
import { ApiError } from '@billhook/ui/api-fetch';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Checkbox, FileButton, Group, Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState, type DragEvent } from 'react';
import { FormSection } from '../../shared/forms/form-section.js';
import { useRemoveLogo, useSetLogo } from './company.queries.js';

interface BrandingSectionProps {
  readonly company: CompanyView;
  readonly color: TextInputProps;
  readonly paymentLink: object;
  readonly clientPages: object;
}

/** How documents look: the logo, which is saved immediately, the colour, and where clients pay online. */
export function BrandingSection({ company, color, paymentLink, clientPages }: BrandingSectionProps) {
  const { t } = useTexts('company');
  return (
    <FormSection title={t('branding')} hint={t('brandingHint')}>
      <LogoField company={company} />
      <TextInput
        label={t('accentColor')}
        description={t('accentColorHint')}
        placeholder="#1f4fd8"
        maxLength={7}
        autoComplete="off"
        leftSection={<span className="co-swatch" style={{ background: String(color.value ?? '') }} />}
        {...color}
      />
      <TextInput
        label={t('paymentLink')}
        description={t('paymentLinkHint')}
        placeholder="https://pay.example/?ref={number}&amount={amount}&currency={currency}"
        maxLength={500}
        autoComplete="off"
        {...paymentLink}
      />
      <Checkbox label={t('clientPages')} description={t('clientPagesHint')} {...clientPages} />
    </FormSection>
  );
}

/** Shows the logo as it is printed, on white. Accepts a dropped file as well. */
function LogoField({ company: { logo, name } }: { company: CompanyView }) {
  const { t } = useTexts('company');
  const set = useSetLogo();
  const remove = useRemoveLogo();
  const [tooLarge, setTooLarge] = useState(false);
  const [over, setOver] = useState(false);
  const pending = set.pending || remove.pending;
  const error = tooLarge ? t('logoTooLarge') : messageOf(set.error ?? remove.error);

  const use = async (file: File | null | undefined) => {
    if (!file || pending) return;
    setTooLarge(file.size > MAX_LOGO_BYTES);
    if (file.size > MAX_LOGO_BYTES) return;
    if ((await set.run(await base64Of(file))).ok) notify.done(t('forms:saved'));
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };
  return (
    <div
      className="co-logo"
      data-over={over || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event);
        void use(event.dataTransfer.files[0]);
      }}
    >
      <Text size="sm" fw={600}>
        {t('logo')}
      </Text>
      {logo ? <img src={logoPath(logo.digest)} alt={name} /> : <Text size="sm">{t('logoNone')}</Text>}
      <Text size="xs" c="dimmed">
        {t('logoHint')}
      </Text>
      <Group gap="xs">
        <FileButton
          accept={LOGO_TYPES.join(',')}
          // Browsers report no change if the same file is chosen again, after an error or a removal.
          inputProps={{ onClick: ({ currentTarget }) => (currentTarget.value = '') }}
          onChange={(file) => void use(file)}
        >
          {(props) => (
            <Button {...props} variant="default" loading={set.pending}>
              {t(logo ? 'logoReplace' : 'logoChoose')}
            </Button>
          )}
        </FileButton>
        {logo && (
          <Button variant="subtle" color="gray" loading={remove.pending} onClick={() => void remove.run()}>
            {t('logoRemove')}
          </Button>
        )}
      </Group>
      {error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {error}
        </Text>
      )}
    </div>
  );
}

function messageOf(error: unknown): string | undefined {
  if (error === undefined || error === null) return undefined;
  return (error instanceof ApiError ? error.errors[0]?.message : undefined) ?? (error as Error).message;
}

async function base64Of(file: File): Promise<string> {
  let text = '';
  for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte);
  return btoa(text);
}
