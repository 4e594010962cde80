import { closeSync, existsSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';

/**
 * The machine, and the figures by which two of them differ: family and model of the processor, the duration of a loop that only calculates, and that of a
 * disk flush, without which write figures mean nothing.
 */
export function describeMachine(folder) {
  const processors = `${cpus().length} × ${cpus()[0]?.model.trim()}${processorFamily()}`;
  return `${processors}, Node ${process.versions.node}, calibration loop ${calibrationMs()} ms, 8 KiB write + fdatasync ${flushUs(folder)} µs`;
}

/** ` (family 26, model 2)`; empty on other systems than Linux */
function processorFamily() {
  if (!existsSync('/proc/cpuinfo')) return '';
  const info = readFileSync('/proc/cpuinfo', 'utf8');
  const [family, model] = [/^cpu family\s*: (.*)$/m, /^model\s*: (.*)$/m].map((line) => line.exec(info)?.[1]);
  return family && model ? ` (family ${family}, model ${model})` : '';
}

/** The best of five, as other programs only make it slower. */
function calibrationMs() {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now();
    let sum = 1;
    for (let n = 0; n < 2e8; n++) sum = (Math.imul(sum, 1_664_525) + n) | 0;
    // Without a use of the sum, the compiler may remove the loop.
    return performance.now() - start + (sum === 0.5 ? 1 : 0);
  });
  return Math.round(Math.min(...runs));
}

function flushUs(folder) {
  const file = openSync(join(folder, 'fsync'), 'w');
  const block = Buffer.alloc(8192);
  const start = performance.now();
  for (let n = 0; n < 200; n++) {
    writeSync(file, block);
    fdatasyncSync(file);
  }
  const us = Math.round(((performance.now() - start) / 200) * 1000);
  closeSync(file);
  return us;
}
