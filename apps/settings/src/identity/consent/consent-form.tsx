import type { ConsentView, DecideConsent, DecidedConsent } from '@billhook/contract/identity/oauth/consent';
import { KEY_EXPIRIES, keyExpiresAt, type KeyExpiry } from '@billhook/domain/identity/key-status';
import { GRANTABLE_PERMISSIONS, permissionGroups, type Permission } from '@billhook/domain/identity/permissions';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Fieldset, Group, Input, NativeSelect, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { PermissionBoxes } from '../keys/key-form/permission-boxes.js';
import { ExpiredRequest } from './consent-gate.js';
import { decideConsent } from './consent.queries.js';
import { isUnregistered } from './unregistered-warning.js';
import { useConsentError } from './use-consent-error.js';

export interface ConsentFormProps {
  readonly consent: ConsentView;
  /** Where the decision is sent. */
  readonly path: string;
  readonly onDecided: (decided: DecidedConsent, allowed: boolean) => void;
}

type ConsentCompany = ConsentView['companies'][number];

const heldOf = (company: ConsentCompany | undefined): Permission[] =>
  company?.permissions.filter(({ held }) => held).map(({ permission }) => permission) ?? [];

/** The permissions that are selected at first, without those that only an application that lists them can have. */
const preselected = (company: ConsentCompany | undefined): Permission[] =>
  heldOf(company).filter((permission) => GRANTABLE_PERMISSIONS.includes(permission));

/** The suggested end of an access: a year, or the longest that the policy allows below it. */
const suggested = ({ expiries }: ConsentCompany): KeyExpiry =>
  expiries.includes('1y') ? '1y' : (expiries[0] ?? '90d');

