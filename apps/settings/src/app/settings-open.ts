const NAME = 'billhook-navigation-settings';

/** Whether the reader left the settings of the navigation open in this browser. */
export function areSettingsOpen(): boolean {
  try {
    return localStorage.getItem(NAME) === 'open';
  } catch {
    return false;
  }
}

export function keepSettingsOpen(open: boolean): void {
  try {
    localStorage.setItem(NAME, open ? 'open' : 'closed');
  } catch {
    // It stays so until the page is left.
  }
}
