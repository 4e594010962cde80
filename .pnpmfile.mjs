const RUNTIME = /^node-(?:bin-)?(linux|darwin|win)-(x64|arm64)$/;

export const hooks = {
  /** The packages of Node name their platform as a text. pnpm expects a list, and would install those of Windows on Linux as well. */
  readPackage(manifest) {
    const [, os, cpu] = RUNTIME.exec(manifest.name ?? '') ?? [];
    if (!os) return manifest;
    const libc = os === 'linux' ? { libc: ['glibc'] } : {};
    return { ...manifest, os: [os === 'win' ? 'win32' : os], cpu: [cpu], ...libc };
  },
};
