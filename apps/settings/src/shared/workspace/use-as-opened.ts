import { useState } from 'react';

/**
 * The record that a person saw when a dialog opened. Pages follow the changes of others, so without this a confirmation would apply to a version
 * that the person has not seen.
 * @returns the record, and a function after which it is the present one
 */
export function useAsOpened<T>(record: T): readonly [T, () => void] {
  const [opened] = useState(record);
  const [reloaded, setReloaded] = useState(false);
  return [reloaded ? record : opened, () => setReloaded(true)];
}
