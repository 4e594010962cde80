import type { MailResource } from '@billhook/domain/invoicing/mail';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';

interface DocumentTexts {
  readonly subject: (number: string, seller: string) => string;
  readonly intro: (number: string) => string;
  readonly amount: string;
  /** The label of the due date or expiry date; a credit note has none. */
  readonly date: string | null;
  readonly button: string;
  /** While something can be paid. */
  readonly payButton: string;
  readonly attached: string;
}

interface MailTexts {
  readonly greeting: (client: string) => string;
  readonly answerTo: (seller: string, address: string) => string;
  readonly answer: (seller: string) => string;
  readonly paid: string;
  readonly paidOn: (day: string) => string;
  /** Opens the payment link of the company. */
  readonly payNow: string;
  /** Opens the page with all documents of the client. */
  readonly allDocuments: string;
  readonly credited: string;
  readonly outstanding: string;
  readonly nothingDue: string;
  /** After the sentence about the attached PDF. */
  readonly attachedAsIssued: string;
  readonly documents: Readonly<Record<MailResource, DocumentTexts>>;
}

/** The texts of the email that delivers a document. */
export const TEXTS: Readonly<Record<DocumentLocale, MailTexts>> = {
  en: {
    greeting: (client) => `Hello ${client},`,
    answerTo: (seller, address) => `Questions? Reply to this email: your reply goes to ${seller} at ${address}.`,
    answer: (seller) => `Questions? Contact ${seller}.`,
    paid: 'Already paid',
    paidOn: (day) => `Paid on ${day}`,
    payNow: 'Pay now',
    allDocuments: 'All your documents',
    credited: 'Already credited',
    outstanding: 'Outstanding',
    nothingDue: 'Nothing is due.',
    attachedAsIssued: 'It shows the amounts at the time of issue; those in this email are current.',
    documents: {
      invoice: {
        subject: (number, seller) => `Invoice ${number} from ${seller}`,
        intro: (number) => `Please find invoice ${number} below.`,
        amount: 'Amount',
        date: 'Due date',
        button: 'View invoice',
        payButton: 'View or pay online',
        attached: 'The invoice is attached as a PDF.',
      },
      quote: {
        subject: (number, seller) => `Quote ${number} from ${seller}`,
        intro: (number) => `Please find quote ${number} below.`,
        amount: 'Amount',
        date: 'Valid until',
        button: 'View and answer quote',
        payButton: 'View and answer quote',
        attached: 'The quote is attached as a PDF.',
      },
      credit_note: {
        subject: (number, seller) => `Credit note ${number} from ${seller}`,
        intro: (number) => `Please find credit note ${number} below.`,
        amount: 'Amount credited',
        date: null,
        button: 'View credit note',
        payButton: 'View credit note',
        attached: 'The credit note is attached as a PDF.',
      },
    },
  },
  fr: {
    greeting: (client) => `Bonjour ${client},`,
    answerTo: (seller, address) =>
      `Une question\u202f? Répondez à cet e-mail\u202f: votre réponse parviendra à ${seller}, à l’adresse ${address}.`,
    answer: (seller) => `Une question\u202f? Contactez ${seller}.`,
    paid: 'Déjà réglé',
    paidOn: (day) => `Réglé le ${day}`,
    payNow: 'Payer maintenant',
    allDocuments: 'Tous vos documents',
    credited: 'Avoirs déduits',
    outstanding: 'Reste à payer',
    nothingDue: 'Il n’y a plus rien à payer.',
    attachedAsIssued: 'Elle indique les montants à la date d’émission\u202f; ceux de cet e-mail sont à jour.',
    documents: {
      invoice: {
        subject: (number, seller) => `Facture ${number} – ${seller}`,
        intro: (number) => `Veuillez trouver ci-après notre facture ${number}.`,
        amount: 'Montant',
        date: 'Échéance',
        button: 'Voir la facture',
        payButton: 'Consulter ou régler en ligne',
        attached: 'La facture est jointe au format PDF.',
      },
      quote: {
        subject: (number, seller) => `Devis ${number} – ${seller}`,
        intro: (number) => `Veuillez trouver ci-après notre devis ${number}.`,
        amount: 'Montant',
        date: 'Valable jusqu’au',
        button: 'Voir le devis et y répondre',
        payButton: 'Voir le devis et y répondre',
        attached: 'Le devis est joint au format PDF.',
      },
      credit_note: {
        subject: (number, seller) => `Avoir ${number} – ${seller}`,
        intro: (number) => `Veuillez trouver ci-après notre avoir ${number}.`,
        amount: 'Montant de l’avoir',
        date: null,
        button: 'Voir l’avoir',
        payButton: 'Voir l’avoir',
        attached: 'L’avoir est joint au format PDF.',
      },
    },
  },
};
