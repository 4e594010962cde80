import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import type { MailResource } from '@billhook/domain/invoicing/mail';

interface DocumentTexts {
  readonly subject: (number: string, seller: string) => string;
  readonly intro: (number: string) => string;
  readonly amount: string;
  /** Of the due or expiry date; a credit note has none. */
  readonly date: string | null;
  readonly button: string;
  readonly attached: string;
}

interface Texts {
  readonly greeting: (client: string) => string;
  readonly answerTo: (seller: string, address: string) => string;
  readonly answer: (seller: string) => string;
  readonly documents: Readonly<Record<MailResource, DocumentTexts>>;
}

/** Every word of a mail that hands a document over. */
export const TEXTS: Readonly<Record<DocumentLocale, Texts>> = {
  en: {
    greeting: (client) => `Hello ${client},`,
    answerTo: (seller, address) => `Questions? Answer this mail: it reaches ${seller} at ${address}.`,
    answer: (seller) => `Questions? Please get in touch with ${seller}.`,
    documents: {
      invoice: {
        subject: (number, seller) => `Invoice ${number} from ${seller}`,
        intro: (number) => `Here is our invoice ${number}.`,
        amount: 'Amount',
        date: 'Due on',
        button: 'View the invoice',
        attached: 'The invoice is attached as a PDF.',
      },
      quote: {
        subject: (number, seller) => `Quote ${number} from ${seller}`,
        intro: (number) => `Here is our quote ${number}.`,
        amount: 'Amount',
        date: 'Valid until',
        button: 'View and answer the quote',
        attached: 'The quote is attached as a PDF.',
      },
      credit_note: {
        subject: (number, seller) => `Credit note ${number} from ${seller}`,
        intro: (number) => `Here is our credit note ${number}.`,
        amount: 'Amount credited',
        date: null,
        button: 'View the credit note',
        attached: 'The credit note is attached as a PDF.',
      },
    },
  },
  fr: {
    greeting: (client) => `Bonjour ${client},`,
    answerTo: (seller, address) =>
      `Une question\u00a0? Répondez à ce message\u00a0: il parviendra à ${seller}, à l’adresse ${address}.`,
    answer: (seller) => `Une question\u00a0? N’hésitez pas à contacter ${seller}.`,
    documents: {
      invoice: {
        subject: (number, seller) => `Facture ${number} – ${seller}`,
        intro: (number) => `Veuillez trouver ci-après notre facture ${number}.`,
        amount: 'Montant',
        date: 'À régler au plus tard le',
        button: 'Voir la facture',
        attached: 'La facture est jointe au format PDF.',
      },
      quote: {
        subject: (number, seller) => `Devis ${number} – ${seller}`,
        intro: (number) => `Veuillez trouver ci-après notre devis ${number}.`,
        amount: 'Montant',
        date: 'Valable jusqu’au',
        button: 'Voir le devis et y répondre',
        attached: 'Le devis est joint au format PDF.',
      },
      credit_note: {
        subject: (number, seller) => `Avoir ${number} – ${seller}`,
        intro: (number) => `Veuillez trouver ci-après notre avoir ${number}.`,
        amount: 'Montant de l’avoir',
        date: null,
        button: 'Voir l’avoir',
        attached: 'L’avoir est joint au format PDF.',
      },
    },
  },
};
