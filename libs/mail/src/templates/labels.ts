import type { DocumentLocale } from '@billhook/domain/shared/format-amount';

interface Labels {
  /** Joins a label and its value. */
  readonly labelled: (label: string, value: string) => string;
  readonly linkHint: string;
}

/** The texts that every email shares. */
export const LABELS: Readonly<Record<DocumentLocale, Labels>> = {
  en: {
    labelled: (label, value) => `${label}: ${value}`,
    linkHint: 'If the button does not work, open this address:',
  },
  fr: {
    labelled: (label, value) => `${label}\u202f: ${value}`,
    linkHint: 'Si le bouton ne fonctionne pas, ouvrez cette adresse\u202f:',
  },
};
