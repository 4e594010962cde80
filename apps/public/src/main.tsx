import './app/styles.js';
import { startI18n } from '@billhook/ui/i18n';
import { startPage } from '@billhook/ui/start-page';
import { Providers } from './app/providers.js';
import { PublicPage } from './app/public-page.js';
import { readOpened } from './document/opened.js';
import { readLinkToken } from './document/use-link-token.js';
import { texts } from './texts/texts.js';

const opened = readOpened();

startPage(startI18n(texts, opened?.language), () => (
  <Providers>
    <PublicPage token={readLinkToken()} opened={opened} />
  </Providers>
));
