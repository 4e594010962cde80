import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { HEALTH_RULES, LADDER_RULES, type LadderRule } from '@billhook/domain/webhooks/endpoint-health';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { StatusBadge, type StatusTone } from '@billhook/ui/components/status-badge';
import { inLanguage } from '@billhook/ui/domain-texts';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import {
  IconActivityHeartbeat,
  IconAlertTriangle,
  IconBan,
  IconClockPause,
  IconHeartRateMonitor,
  IconPlayerPause,
  type Icon,
} from '@tabler/icons-react';
import { lazy, Suspense, type ReactNode } from 'react';
import {
  canBeEnabled,
  decidingApplication,
  healthReason,
  healthShown,
  isQuiet,
  membersToSet,
  type HealthShown,
} from './endpoint-health-state.js';
import { LastErrorTimes } from './last-error-times.js';

// Its sentences, in both languages, are needed only after a failure.
const LastError = lazy(() => import('./last-error.js').then((file) => ({ default: file.LastError })));

interface EndpointHealthProps {
  /** As returned by the API. Every component of this file takes the whole endpoint. */
  readonly endpoint: WebhookEndpointView;
}

interface EndpointHealthCardProps extends EndpointHealthProps {
  /** The heading, for `aria-labelledby` of the section around it. */
  readonly children?: ReactNode;
}

const LOOKS: Readonly<Record<HealthShown, { readonly tone: StatusTone; readonly icon: Icon }>> = {
  Healthy: { tone: 'positive', icon: IconHeartRateMonitor },
  Degraded: { tone: 'warning', icon: IconActivityHeartbeat },
  Paused: { tone: 'negative', icon: IconPlayerPause },
  Disabled: { tone: 'neutral', icon: IconBan },
  OnHold: { tone: 'warning', icon: IconClockPause },
};

/** The state in one word, with an icon. */
export function EndpointHealthBadge({ endpoint }: EndpointHealthProps) {
  const { t } = useTexts('portal');
  const shown = healthShown(endpoint);
  // A healthy endpoint with failures is not in perfect health.
  const icon = shown === 'Healthy' && endpoint.health.failingSince ? IconAlertTriangle : LOOKS[shown].icon;
  return (
    <StatusBadge tone={LOOKS[shown].tone} icon={icon}>
      {t(`health.state.${shown}`)}
    </StatusBadge>
  );
}

/** For a list: the state, the last error and since when, and for an endpoint in trouble the effect on sending and the next attempt. */
export function EndpointHealthSummary({ endpoint }: EndpointHealthProps) {
  const { health } = endpoint;
  const isCalm = isQuiet(endpoint);
  return (
    <div className="pt-health-summary">
      <EndpointHealthLine endpoint={endpoint} />
      {!isCalm && (
        <Text size="xs" c="dimmed" component="div">
          {health.lastFailure ? <LastErrorTimes endpoint={endpoint} /> : <RelativeTime at={health.since} />}
        </Text>
      )}
      {!isCalm && (
        <Text size="sm">
          <HealthReason endpoint={endpoint} />
        </Text>
      )}
      <NextSteps endpoint={endpoint} isShort />
    </div>
  );
}

/** The state and the last error. */
export function EndpointHealthLine({ endpoint }: EndpointHealthProps) {
  return (
    <span className="pt-health-line">
      <EndpointHealthBadge endpoint={endpoint} />
      <Suspense>{endpoint.health.lastFailure && <LastError endpoint={endpoint} />}</Suspense>
    </span>
  );
}

/** For the page of an endpoint, whose heading has the last error: its effect on sending, and what happens next. */
export function EndpointHealthCard({ endpoint, children }: EndpointHealthCardProps) {
  const { t } = useTexts('portal');
  const { since, lastSuccessAt } = endpoint.health;
  return (
    <>
      {children}
      <dl className="pt-facts">
        <dt>{t('health.sending')}</dt>
        <dd>
          <HealthReason endpoint={endpoint} />
        </dd>
        <dt>{t('health.next')}</dt>
        <dd>
          <NextSteps endpoint={endpoint} />
        </dd>
        <dt>{t('words.lastSuccess')}</dt>
        <dd>{lastSuccessAt ? <RelativeTime at={lastSuccessAt} /> : t('health.noSuccess')}</dd>
        <dt>{t('words.health')}</dt>
        <dd>
          <EndpointHealthBadge endpoint={endpoint} />{' '}
          <Text span size="sm" c="dimmed">
            <RelativeTime at={since} />
          </Text>
        </dd>
      </dl>
    </>
  );
}

