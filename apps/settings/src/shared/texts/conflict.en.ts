/** Texts of two versions of a record side by side. `conflict.fr.ts` has the same keys. */
export const en = {
  title: 'Fields that differ',
  field: 'Field',
  mine: 'Your version',
  theirs: 'Their version',
  kept: 'Not changed by you',
  none: 'None',
  yes: 'Yes',
  no: 'No',
  hint: 'Overwriting replaces only the fields that you changed.',
};
