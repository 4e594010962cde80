import './app/styles.js';
import { startI18n } from '@billhook/ui/i18n';
import { startPage } from '@billhook/ui/start-page';
import { Providers } from './app/providers.js';
import { PublicPage } from './app/public-page.js';
import { texts } from './texts/texts.js';

startPage(startI18n(texts), () => (
  <Providers>
    <PublicPage />
  </Providers>
));
