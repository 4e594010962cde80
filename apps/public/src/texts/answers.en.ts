/** Texts of the dialog in which a client answers. `answers.fr.ts` has the same keys. */
export const en = {
  accept: {
    title: 'Accept this quote',
    body: 'You are accepting quote {{number}} from {{seller}} for {{amount}}.',
    name: 'Your name',
    nameMissing: 'Enter your name',
    order: 'Your purchase order (optional)',
    orderHint: 'It will appear on the invoice.',
    confirm: 'Accept quote',
  },
  decline: {
    title: 'Decline this quote',
    body: '{{seller}} will see your answer to quote {{number}}.',
    reason: 'Reason',
    confirm: 'Decline quote',
    codes: {
      TooExpensive: 'Too expensive',
      NotNeeded: 'No longer needed',
      AnotherSupplier: 'We chose another supplier',
      Changes: 'We would like changes',
      Other: 'Another reason',
    },
  },
  reject: {
    title: 'Reject this invoice',
    body: '{{seller}} will see your answer to invoice {{number}}. You do not need to pay until they have reviewed it.',
    reason: 'Reason',
    confirm: 'Reject invoice',
    codes: {
      WrongAmount: 'The amount is wrong',
      WrongClient: 'The invoice is not for us',
      NotOrdered: 'We did not order this',
      Duplicate: 'We already have this invoice',
      Other: 'Another reason',
    },
  },
  reasonMissing: 'Choose a reason',
  words: 'Explanation (optional)',
  wordsHint: '{{seller}} will see it.',
  answerLate: 'The document has changed',
  answerFailed: 'Your answer could not be sent',
  showNow: 'Show current version',
};
