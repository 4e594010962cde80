import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import './applications.css';
import { NoPermission } from '../../shared/workspace/no-permission.js';

interface ApplicationsFrameProps {
  readonly actions?: ReactNode;
  /** Below the lead of the page. */
  readonly note?: ReactNode;
  readonly children: ReactNode;
}

/** The heading of the lists of applications, and the links between them. */
export function ApplicationsFrame({ actions, note, children }: ApplicationsFrameProps) {
  const { t } = useTexts('applications');
  const manages = useHolds('oauth_app.manage');
  return (
    <>
      <PageHeader
        title={t('words:applications')}
        lead={
          <>
            {t('lead')}{' '}
            <Anchor href="/docs/build-an-application/" size="sm" underline="always">
              {t('guide')}
            </Anchor>
            {note}
          </>
        }
        actions={actions}
      />
      <nav className="bh-tabs st-tabs" aria-label={t('words:applications')}>
        <Link to="/applications" activeOptions={{ exact: true, includeSearch: false }}>
          {t('tabs.authorised')}
        </Link>
        <Link to="/applications/registered">{t('tabs.registered')}</Link>
        {manages && <Link to="/applications/company">{t('tabs.company')}</Link>}
      </nav>
      {children}
    </>
  );
}

/** Replaces a page about the applications of all members, for members who may not see it. */
export function AdministratorsOnly() {
  const { t } = useTexts('applications');
  return <NoPermission>{t('forbiddenBody')}</NoPermission>;
}