function HealthReason({ endpoint }: EndpointHealthProps): string {
  const { t } = useTexts('portal');
  const { consecutiveFailures, failedMessages } = endpoint.health;
  const reason = healthReason(endpoint);
  const name = decidingApplication(endpoint)?.name ?? t('health.reason.application');
  switch (reason) {
    case 'paused':
      return t('health.reason.paused', { count: failedMessages });
    case 'degraded':
      return t('health.reason.degraded', { count: consecutiveFailures });
    case 'failing':
      return t('health.reason.failing', { count: consecutiveFailures });
    default:
      return t(`health.reason.${reason}`, { name, days: HEALTH_RULES.disabledAfterMs / DAY_MS });
  }
}

const STEPS = ['Resume', 'Notice', 'Disable'] as const;
const isRule = (name: string): name is LadderRule => Object.hasOwn(LADDER_RULES, name);

interface NextStepsProps extends EndpointHealthProps {
  /** For a list: only the first step, without rules. */
  readonly isShort?: boolean;
}

/** What happens next and when: the next attempt of a message, then the next step of the ladder. */
function NextSteps({ endpoint, isShort = false }: NextStepsProps): ReactNode {
  const { t } = useTexts('portal');
  const { state, nextAttemptAt, nextStep } = endpoint.health;
  const attemptAt = isQuiet(endpoint) ? null : (nextAttemptAt ?? (nextStep?.step === 'Probe' ? nextStep.at : null));
  // The rules of these two say when the next attempt is.
  const isAboutAttempt = attemptAt !== null && (nextStep?.step === 'Probe' || nextStep?.step === 'Resume');
  const then = isAboutAttempt ? null : nextStep;
  if (isShort) {
    const at = attemptAt ?? then?.at;
    return (
      at && (
        <Text size="sm" c="dimmed" component="div">
          {attemptAt ? t('health.step.Attempt') : <StepName step={then?.step} />} <RelativeTime at={at} />
        </Text>
      )
    );
  }
  if (!attemptAt && !then)
    return state === 'Disabled' ? <AfterDisabling endpoint={endpoint} /> : <Unchanged {...{ endpoint }} />;
  return (
    <div className="pt-next-steps">
      {attemptAt && (
        <div>
          {t('health.step.Attempt')} <RelativeTime at={attemptAt} />
          {isAboutAttempt && nextStep && <StepRule step={nextStep} />}
        </div>
      )}
      {then && (
        <div>
          <StepName step={then.step} /> <RelativeTime at={then.at} />
          <StepRule step={then} />
        </div>
      )}
    </div>
  );
}

function AfterDisabling({ endpoint }: EndpointHealthProps): string {
  const { t } = useTexts('portal');
  if (canBeEnabled(endpoint)) return t('health.disabled');
  const members = membersToSet(endpoint);
  return members.length > 0
    ? t('health.disabledUntilSet', { members: members.join(', ') })
    : t('health.disabledForGood');
}

function Unchanged({ endpoint }: EndpointHealthProps): string {
  const { t } = useTexts('portal');
  return healthShown(endpoint) === 'OnHold' ? t('health.onHold') : '–';
}

function StepName({ step }: { readonly step: string | undefined }): string {
  const { t } = useTexts('portal');
  return t(`health.step.${STEPS.find((known) => known === step) ?? 'other'}`);
}

type LadderStep = NonNullable<WebhookEndpointView['health']['nextStep']>;

function StepRule({ step: { ruleName, rule } }: { readonly step: LadderStep }) {
  const language = useLanguage();
  return (
    <Text size="sm" c="dimmed" mt={2}>
      {isRule(ruleName) ? inLanguage(LADDER_RULES[ruleName], language) : rule}
    </Text>
  );
}
