let context = '';

/** What every title of the page names after its own words: the sandbox. Empty for nothing. */
export function setTitleContext(words: string): void {
  context = words;
}

/** Sets the title of the browser tab: "Invoices · Sandbox · Billhook". */
export function setPageTitle(title: string): void {
  document.title = [title, context, 'Billhook'].filter(Boolean).join(' · ');
}
