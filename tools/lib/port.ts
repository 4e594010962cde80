import { connect, createServer } from 'node:net';
import { Fault } from './say.mjs';

/** Rejects a port that another program uses, and suggests a free one. */
export async function checkPort(host: string, port: number): Promise<void> {
  // An invalid PORT is reported with all other errors of the settings.
  if (!Number.isInteger(port) || port < 1 || port > 65535) return;
  if (await isFree(host, port)) return;
  let other = port + 1;
  while (other < 65535 && !(await isFree(host, other))) other += 1;
  throw new Fault(`Port ${port} is already in use. Start with PORT=${other} npm start.`);
}

/* Listening alone is not sufficient: a program on ::1 leaves 127.0.0.1 free, and browsers may use either for localhost. */
async function isFree(host: string, port: number): Promise<boolean> {
  if (!(await canListen(host, port))) return false;
  const answers = await Promise.all(['127.0.0.1', '::1'].map((address) => isAnswered(address, port)));
  return !answers.includes(true);
}

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(false);
      else if (error.code === 'EACCES')
        reject(new Fault(`Port ${port} needs more rights than you have. Use a port above 1023.`));
      else reject(new Fault(`Cannot listen on HOST=${host}: ${error.message}.`));
    });
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

function isAnswered(address: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port, timeout: 1_000 });
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
