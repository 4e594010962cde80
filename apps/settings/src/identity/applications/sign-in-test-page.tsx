import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { SignedOutLayout } from '../session/signed-out-layout.js';
import { passResponseOn } from './sign-in-test.js';

/** The redirect URI of the test sign-in: passes the response on to the window of the test. */
export function SignInTestPage() {
  const { t } = useTexts('applications');
  useEffect(passResponseOn, []);
  return (
    <SignedOutLayout title={t('test.windowTitle')}>
      <Text size="sm">{t('test.windowBody')}</Text>
    </SignedOutLayout>
  );
}
