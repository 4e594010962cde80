const nameOf = (companyId: number): string => `billhook-first-steps:${companyId}`;

/** Whether the checklist of a company is complete or was closed in this browser. */
export function areFirstStepsOver(companyId: number): boolean {
  try {
    return localStorage.getItem(nameOf(companyId)) !== null;
  } catch {
    // Without storage, the choice to close it could not be stored.
    return true;
  }
}

export function endFirstSteps(companyId: number): void {
  try {
    localStorage.setItem(nameOf(companyId), 'over');
  } catch {
    // It is closed until the page is left.
  }
}