/** Shows the company, the permissions and the expiry of an access, and sends the decision. */
export function ConsentForm({ consent, path, onDecided }: ConsentFormProps) {
  const { t } = useTexts('consent');
  const { companies } = consent;
  const [company, setCompany] = useState(() => companies.find(({ refusal }) => refusal === null) ?? companies[0]);
  const [scopes, setScopes] = useState(() => preselected(company));
  const [expiry, setExpiry] = useState<KeyExpiry>(() => (company ? suggested(company) : '90d'));
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const decide = useAction(decideConsent);
  const words = useConsentError(company?.name ?? '');

  const choose = (id: number) => {
    const next = companies.find((each) => each.id === id);
    if (!next) return;
    setCompany(next);
    setScopes(preselected(next));
    setExpiry(next.expiries.includes(expiry) ? expiry : suggested(next));
    decide.clear();
  };
  const send = async (body: DecideConsent) => {
    const result = await decide.run(path, body);
    if (!result.ok) return;
    setLeaving(true);
    onDecided(result.value, body.decision === 'allow');
  };
  const allow = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!company || company.refusal || scopes.length === 0) return;
    void send({ decision: 'allow', companyId: company.id, scopes, expiry });
  };
  if (decide.error?.code === 'authorization_request_expired') return <ExpiredRequest />;
  const busy = decide.pending || leaving;
  return (
    <form noValidate onSubmit={allow}>
      <Stack gap="lg">
        <CompanyChoice companies={companies} company={company} onChoose={choose} />
        {company?.refusal ? (
          <Refusal company={company} several={companies.length > 1} />
        ) : (
          company && (
            <>
              <Scopes
                company={company}
                scopes={scopes}
                error={tried && scopes.length === 0 ? t('permissionsMissing') : undefined}
                onChange={setScopes}
              />
              <Expiry company={company} value={expiry} onChange={setExpiry} />
            </>
          )
        )}
        {decide.error && <ErrorState error={decide.error} words={words(decide.error)} />}
        <div>
          {!isUnregistered(consent.application) && <ReturnTo host={consent.redirectHost} />}
          <Text size="sm" c="dimmed">
            {t('revokeLater')}
          </Text>
        </div>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" disabled={busy} onClick={() => void send({ decision: 'deny' })}>
            {t('deny')}
          </Button>
          {!company?.refusal && (
            <Button type="submit" loading={busy}>
              {t('allow')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface CompanyChoiceProps {
  readonly companies: readonly ConsentCompany[];
  readonly company: ConsentCompany | undefined;
  readonly onChoose: (id: number) => void;
}

function CompanyChoice({ companies, company, onChoose }: CompanyChoiceProps) {
  const { t } = useTexts('consent');
  if (companies.length > 1) {
    return (
      <NativeSelect
        label={t('company')}
        description={t('companyHint')}
        value={company?.id}
        data={companies.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(event) => onChoose(Number(event.currentTarget.value))}
      />
    );
  }
  return (
    <div>
      <Text size="sm" fw={600}>
        {t('company')}
      </Text>
      <Text size="sm" className="bh-anywhere">
        {company?.name}
      </Text>
    </div>
  );
}

/** Why this company cannot give access. */
function Refusal({ company: { name, refusal }, several }: { company: ConsentCompany; several: boolean }) {
  const { t } = useTexts('consent');
  const words = useConsentError(name);
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title={t('refusal.title', { company: name })}>
      {refusal && (words(refusal) ?? refusal.detail)}
      {several && <div>{t('refusal.otherCompany')}</div>}
    </Alert>
  );
}

interface ScopesProps {
  readonly company: ConsentCompany;
  readonly scopes: readonly Permission[];
  readonly error: string | undefined;
  readonly onChange: (scopes: Permission[]) => void;
}

/** The requested permissions in groups. One that the member lacks stays visible, disabled, with the reason. */
function Scopes({ company, scopes, error, onChange }: ScopesProps) {
  const { t } = useTexts('consent');
  const requested = company.permissions.map(({ permission }) => permission);
  const held = heldOf(company);
  return (
    <Fieldset variant="unstyled" legend={t('permissions')} className="st-fieldset">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {t('permissionsHint')}
        </Text>
        {error && <Input.Error role="alert">{error}</Input.Error>}
        <PermissionBoxes
          groups={permissionGroups(requested)}
          sentenceFirst
          chosen={scopes}
          refusedOf={(permission) => (held.includes(permission) ? undefined : t('notHeld', { company: company.name }))}
          onToggle={(permission, on) =>
            onChange(held.filter((each) => (each === permission ? on : scopes.includes(each))))
          }
        />
      </Stack>
    </Fieldset>
  );
}

interface ExpiryProps {
  readonly company: ConsentCompany;
  readonly value: KeyExpiry;
  readonly onChange: (expiry: KeyExpiry) => void;
}

function Expiry({ company: { name, expiries }, value, onChange }: ExpiryProps) {
  const { t } = useTexts('consent');
  const format = useFormat();
  const [now] = useState(() => new Date());
  const label = (expiry: KeyExpiry) => {
    const end = keyExpiresAt(expiry, now);
    return end ? t(`expiries.${expiry}`, { date: format.date(end) }) : t('expiries.none');
  };
  const cut = expiries.length < KEY_EXPIRIES.length;
  return (
    <NativeSelect
      label={t('expiry')}
      {...(cut && { description: t('expiryHint', { company: name }) })}
      value={value}
      data={expiries.map((expiry) => ({ value: expiry, label: label(expiry) }))}
      onChange={(event) => onChange(expiries.find((expiry) => expiry === event.currentTarget.value) ?? value)}
    />
  );
}

/** Hosts on the device of the user, of programs that open a port for the response. */
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Where the decision sends the browser. */
function ReturnTo({ host }: { host: string | null }) {
  const { t } = useTexts('consent');
  if (host === null) return null;
  return (
    <Text size="sm" className="bh-anywhere">
      {t(LOOPBACK.test(host) ? 'returnToDevice' : 'returnTo', { host })}
    </Text>
  );
}
