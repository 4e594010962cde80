/** Texts of the question for the password. `step-up.fr.ts` has the same keys. */
export const en = {
  title: 'Confirm that it is you',
  lead: 'For this, type your password again: you last typed it more than 10 minutes ago.',
  password: 'Password',
  confirm: 'Confirm',
  wrong: 'The password is wrong.',
};
