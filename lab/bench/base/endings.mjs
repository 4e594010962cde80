const endings = new Set();
let listening = false;
let ending = false;

/**
 * Registers what must end with this process: programs that outlive it, such as PostgreSQL.
 * @returns a function that removes it again
 */
export function atEnd(end) {
  if (!listening) listen();
  endings.add(end);
  return () => endings.delete(end);
}

function listen() {
  listening = true;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      // The second one does not wait.
      if (ending) process.exit(130);
      ending = true;
      await Promise.allSettled([...endings].map((end) => end()));
      process.exit(130);
    });
  }
}
