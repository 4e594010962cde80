import type { AccountView } from '@billhook/contract/identity/account';
import type { SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import { notify } from '@billhook/ui/notify';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { FormSection } from '../../shared/forms/form-section.js';
import { beginSecondFactor, disableSecondFactor, renewRecoveryCodes, useRefreshAccount } from './account.queries.js';
import { CodeForm } from './code-form.js';
import { SecondFactorDialog } from './second-factor-dialog.js';
import { SetUpForm } from './set-up-form.js';

/** The number of codes left from which the page suggests new ones. */
const FEW_CODES = 3;

export function SecondFactorSection({ account }: { account: AccountView }) {
  const { t } = useTexts('account');
  const refresh = useRefreshAccount();
  const begin = useAction(beginSecondFactor);
  const [setup, setSetup] = useState<SecondFactorSetup>();
  const [dialog, setDialog] = useState<'setUp' | 'renew' | 'disable'>();

  const start = async () => {
    setDialog('setUp');
    setSetup(undefined);
    const result = await begin.run();
    if (result.ok) setSetup(result.value);
  };
  const close = () => {
    setDialog(undefined);
    setSetup(undefined);
    // Also after an error, because another tab may have been faster.
    void refresh();
  };

  return (
    <FormSection title={t('words:secondFactor')} hint={t('second.hint')}>
      {account.secondFactor ? (
        <SecondFactorOn
          factor={account.secondFactor}
          onRenew={() => setDialog('renew')}
          onDisable={() => setDialog('disable')}
        />
      ) : (
        <Stack gap="md" align="flex-start">
          <Group gap="xs" wrap="nowrap">
            <IconShieldOff size={18} aria-hidden="true" />
            <Text size="sm">{t('second.off')}</Text>
          </Group>
          <Button onClick={() => void start()}>{t('second.setUp')}</Button>
        </Stack>
      )}
      {dialog === 'setUp' && (
        <SecondFactorDialog account={account} title={t('second.setUp')} onClose={close}>
          {(onCodes) => (
            <SetUpForm
              setup={setup}
              error={begin.error}
              onBegin={() => void start()}
              onCodes={onCodes}
              onCancel={close}
            />
          )}
        </SecondFactorDialog>
      )}
      {dialog === 'renew' && (
        <SecondFactorDialog account={account} title={t('second.renewTitle')} onClose={close}>
          {(onCodes) => (
            <>
              <Text size="sm">{t('second.renewBody')}</Text>
              <CodeForm
                recovery
                confirmLabel={t('second.renewConfirm')}
                perform={renewRecoveryCodes}
                onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
                onCancel={close}
              />
            </>
          )}
        </SecondFactorDialog>
      )}
      {dialog === 'disable' && (
        <SecondFactorDialog account={account} title={t('second.disableTitle')} onClose={close}>
          {() => (
            <>
              <Text size="sm">{t('second.disableBody')}</Text>
              <CodeForm
                recovery
                danger
                confirmLabel={t('second.disable')}
                perform={disableSecondFactor}
                onDone={() => {
                  notify.done(t('second.disabled'));
                  close();
                }}
                onCancel={close}
              />
            </>
          )}
        </SecondFactorDialog>
      )}
    </FormSection>
  );
}

interface SecondFactorOnProps {
  readonly factor: NonNullable<AccountView['secondFactor']>;
  readonly onRenew: () => void;
  readonly onDisable: () => void;
}

function SecondFactorOn({ factor, onRenew, onDisable }: SecondFactorOnProps) {
  const { t } = useTexts('account');
  const format = useFormat();
  const { since, recoveryCodesLeft } = factor;
  const few = recoveryCodesLeft <= FEW_CODES;
  return (
    <Stack gap="md" align="flex-start">
      <Group gap="xs" wrap="nowrap">
        <IconShieldCheck size={18} aria-hidden="true" />
        <Text size="sm">{t('second.on', { date: format.date(since) })}</Text>
      </Group>
      <Text size="sm" {...(few && { c: 'var(--mantine-color-yellow-light-color)' })}>
        {t('second.codesLeft', { count: recoveryCodesLeft })} {few && t('second.fewLeft')}
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={onRenew}>
          {t('second.renew')}
        </Button>
        <Button variant="default" className="ac-danger" onClick={onDisable}>
          {t('second.disable')}
        </Button>
      </Group>
    </Stack>
  );
}
