import './first-steps.css';
import type { FirstStep } from '@billhook/domain/invoicing/first-steps';
import { useTexts } from '@billhook/ui/use-texts';
import { CloseButton, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { PageLink } from '../../shared/workspace/links.js';
import { areFirstStepsOver, endFirstSteps } from './first-steps-over.js';
import { useFirstSteps } from './first-steps.queries.js';

const PAGES = {
  companyDetails: '/company',
  client: '/clients/new',
  sentInvoice: '/invoices/new',
  apiKey: '/api-keys',
  webhook: '/webhooks',
} as const satisfies Readonly<Record<FirstStep, string>>;

/** The checklist of a new company. It disappears when every step is done, or when the reader closes it. */
export function FirstSteps({ hasSentInvoice }: { hasSentInvoice: boolean }) {
  const { t } = useTexts('home');
  const { company } = useSignedIn();
  const [closed, setClosed] = useState(() => areFirstStepsOver(company.id));
  const steps = useFirstSteps(hasSentInvoice);
  const isOver = steps?.every(({ done }) => done) ?? false;
  useEffect(() => {
    if (isOver) endFirstSteps(company.id);
  }, [isOver, company.id]);
  if (closed || isOver || !steps) return null;
  const close = () => {
    endFirstSteps(company.id);
    setClosed(true);
  };
  return (
    <section className="bh-panel fs-card" aria-labelledby="first-steps">
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} id="first-steps">
          {t('firstSteps.title')}
        </Title>
        <CloseButton aria-label={t('firstSteps.close')} onClick={close} />
      </Group>
      <ul>
        {steps.map(({ step, done }) => {
          const Icon = done ? IconCircleCheck : IconCircle;
          return (
            <li key={step} data-done={done || undefined}>
              <Icon size={20} aria-hidden="true" />
              {done ? (
                <Text size="sm" c="dimmed">
                  {t(`firstSteps.${step}`)} <VisuallyHidden>{t('firstSteps.done')}</VisuallyHidden>
                </Text>
              ) : (
                <PageLink to={PAGES[step]} size="sm">
                  {t(`firstSteps.${step}`)}
                </PageLink>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
