import { connect } from 'node:net';

/*
 * A load in a process of its own: node load.mjs PORT CONNECTIONS MILLISECONDS PATH [AUTHORIZATION]. One request at a time on each
 * connection, rendered beforehand, answers read by their Content-Length: it costs so little that it measures the server, not itself.
 */
const [port, connections, ms, path, authorization] = process.argv.slice(2);
const headers = [
  `GET ${path} HTTP/1.1`,
  'Host: 127.0.0.1',
  ...(authorization ? [`Authorization: ${authorization}`] : []),
];
const request = Buffer.from(`${headers.join('\r\n')}\r\n\r\n`, 'latin1');
const latencies = [];
let wrong = 0;
let counting = false;

function run() {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => send());
    socket.setNoDelay(true);
    socket.on('error', reject);
    let sentAt = 0;
    let text = '';
    const send = () => {
      sentAt = performance.now();
      socket.write(request);
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      const end = text.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = /\r\ncontent-length: (\d+)/i.exec(text);
      if (!length || text.length < end + 4 + Number(length[1])) return;
      if (!text.startsWith('HTTP/1.1 200')) wrong += 1;
      text = '';
      if (counting) latencies.push(performance.now() - sentAt);
      if (performance.now() < deadline) send();
      else socket.end(resolve);
    });
  });
}

const start = performance.now();
const warmUp = 500;
const deadline = start + warmUp + Number(ms);
setTimeout(() => (counting = true), warmUp);
await Promise.all(Array.from({ length: Number(connections) }, run));
latencies.sort((a, b) => a - b);
const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
process.stdout.write(
  JSON.stringify({ rate: latencies.length / (Number(ms) / 1000), p50: at(0.5), p99: at(0.99), wrong }),
);
