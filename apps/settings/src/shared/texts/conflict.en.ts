/** Texts about a record that someone else has changed or deleted meanwhile. `conflict.fr.ts` has the same keys. */
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
  stale: {
    title: 'Changed by someone else',
    body: 'Someone else changed this record after you opened it. Your changes were not saved. Reload to see the current version.',
    reload: 'Reload',
    choose: 'Someone else changed this record after you opened it. Your changes are not saved.',
    theirs: 'Discard my changes and load theirs',
    mine: 'Overwrite with my changes',
  },
  deleted: {
    title: 'This record was deleted',
    body: 'Someone deleted it while it was open here. The page shows what it last contained, and nothing can be saved.',
    back: 'Back to the list',
    bodyAt: 'It was deleted on {{at}}. The page shows what it last contained, and nothing can be saved.',
  },
};
