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
import type { ReactNode } from 'react';
import {
  canBeEnabled,
  decidingApplication,
  membersToSet,
  healthShown,
  type HealthShown,
} from './endpoint-health-state.js';

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

/** For a list: the state and since when, and for an endpoint in trouble the reason and the next step. */
export function EndpointHealthSummary({ endpoint }: EndpointHealthProps) {
  const { t } = useTexts('portal');
  const { state, since, failingSince } = endpoint.health;
  const isQuiet = healthShown(endpoint) === 'Healthy' && !failingSince;
  return (
    <div className="pt-health-summary">
      <span className="pt-health-line">
        <EndpointHealthBadge endpoint={endpoint} />
        {!isQuiet && (
          <Text span size="xs" c="dimmed">
            <RelativeTime at={state === 'Healthy' ? (failingSince ?? since) : since} />
          </Text>
        )}
      </span>
      {!isQuiet && (
        <Text size="sm">
          <HealthReason endpoint={endpoint} />
        </Text>
      )}
      {endpoint.health.nextStep && (
        <Text size="sm" c="dimmed">
          {t('health.nextShort')} <NextStepLine endpoint={endpoint} isInSentence />
        </Text>
      )}
    </div>
  );
}

/** For the page of an endpoint: the state, since when, why, and what happens next, when and by which rule. */
export function EndpointHealthCard({ endpoint, children }: EndpointHealthCardProps) {
  const { t } = useTexts('portal');
  const { since, failingSince, lastSuccessAt } = endpoint.health;
  return (
    <>
      {children}
      <dl className="pt-facts">
        <dt>{t('health.label')}</dt>
        <dd>
          <EndpointHealthBadge endpoint={endpoint} />
        </dd>
        <dt>{t('health.since')}</dt>
        <dd>
          <RelativeTime at={since} />
        </dd>
        {failingSince && (
          <>
            <dt>{t('health.failingSince')}</dt>
            <dd>
              <RelativeTime at={failingSince} />
            </dd>
          </>
        )}
        <dt>{t('health.why')}</dt>
        <dd>
          <HealthReason endpoint={endpoint} />
        </dd>
        <dt>{t('health.lastSuccess')}</dt>
        <dd>{lastSuccessAt ? <RelativeTime at={lastSuccessAt} /> : t('health.noSuccess')}</dd>
        <dt>{t('health.next')}</dt>
        <dd>
          <NextStepLine endpoint={endpoint} withRule />
        </dd>
      </dl>
    </>
  );
}

function HealthReason({ endpoint }: EndpointHealthProps): string {
  const { t } = useTexts('portal');
  const { disabledReason, health } = endpoint;
  const application = decidingApplication(endpoint);
  const { state, consecutiveFailures, failedMessages, failingSince, heldUntil, lastSuccessAt } = health;
  const name = application?.name ?? t('health.reason.application');
  if (state === 'Disabled') {
    return t(`health.reason.${disabledReason ?? 'Manual'}`, { name, days: HEALTH_RULES.disabledAfterMs / DAY_MS });
  }
  if (healthShown(endpoint) === 'OnHold') {
    return t(application?.access === 'suspended' ? 'health.reason.accessSuspended' : 'health.reason.accessEnded', {
      name,
    });
  }
  if (state === 'Paused') return t('health.reason.paused', { count: failedMessages });
  if (heldUntil) return t('health.reason.held');
  if (state === 'Degraded') {
    return consecutiveFailures > 0
      ? t('health.reason.degraded', { count: consecutiveFailures })
      : t('health.reason.recovering');
  }
  if (failingSince && consecutiveFailures > 0) return t('health.reason.failing', { count: consecutiveFailures });
  return t(lastSuccessAt ? 'health.reason.healthy' : 'health.reason.unused');
}

const STEPS = ['Resume', 'Probe', 'Notice', 'Disable'] as const;
const isRule = (name: string): name is LadderRule => Object.hasOwn(LADDER_RULES, name);

interface NextStepLineProps extends EndpointHealthProps {
  readonly withRule?: boolean;
  /** After a colon, which no capital letter follows. */
  readonly isInSentence?: boolean;
}

/** What the ladder does next and when. */
function NextStepLine({ endpoint, withRule = false, isInSentence = false }: NextStepLineProps) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const { state, nextStep } = endpoint.health;
  if (!nextStep) {
    if (state === 'Disabled') {
      if (canBeEnabled(endpoint)) return t('health.disabled');
      const members = membersToSet(endpoint);
      return members.length > 0
        ? t('health.disabledUntilSet', { members: members.join(', ') })
        : t('health.disabledForGood');
    }
    return t(healthShown(endpoint) === 'OnHold' ? 'health.onHold' : 'health.nothing');
  }
  const step = STEPS.find((known) => known === nextStep.step) ?? 'other';
  const { ruleName, rule } = nextStep;
  const text = t(`health.step.${step}`);
  return (
    <>
      {isInSentence ? text.charAt(0).toLowerCase() + text.slice(1) : text} <RelativeTime at={nextStep.at} />
      {withRule && (
        <Text size="sm" c="dimmed" mt={2}>
          {isRule(ruleName) ? inLanguage(LADDER_RULES[ruleName], language) : rule}
        </Text>
      )}
    </>
  );
}
