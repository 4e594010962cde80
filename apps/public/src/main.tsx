import './app/styles.js';
import { addTexts, startI18n } from '@billhook/ui/i18n';
import { startPage } from '@billhook/ui/start-page';
import type { ReactNode } from 'react';
import { Providers } from './app/providers.js';
import { PublicPage } from './app/public-page.js';
import { readOpened } from './document/opened.js';
import { readLinkToken } from './document/use-link-token.js';
import { texts } from './texts/texts.js';

const opened = readOpened();
const token = readLinkToken();
let clientPage: ReactNode;

/** The page of a client is in a separate script, which documents do not need. */
async function begin(): Promise<void> {
  await startI18n(texts, opened?.language);
  if (!opened?.client) return;
  const { ClientPage, clientTexts } = await import('./app/client-page.js');
  await addTexts(clientTexts);
  clientPage = <ClientPage token={token} client={opened.client} />;
}

startPage(begin(), () => (
  <Providers>
    <PublicPage token={token} opened={opened} clientPage={clientPage} />
  </Providers>
));
