/** A port of a setting. */
interface OwnPort {
  /** Its name, which the error contains. */
  readonly setting: string;
  readonly port: number;
  readonly host: string;
}

/** @throws an Error that names the setting, if the process cannot listen on its port */
export async function listenOnOwnPort(
  { setting, port, host }: OwnPort,
  listen: (address: { readonly port: number; readonly host: string }) => Promise<unknown>,
): Promise<void> {
  try {
    await listen({ port, host });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : undefined;
    if (code === undefined) throw error;
    const reason = code === 'EADDRINUSE' ? 'another program uses it' : code;
    throw new Error(`cannot listen on port ${port} of ${host}: ${reason}. Set ${setting} to a free port.`, {
      cause: error,
    });
  }
}
