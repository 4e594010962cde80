import { createContext } from 'react';

/** The path of the webhook pages in the program that shows them: empty in the portal. */
export const WebhooksBase = createContext('');
