import type { ApiKeyView, CreatedApiKey, KeyPolicy, RotateApiKey } from '@billhook/contract/identity/key';
import { lifetimeErrors } from '@billhook/domain/identity/key-policy';
import type { KeyExpiry } from '@billhook/domain/identity/key-status';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Loading } from '@billhook/ui/components/loading';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { useCompanyTime } from '@billhook/ui/use-now';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, Radio, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { ExpiryCards } from '../key-form/expiry-cards.js';
import { KeySecretDialog } from '../key-form/key-secret-dialog.js';
import { NetworksField, useNetworkError } from '../key-form/networks-field.js';
import { splitNetworks } from '../key-form/split-networks.js';
import { useKeyErrors } from '../key-form/use-key-errors.js';
import { lostPermissions } from '../key-status.js';
import { rotateApiKey } from '../key.queries.js';
import { useKeyPolicy, type KeyOwner } from '../keys.queries.js';

const HOUR = 3_600;
const DAY = 86_400;

/** The grace periods to choose from, 0 to 7 days, in seconds. */
const GRACES = { now: 0, hour: HOUR, day: DAY, threeDays: 3 * DAY, week: 7 * DAY } as const;
type Grace = keyof typeof GRACES;
const GRACE_NAMES = ['now', 'hour', 'day', 'threeDays', 'week'] as const satisfies readonly Grace[];

/** Long enough for a daily deployment. */
const FIRST_GRACE = 'day' satisfies Grace;

interface RotateKeyDialogProps {
  readonly owner: KeyOwner;
  readonly apiKey: ApiKeyView;
  readonly onPlanRequired: () => void;
  readonly onClose: () => void;
}

/** Creates the successor of a key and shows its secret once. */
export function RotateKeyDialog({ owner, apiKey, onPlanRequired, onClose }: RotateKeyDialogProps) {
  const { t } = useTexts('keyForms');
  const policy = useKeyPolicy();
  return (
    <KeySecretDialog
      title={t('rotate.title', { name: apiKey.name })}
      resultTitle={t('result.titleRotated', { name: apiKey.name })}
      onClose={onClose}
    >
      {(onCreated) => {
        if (policy.error) return <ErrorState error={policy.error} onRetry={() => void policy.refetch()} />;
        if (!policy.data) return <Loading />;
        const form = { owner, apiKey, policy: policy.data, onCreated, onPlanRequired, onCancel: onClose };
        return <RotateForm {...form} />;
      }}
    </KeySecretDialog>
  );
}

interface RotateFormProps {
  readonly owner: KeyOwner;
  readonly apiKey: ApiKeyView;
  readonly policy: KeyPolicy;
  readonly onCreated: (created: CreatedApiKey) => void;
  readonly onPlanRequired: () => void;
  readonly onCancel: () => void;
}

function RotateForm({ owner, apiKey, policy, onCreated, onPlanRequired, onCancel }: RotateFormProps) {
  const { t } = useTexts('keyForms');
  const format = useFormat();
  const rotate = useAction((body: RotateApiKey) => rotateApiKey(owner, apiKey.id, body));
  const keyErrors = useKeyErrors();
  // A newer policy may require what the key does not have.
  const needsNetworks = policy.cidrsRequired && apiKey.allowedCidrs.length === 0;
  const networkError = useNetworkError(needsNetworks);
  const time = useCompanyTime();
  const [now] = useState(time);
  const [grace, setGrace] = useState<Grace>(FIRST_GRACE);
  const [expiry, setExpiry] = useState<KeyExpiry>(
    lifetimeErrors(policy, apiKey.lifetime).length > 0 ? policy.longestLifetime : apiKey.lifetime,
  );
  const [networks, setNetworks] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});

  // The dialog looked for its first field while the policy was still loading.
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  const send = async () => {
    const wrong = needsNetworks ? networkError(networks) : undefined;
    if (wrong) {
      setErrors({ networks: wrong });
      return document.getElementById('rotate-networks')?.focus();
    }
    const allowedCidrs = splitNetworks(networks);
    const result = await rotate.run({
      graceSeconds: GRACES[grace],
      expiry,
      ...(allowedCidrs.length > 0 && { allowedCidrs }),
    });
    if (result.ok) return onCreated(result.value);
    const { error } = result;
    if (error.code === 'plan_required') return onPlanRequired();
    setErrors(keyErrors.byField(error));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };

  return (
    <Stack gap="lg">
      <form id="rotate-key" noValidate onSubmit={submit}>
        <Stack gap="lg">
          <Text size="sm">{t('rotate.lead')}</Text>
          <Radio.Group
            label={t('rotate.grace')}
            value={grace}
            onChange={(chosen) => setGrace(GRACE_NAMES.find((known) => known === chosen) ?? FIRST_GRACE)}
          >
            <Group gap="md" mt={8}>
              {GRACE_NAMES.map((name) => (
                <Radio
                  key={name}
                  ref={name === FIRST_GRACE ? first : undefined}
                  value={name}
                  label={t(`rotate.graces.${name}`)}
                />
              ))}
            </Group>
            <Text size="sm" c="dimmed" mt={8} aria-live="polite">
              {grace === 'now' && t('rotate.graceNow')}
              {grace !== 'now' && apiKey.expiresAt && t('rotate.graceEnd', { date: format.date(apiKey.expiresAt) })}
            </Text>
          </Radio.Group>
          <ExpiryCards
            label={t('rotate.expiry')}
            value={expiry}
            error={errors['expiry']}
            onChange={setExpiry}
            policy={policy}
            before={apiKey.lifetime}
            now={now}
          />
          {needsNetworks && (
            <NetworksField
              id="rotate-networks"
              required
              value={networks}
              error={errors['networks']}
              onChange={setNetworks}
            />
          )}
          <LostPermissions owner={owner} apiKey={apiKey} />
        </Stack>
      </form>
      <div className="bh-dialog-foot">
        {rotate.error && Object.keys(errors).length === 0 && (
          <ErrorState error={rotate.error} words={keyErrors.words(rotate.error)} />
        )}
        <DialogButtons onCancel={onCancel}>
          <Button type="submit" form="rotate-key" loading={rotate.pending}>
            {t('rotate.submit')}
          </Button>
        </DialogButtons>
      </div>
    </Stack>
  );
}

/** The permissions that the successor will not have, because the member no longer holds them. */
function LostPermissions({ owner, apiKey }: { owner: KeyOwner; apiKey: ApiKeyView }) {
  const { t } = useTexts('keyForms');
  const format = useFormat();
  const lost = lostPermissions(apiKey);
  if (lost.length === 0) return null;
  const said = { count: lost.length, permissions: format.list(lost) };
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} p="sm">
      {owner === 'mine' ? t('rotate.lost', said) : t('rotate.lostByMember', { ...said, name: apiKey.creator.name })}
    </Alert>
  );
}
