/** What a higher feature does after grants were revoked, or may do more or less than before. */
export interface GrantsChangedEffect {
  /**
   * Runs after the commit of the change and before its response, on its side of the tables. It can be repeated: a killed process leaves it
   * to a job.
   */
  grantsChanged(grantIds: readonly number[]): Promise<void>;
}

/** The effects in the order in which they run, bound in `app.module.ts`. */
export const GRANTS_CHANGED_EFFECTS = Symbol('grants changed effects');
