/** Saves the address of the installation and a secret as the file that `node --env-file` and most tools read. */
export function downloadEnvFile(variables: Readonly<Record<string, string>>): void {
  const all = { BILLHOOK_URL: location.origin, ...variables };
  const lines = [...Object.entries(all).map(([name, value]) => `${name}=${value}`), ''];
  const address = URL.createObjectURL(new Blob([lines.join('\n')], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'billhook.env';
  link.click();
  URL.revokeObjectURL(address);
}
