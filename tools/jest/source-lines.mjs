import { findSourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * An `Error.prepareStackTrace` with lines of the sources instead of the transformed code. Node's own names functions `<anonymous>`, and
 * Jest omits such lines: most of them in specs.
 */
export function formatStack(error, frames) {
  return [String(error), ...frames.map((frame) => `    at ${inSource(frame)}`)].join('\n');
}

function inSource(frame) {
  const text = String(frame);
  const file = frame.getFileName();
  const map = file?.startsWith('file:') ? findSourceMap(file) : undefined;
  if (!map) return text;
  const { originalLine, originalColumn } = map.findEntry(frame.getLineNumber() - 1, frame.getColumnNumber() - 1);
  if (originalLine === undefined) return text;
  const place = `${fileURLToPath(file)}:${originalLine + 1}:${originalColumn + 1}`;
  return text.replace(/file:.*?:\d+:\d+(?=\)?$)/, place);
}
