import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { ApplicationLogo, usePublisher } from '../applications/application-name.js';
import { useSignOut } from '../session/session.queries.js';
import { SignedOutLayout } from '../session/signed-out-layout.js';
import { ConsentForm, type ConsentFormProps } from './consent-form.js';
import { UnregisteredWarning } from './unregistered-warning.js';

interface ConsentProps extends ConsentFormProps {
  /** Above the form, in the device flow. */
  readonly children?: ReactNode;
}

/** Who asks for access, for what, to which company, and for how long. */
export function Consent({ consent, path, onDecided, children }: ConsentProps) {
  const { t } = useTexts('consent');
  const publisher = usePublisher();
  const { application, companies, resource } = consent;
  const only = companies.length === 1 ? companies[0]?.name : undefined;
  return (
    <SignedOutLayout
      wide
      title={t('title', { name: application.name })}
      mark={<ApplicationLogo logo={application.logo} size={56} />}
      lead={
        <>
          <div>
            {publisher(application)}
            {application.homepage !== null && (
              <>
                {DOT}
                <Anchor href={application.homepage} target="_blank" rel="noopener noreferrer" size="sm">
                  {new URL(application.homepage).host}
                </Anchor>
              </>
            )}
          </div>
          <div>{t(`resources.${resource}`, { company: only ?? t('chosenCompany') })}</div>
        </>
      }
    >
      {children}
      <UnregisteredWarning consent={consent} />
      <ConsentForm consent={consent} path={path} onDecided={onDecided} />
      <SignedInAs />
    </SignedOutLayout>
  );
}

/** The account that decides, and how to use another one. */
function SignedInAs() {
  const { t } = useTexts('consent');
  const { member } = useSignedIn();
  const signOut = useSignOut();
  return (
    <Text size="sm" c="dimmed" mt="lg" component="div" className="bh-anywhere">
      {t('signedInAs', { email: member.email })}{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => signOut.start([])}>
        {t('words:useAnotherAccount')}
      </Anchor>
    </Text>
  );
}
