/** Saves text as a file. The address of the blob is revoked immediately. */
export function downloadText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Saves the address of the installation and a secret as the file that `node --env-file` and most tools read. */
export function downloadEnvFile(variables: Readonly<Record<string, string>>): void {
  const all = { BILLHOOK_URL: location.origin, ...variables };
  const lines = Object.entries(all).map(([name, value]) => `${name}=${value}\n`);
  downloadText('billhook.env', lines.join(''));
}
